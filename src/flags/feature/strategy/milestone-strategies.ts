import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../core/event/tx.js';
import type { FeatureEnvironmentParams } from '../feature.dto.js';
import { FeatureSwitchService } from '../switch/feature-switch.service.js';
import { FeatureStrategy } from './feature-strategy.entity.js';
import { nextSortOrder, shownStrategies } from './shown-strategies.js';
import { lockSegments } from './strategy-segments.js';
import type { Content } from './strategy-content.js';
import { ADD_FEATURE_STRATEGY_SEGMENT, DELETE_FEATURE_STRATEGY } from './strategy.sql.js';

/** A strategy of a milestone: the feature gets it with the same id. */
export interface MilestoneStrategy extends Content {
  id: string;
  segments: readonly number[];
}

/** A milestone that becomes active. */
interface StartedMilestone {
  id: string;
  strategies: readonly MilestoneStrategy[];
}

/** Replaces the strategies that a feature has from the milestones of a release plan. */
@Injectable()
export class MilestoneStrategies {
  constructor(private readonly switches: FeatureSwitchService) {}

  /**
   * Replaces the strategies of all milestones by those of one, within a transaction in which the
   * feature environment is locked. Others stay, and come first. Without an active strategy the
   * feature is turned off, as when its last strategy is deleted.
   * @param started The milestone; null to only remove the strategies.
   * @throws NotFoundError, BadDataError when a segment cannot be used.
   * @throws ExceedsLimitError when the feature would have too many strategies.
   */
  async replace(
    at: FeatureEnvironmentParams,
    started: StartedMilestone | null,
    tx: Tx,
  ): Promise<void> {
    const { projectId: project, featureName, environment } = at;
    const place = { featureName, project, environment };
    const strategies = started?.strategies ?? [];
    const segments = strategies.flatMap((one) => one.segments);
    await lockSegments([...new Set(segments)], project, tx);
    const before = await shownStrategies(tx, featureName, environment);
    const outdated = before.filter(({ milestoneId }) => milestoneId !== undefined);
    const removed = await tx.query(DELETE_FEATURE_STRATEGY, [outdated.map(({ id }) => id)]);
    const createdAt = new Map(removed.map((row) => [row.id, row.createdAt]));
    await insert(at, started, tx);
    const added = await shownStrategies(tx, featureName, environment);
    await tx.recordAll([
      ...outdated.map((strategy) => ({
        type: 'feature-strategy-remove' as const,
        ...place,
        preData: { ...strategy, createdAt: createdAt.get(strategy.id)! },
      })),
      ...added
        .filter(({ milestoneId }) => milestoneId !== undefined)
        .map((data) => ({ type: 'feature-strategy-add' as const, ...place, data })),
    ]);
    const isChanged = outdated.length + strategies.length > 0;
    if (isChanged && added.every(({ disabled }) => disabled))
      await this.switches.turnAllOff(at, [featureName], tx);
  }
}

async function insert(
  { featureName, environment }: FeatureEnvironmentParams,
  started: StartedMilestone | null,
  tx: Tx,
): Promise<void> {
  if (!started || started.strategies.length === 0) return;
  const first = await nextSortOrder(tx, featureName, environment);
  const rows = started.strategies.map(({ segments, ...content }, index) => ({
    segments,
    row: {
      ...content,
      ...{ featureName, environment, milestoneId: started.id, sortOrder: first + index },
    },
  }));
  await tx.insert(
    FeatureStrategy,
    rows.map(({ row }) => row),
  );
  const pairs = rows.flatMap(({ row, segments }) =>
    segments.map((segment) => ({ id: row.id, segment })),
  );
  await tx.query(ADD_FEATURE_STRATEGY_SEGMENT, [
    pairs.map(({ id }) => id),
    pairs.map(({ segment }) => segment),
  ]);
}
