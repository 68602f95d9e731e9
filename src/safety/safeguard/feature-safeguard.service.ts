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
  isSameMetric,
  RANGES_MS,
  reasonOf,
  watchedOf,
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
import { findIn, type PastValue } from './safeguard-preview.js';

/** How many hours a preview looks at. */
const USUAL_HOURS = 24;

/** Sets, lists and removes the safeguards of features in environments. */
@Injectable()
export class FeatureSafeguardService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly features: FeatureReadModel,
    private readonly usage: WatchedUsage,
  ) {}

  /** The safeguards of a feature in an environment. @throws NotFoundError */
  async list(at: FeatureEnvironmentParams): Promise<Json<FeatureSafeguardsResponse>> {
    await this.features.require(at);
    const [row] = await this.database.run(LIST, [at.featureName, at.environment]);
    return jsonOf(`{"safeguards":${row!.safeguards}}`);
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
    const wanted = watchedOf(dto);
    const { featureName, environment } = at;
    await this.unitOfWork.run(caller, async (tx) => {
      await lockForEmergency(at, caller, tx);
      await lockFeatureEnvironment(tx, at);
      const present = await tx.query(READ_STORED, [featureName, environment]);
      const before = present.find(({ safeguard }) => isSameMetric(safeguard, wanted));
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
    const wanted = watchedOf(dto);
    await this.features.require(at);
    const present = await this.database.run(READ_STORED, [at.featureName, at.environment]);
    const safeguard =
      present.find((one) => isSameMetric(one.safeguard, wanted))?.safeguard ?? wanted;
    const to = Date.now();
    const from = to - hours * HOUR_MS;
    const first = new Date(from - RANGES_MS[wanted.impactMetric.timeRange]).toISOString();
    const usage = await this.usage.hoursOf(at, safeguard, first, reader);
    const found = findIn(usage, { from, to }, wanted, forMinutes);
    const { triggered, extreme, present: value = null } = found;
    return {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      triggered: shown(triggered),
      reason: triggered ? reasonOf({ safeguard: wanted, value: triggered.value }) : null,
      extreme: shown(extreme),
      present: value,
      hoursWithUsage: usage.length,
    };
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
  { safeguard, forMinutes }: { safeguard: WatchedSafeguard; forMinutes: number },
  wanted: WatchedSafeguard,
  wantedMinutes: number,
): boolean {
  return (
    forMinutes === wantedMinutes && isSameJson(safeguard.triggerCondition, wanted.triggerCondition)
  );
}

function idsOf({ id, impactMetric }: WatchedSafeguard) {
  return { id, impactMetric };
}
