import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { CalledRequest } from '../auth/caller/called-request.js';
import { RequestTransaction } from '../database/request-transaction.js';
import { BadDataError } from '../errors/general.errors.js';
import { UnitOfWork } from '../event/unit-of-work.js';
import { promiseOf } from '../http/endpoint.js';
import type { DryRunSubject, EndpointPromise } from '../http/endpoint-promise.js';
import type { Json } from '../http/json.js';
import { isReading } from '../http/reading.js';
import { beforeReply } from '../http/reply-hook.js';
import { takeAnotherTurn } from '../http/turn.js';
import { beginDryRun, type GuardFinding } from './dry-run.js';
import type { ImpactResponse } from './impact.response.js';
import { Impacts } from './impacts.js';
import { hasFeatureNames, subjectOf } from './subject.js';

/** The parameter, however it is spelt. */
const DRY_RUN = /^dry[-_]?run$/i;

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

  /**
   * @throws BadDataError when the parameter is invalid, an idempotency key is given too, or the
   * change supports neither previews nor guards that the request asks for.
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<CalledRequest>();
    if (!request.url.includes('?')) return true;
    const promise = promiseOf(context.getHandler());
    const dryRun = promise?.dryRun;
    if (isChange(request, promise)) {
      requireSpelling(request);
      if (!promise?.guard) requireUnused('guard', 'none', request);
      if (!dryRun) requireUnused('dryRun', 'false', request);
    }
    if (!dryRun) return true;
    if (!isRequested(request.query['dryRun'])) return true;
    const transaction = RequestTransaction.ofRequest;
    if (!transaction) throw misspelt();
    if (request.headers['idempotency-key'] !== undefined)
      throw new BadDataError('Use either dryRun or an Idempotency-Key: a dry run changes nothing.');
    const response = http.getResponse<Response>();
    const readImpact = await this.begin(transaction, dryRun.of, request, response);
    const dryRunning = beginDryRun(transaction);
    beforeReply(response, async (body) => {
      await transaction.rollBack();
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      const feature = dryRun.of === 'feature' && typeof body === 'string' ? body : undefined;
      return { status: 200, body: previewOf(feature, await readImpact(), dryRunning.finding) };
    });
    return true;
  }

  /**
   * Begins the transaction of a dry run. Changes of a single feature or segment are carried out,
   * because the response has what comes of them. Changes of many features are only checked, which
   * takes no locks. Comparing a version locks its object, so such a request may do that.
   * @returns Reads the impact. While many features are checked, it is being read already if the
   * caller may use a second connection, since both take about as long.
   */
  private async begin(
    transaction: RequestTransaction,
    of: DryRunSubject,
    request: CalledRequest,
    response: Response,
  ): Promise<() => Promise<Json<ImpactResponse>>> {
    const read = (): Promise<Json<ImpactResponse>> =>
      this.impacts.of(subjectOf(of, request), request.caller!);
    const isSmall = of === 'feature' || of === 'segment';
    if (isSmall || request.headers['if-match'] !== undefined) {
      await this.unitOfWork.beginRequest(transaction, 'general');
      return read;
    }
    await this.unitOfWork.beginCheck(transaction);
    const isRefused = of === 'features' && !hasFeatureNames(request.body);
    if (isRefused || !takeAnotherTurn(response)) return read;
    const reading = transaction.meanwhile(read);
    return () => reading;
  }
}

/** JSON of a preview, with the resulting feature and the finding of the guard if there are any. */
function previewOf(
  feature: string | undefined,
  impact: Json<ImpactResponse>,
  finding: GuardFinding | undefined,
): string {
  const result = feature ? `"feature":${feature},` : '';
  const guard = finding ? `,${JSON.stringify(finding).slice(1, -1)}` : '';
  return `{"dryRun":true,${result}"impact":${impact}${guard}}`;
}

function isChange(request: CalledRequest, promise: EndpointPromise | undefined): boolean {
  return (
    request.path.toLowerCase().startsWith('/api/admin/') && !isReading(request.method, promise)
  );
}

/**
 * Refuses other spellings of the parameter, so that a mistyped dry run changes nothing.
 * @throws BadDataError
 */
function requireSpelling({ query }: CalledRequest): void {
  const isMisspelt = (name: string): boolean => name !== 'dryRun' && DRY_RUN.test(name);
  if (Object.keys(query).some(isMisspelt)) throw misspelt();
}

function misspelt(): BadDataError {
  return new BadDataError('Write the name of the parameter as "dryRun". Nothing was changed.');
}

/**
 * Refuses a protective parameter where it has no effect, so that nobody relies on it.
 * @param neutral The value that has no effect anywhere, and is accepted.
 * @throws BadDataError
 */
function requireUnused(name: string, neutral: string, { query }: CalledRequest): void {
  if ((query[name] ?? neutral) !== neutral)
    throw new BadDataError(`This operation does not support ${name}. Nothing was changed.`);
}

/** @throws BadDataError */
function isRequested(dryRun: unknown): boolean {
  if (dryRun === undefined || dryRun === 'false') return false;
  if (dryRun === 'true') return true;
  throw new BadDataError('The parameter dryRun must be true or false.');
}
