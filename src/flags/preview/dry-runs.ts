import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { CalledRequest } from '../../core/auth/current-caller.js';
import { RequestTransaction } from '../../platform/database/request-transaction.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import type { DryRunSubject } from '../../platform/http/endpoint-promise.js';
import type { Json } from '../../platform/http/json.js';
import { isAdminChange, type Operation } from '../../platform/http/operation.js';
import { MAX_VALUES } from '../../platform/http/validation/bounds.js';
import { beginDryRun, type DryRun, type GuardFinding } from './dry-run.js';
import type { ImpactResponse } from './impact.response.js';
import { Impacts, type ChangeSubject } from './impacts.js';

/** Whether a body that was not validated yet has a list of names that a bulk change accepts. */
function hasFeatureNames(body: unknown): boolean {
  const features = (body as { features?: unknown } | undefined)?.features;
  return (
    Array.isArray(features) &&
    features.length <= MAX_VALUES &&
    features.every((name) => typeof name === 'string')
  );
}

/** What a valid request is about, by its path and body. */
function subjectOf(of: DryRunSubject, request: Request): ChangeSubject {
  const { projectId, featureName, environment, id, name } = request.params as Record<
    string,
    string
  >;
  const isOn = request.path.endsWith('/on');
  switch (of) {
    case 'feature':
      return {
        features: [featureName!],
        project: projectId!,
        environment: environment ?? null,
        isOn,
      };
    case 'features': {
      const { features } = request.body as { features: string[] };
      return { features, project: projectId!, environment: environment ?? null, isOn };
    }
    case 'segment':
      return { segment: Number(id) };
    case 'environment':
      return { environment: (environment ?? name)!, project: projectId ?? null };
    case 'project':
      return { project: projectId! };
  }
}

/** The parameter, however it is spelt. */
const DRY_RUN = /^dry[-_]?run$/i;

/** A dry run whose transaction has begun. */
interface BegunDryRun {
  readonly dryRun: DryRun;
  readonly readImpact: () => Promise<Json<ImpactResponse>>;
}

/**
 * Whether a request is a dry run.
 * @throws BadDataError when the parameter is invalid, an idempotency key is given too, or the
 * change supports neither previews nor guards that the request asks for.
 */
export function wantsDryRun(request: CalledRequest, operation: Operation): boolean {
  if (!request.url.includes('?')) return false;
  if (isAdminChange(request.path, operation)) {
    requireSpelling(request);
    if (!operation.guard) requireUnused('guard', 'none', request);
    if (!operation.dryRun) requireUnused('dryRun', 'false', request);
  }
  if (!operation.dryRun || !isRequested(request.query['dryRun'])) return false;
  if (request.headers['idempotency-key'] !== undefined)
    throw new BadDataError('Use either dryRun or an Idempotency-Key: a dry run changes nothing.');
  return true;
}

/** Carries out or checks changes in a transaction that is rolled back before the response. */
@Injectable()
export class DryRuns {
  constructor(private readonly impacts: Impacts) {}

  /**
   * Begins the transaction of a dry run. Changes of a single feature or segment are carried out,
   * because the response has what comes of them. Changes of many features are only checked, which
   * takes no locks. Comparing a version locks its object, so such a request may do that.
   * @param begin Begins the transaction, in which changes are carried out or only checked.
   * @param takeAnotherTurn Whether the caller may use a second connection: then the impact is read
   * while many features are checked, since both take about as long.
   */
  async begin(
    transaction: RequestTransaction,
    of: DryRunSubject,
    request: CalledRequest,
    begin: (isCarriedOut: boolean) => Promise<void>,
    takeAnotherTurn: () => boolean,
  ): Promise<BegunDryRun> {
    const read = (): Promise<Json<ImpactResponse>> =>
      this.impacts.of(subjectOf(of, request), request.caller!, transaction.options.connections);
    const isSmall = of === 'feature' || of === 'segment';
    const isCarriedOut = isSmall || request.headers['if-match'] !== undefined;
    await begin(isCarriedOut);
    const dryRun = beginDryRun(transaction);
    const isRefused = of === 'features' && !hasFeatureNames(request.body);
    if (isCarriedOut || isRefused || !takeAnotherTurn()) return { dryRun, readImpact: read };
    const reading = transaction.meanwhile(read);
    return { dryRun, readImpact: () => reading };
  }

  /**
   * Undoes a dry run.
   * @param body The response of the handler.
   * @returns JSON of the preview, with the resulting feature and the finding of the guard if there
   * are any.
   */
  async end(
    transaction: RequestTransaction,
    { dryRun, readImpact }: BegunDryRun,
    of: DryRunSubject,
    body: unknown,
  ): Promise<string> {
    await transaction.rollBack();
    const feature = of === 'feature' && typeof body === 'string' ? body : undefined;
    return previewOf(feature, await readImpact(), dryRun.finding);
  }
}

function previewOf(
  feature: string | undefined,
  impact: Json<ImpactResponse>,
  finding: GuardFinding | undefined,
): string {
  const result = feature ? `"feature":${feature},` : '';
  const guard = finding ? `,${JSON.stringify(finding).slice(1, -1)}` : '';
  return `{"dryRun":true,${result}"impact":${impact}${guard}}`;
}

/**
 * Refuses other spellings of the parameter, so that a mistyped dry run changes nothing.
 * @throws BadDataError
 */
function requireSpelling({ query }: CalledRequest): void {
  const isMisspelt = (name: string): boolean => name !== 'dryRun' && DRY_RUN.test(name);
  if (Object.keys(query).some(isMisspelt))
    throw new BadDataError('Write the name of the parameter as "dryRun". Nothing was changed.');
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
