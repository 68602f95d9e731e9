import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { lockFeatureEnvironment } from '../../flags/feature/feature-lock.js';
import type { FeatureEnvironmentParams } from '../../flags/feature/feature.dto.js';
import { FeatureReadModel } from '../../flags/feature/feature.read-model.js';
import { lockForEmergency } from '../../flags/feature/switch/emergency-place.js';
import { type Json, jsonOf } from '../../platform/http/json.js';
import { requireRoom } from '../../governance/release-plan/safeguard/safeguard-quota.js';
import {
  HOUR_MS,
  RANGES_MS,
  type WatchedSafeguard,
} from '../../governance/release-plan/safeguard/safeguard-rules.js';
import { isSameJson } from '../../governance/release-plan/safeguard/same-json.js';
import { WatchedUsage } from '../../governance/release-plan/safeguard/watched-usage.js';
import type {
  FeatureSafeguardDto,
  FeatureSafeguardParams,
  FeatureSafeguardsResponse,
  PastValueResponse,
  SafeguardPreviewDto,
  SafeguardPreviewResponse,
} from './feature-safeguard.dto.js';
import { DELETE, LIST, READ_STORED, SET } from './feature-safeguard.sql.js';
import { Prometheus, QueryProblem } from './prometheus.js';
import { findIn, type PastValue, type Span, usageAt } from './safeguard-preview.js';
import { type FeatureSafeguard, isQuery, safeguardOf, sentenceOf, watchesSame } from './watched.js';

/** How many hours a preview looks at. */
const USUAL_HOURS = 24;
const SECOND_MS = 1_000;

/** The numbers of the past. */
interface Past {
  valueAt: (at: number) => number | undefined;
  hoursWithUsage: number;
  problem: string | null;
}

/** Sets, lists and removes the safeguards of features in environments. */
@Injectable()
export class FeatureSafeguardService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly features: FeatureReadModel,
    private readonly usage: WatchedUsage,
    private readonly prometheus: Prometheus,
  ) {}

  /** The safeguards of a feature in an environment. @throws NotFoundError */
  async list(at: FeatureEnvironmentParams): Promise<Json<FeatureSafeguardsResponse>> {
    await this.features.require(at);
    const [row] = await this.database.run(LIST, [at.featureName, at.environment]);
    return jsonOf(`{"safeguards":${row!.safeguards},"canQuery":${this.prometheus.isThere}}`);
  }

  /**
   * Adds a safeguard, or replaces that on the same metric. One with the same limit, too, stays as
   * it is unless it was triggered: then it watches again.
   * @throws NotFoundError, ArchivedFeatureError
   * @throws BadDataError when it is invalid.
   * @throws ApprovalRequiredError when that is required and the caller may not skip it.
   * @throws ExceedsLimitError when there are too many.
   */
  async set(
    at: FeatureEnvironmentParams,
    { forMinutes = 0, ...dto }: FeatureSafeguardDto,
    caller: Caller,
  ): Promise<void> {
    const wanted = safeguardOf(dto);
    const { featureName, environment } = at;
    await this.unitOfWork.run(caller, async (tx) => {
      await lockForEmergency(at, caller, tx);
      await lockFeatureEnvironment(tx, at);
      const present = await tx.query(READ_STORED, [featureName, environment]);
      const before = present.find(({ safeguard }) => watchesSame(safeguard, wanted));
      if (before && !before.isTriggered && isSame(before, wanted, forMinutes)) return;
      if (!before)
        await requireRoom('A feature in an environment', present.length, at.projectId, tx);
      // Reports are added up by its id, so that stays.
      const safeguard = { ...wanted, ...(before && idsOf(before.safeguard)) };
      const { id, ...watched } = safeguard;
      await tx.query(SET, [id, featureName, environment, JSON.stringify(watched), forMinutes]);
      const data = { safeguard, forMinutes };
      await tx.record({ type: 'feature-safeguard-set', ...placeOf(at), data });
    });
  }

  /**
   * What a safeguard would have done in the past hours, as if the feature had been on. Changes
   * nothing.
   * @throws NotFoundError
   * @throws BadDataError when it is invalid.
   */
  async preview(
    at: FeatureEnvironmentParams,
    { forMinutes = 0, hours = USUAL_HOURS, ...dto }: SafeguardPreviewDto,
    reader: Reader,
  ): Promise<SafeguardPreviewResponse> {
    const wanted = safeguardOf(dto);
    await this.features.require(at);
    const to = Math.floor(Date.now() / SECOND_MS) * SECOND_MS;
    const span = { from: to - hours * HOUR_MS, to };
    const { valueAt, hoursWithUsage, problem } = isQuery(wanted)
      ? await this.queried(wanted.prometheusQuery, span)
      : await this.used(at, wanted, span, reader);
    const found = findIn(valueAt, span, wanted, forMinutes);
    const { triggered, extreme, present = null } = found;
    return {
      from: new Date(span.from).toISOString(),
      to: new Date(to).toISOString(),
      triggered: shown(triggered),
      reason: triggered ? sentenceOf({ safeguard: wanted, value: triggered.value }) : null,
      extreme: shown(extreme),
      present,
      hoursWithUsage,
      problem,
    };
  }

  private async used(
    at: FeatureEnvironmentParams,
    wanted: WatchedSafeguard,
    { from, to }: Span,
    reader: Reader,
  ): Promise<Past> {
    const stored = await this.database.run(READ_STORED, [at.featureName, at.environment]);
    // What applications report is added up by the id of a safeguard.
    const same = stored.find(({ safeguard }) => watchesSame(safeguard, wanted))?.safeguard;
    const safeguard = { ...wanted, id: same?.id ?? wanted.id };
    const first = new Date(from - RANGES_MS[wanted.impactMetric.timeRange]).toISOString();
    const usage = await this.usage.hoursOf(at, safeguard, first, reader);
    const valueAt = usageAt(usage, to, wanted);
    return { valueAt, hoursWithUsage: usage.length, problem: null };
  }

  private async queried(query: string, { from, to }: Span): Promise<Past> {
    try {
      const values = await this.prometheus.valuesOf(query, from, to);
      const hours = new Set([...values.keys()].map((moment) => Math.floor(moment / HOUR_MS)));
      return { valueAt: (at) => values.get(at), hoursWithUsage: hours.size, problem: null };
    } catch (error) {
      if (!(error instanceof QueryProblem)) throw error;
      return { valueAt: () => undefined, hoursWithUsage: 0, problem: error.message };
    }
  }

  /** Removes a safeguard. @throws NotFoundError, ArchivedFeatureError */
  async remove({ safeguardId, ...at }: FeatureSafeguardParams, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      await lockFeatureEnvironment(tx, at);
      const [preData] = await tx.query(DELETE, [at.featureName, at.environment, safeguardId]);
      if (!preData)
        throw new NotFoundError(
          `The feature "${at.featureName}" has no safeguard "${safeguardId}" in the environment ` +
            `"${at.environment}".`,
        );
      await tx.record({ type: 'feature-safeguard-removed', ...placeOf(at), preData });
    });
  }
}

function shown(past: PastValue | undefined): PastValueResponse | null {
  return past ? { at: new Date(past.at).toISOString(), value: past.value } : null;
}

/** The place of a safeguard in events. */
export function placeOf({
  projectId: project,
  featureName,
  environment,
}: FeatureEnvironmentParams) {
  return { project, featureName, environment };
}

function isSame(
  { safeguard, forMinutes }: { safeguard: FeatureSafeguard; forMinutes: number },
  wanted: FeatureSafeguard,
  wantedMinutes: number,
): boolean {
  return (
    forMinutes === wantedMinutes && isSameJson(safeguard.triggerCondition, wanted.triggerCondition)
  );
}

/** What stays of a safeguard that is replaced. */
function idsOf(safeguard: FeatureSafeguard) {
  const { id } = safeguard;
  return isQuery(safeguard) ? { id } : { id, impactMetric: safeguard.impactMetric };
}
