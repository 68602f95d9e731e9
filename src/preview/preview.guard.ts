import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { CalledRequest } from '../auth/caller/called-request.js';
import { RequestTransaction } from '../database/request-transaction.js';
import { BadDataError } from '../errors/general.errors.js';
import { UnitOfWork } from '../event/unit-of-work.js';
import { promiseOf } from '../http/endpoint.js';
import type { DryRunSubject, EndpointPromise } from '../http/endpoint-promise.js';
import { isReading } from '../http/reading.js';
import { beforeReply } from '../http/reply-hook.js';
import { beginDryRun, type GuardFinding } from './dry-run.js';
import { Impacts } from './impacts.js';
import { subjectOf } from './subject.js';

/**
 * Carries out or checks a request with `dryRun=true` in a transaction that is rolled back before
 * the response is sent. Runs after the guards that check permissions, which are the same as for the
 * change.
 */
@Injectable()
export class PreviewGuard implements CanActivate {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly impacts: Impacts,
  ) {}

  /** @throws BadDataError when the parameter is invalid, or an idempotency key is given too. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<CalledRequest>();
    if (!request.url.includes('?')) return true;
    const promise = promiseOf(context.getHandler());
    const dryRun = promise?.dryRun;
    if (!dryRun) return requireNoDryRun(request, promise);
    if (!isRequested(request.query['dryRun'])) return true;
    const transaction = RequestTransaction.ofRequest;
    if (!transaction) throw new BadDataError('Write the name of the parameter as "dryRun".');
    if (request.headers['idempotency-key'] !== undefined)
      throw new BadDataError('Use either dryRun or an Idempotency-Key: a dry run changes nothing.');
    await this.begin(transaction, dryRun.of, request);
    const dryRunning = beginDryRun(transaction);
    const response = http.getResponse<Response>();
    beforeReply(response, async (body) => {
      await transaction.rollBack();
      const impact = await this.impacts.of(subjectOf(dryRun.of, request), request.caller!);
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      const feature = dryRun.of === 'feature' && typeof body === 'string' ? body : undefined;
      return {
        status: 200,
        body:
          `{"dryRun":true,${feature ? `"feature":${feature},` : ''}"impact":${impact}` +
          `${propertiesOf(dryRunning.finding)}}`,
      };
    });
    return true;
  }

  /**
   * Begins the transaction of a dry run. Changes of a single feature or segment are carried out,
   * because the response has what comes of them. Changes of many features are only checked, which
   * takes no locks. Comparing a version locks its object, so such a request may do that.
   */
  private begin(
    transaction: RequestTransaction,
    of: DryRunSubject,
    { headers }: CalledRequest,
  ): Promise<void> {
    const isSmall = of === 'feature' || of === 'segment';
    return isSmall || headers['if-match'] !== undefined
      ? this.unitOfWork.beginRequest(transaction, 'general')
      : this.unitOfWork.beginCheck(transaction);
  }
}

/** JSON of the properties of a finding, to be appended to other properties. */
function propertiesOf(finding: GuardFinding | undefined): string {
  return finding ? `,${JSON.stringify(finding).slice(1, -1)}` : '';
}

/**
 * Refuses dry runs of changes that have none, so that nobody changes something by trying.
 * @throws BadDataError
 */
function requireNoDryRun(request: CalledRequest, promise: EndpointPromise | undefined): true {
  const isChange =
    request.path.toLowerCase().startsWith('/api/admin/') && !isReading(request.method, promise);
  if (isChange && (request.query['dryRun'] ?? 'false') !== 'false')
    throw new BadDataError('This operation does not support dryRun. Nothing was changed.');
  return true;
}

/** @throws BadDataError */
function isRequested(dryRun: unknown): boolean {
  if (dryRun === undefined || dryRun === 'false') return false;
  if (dryRun === 'true') return true;
  throw new BadDataError('The parameter dryRun must be true or false.');
}
