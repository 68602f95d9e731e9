import { Injectable } from '@nestjs/common';
import type { StartedMilestonePayload } from '../../../core/event/planned-events.js';
import type { Tx } from '../../../core/event/tx.js';
import type { FeatureEnvironmentParams } from '../../../flags/feature/feature.dto.js';
import {
  MilestoneStrategies,
  type MilestoneStrategy,
} from '../../../flags/feature/strategy/milestone-strategies.js';
import type {
  MilestoneResponse,
  MilestoneStrategyResponse,
  PlanParams,
} from '../release-plan.dto.js';
import { READ_STORED, SAVE, type StoredPlan } from './plan.sql.js';
import { WatchedUsage } from '../safeguard/watched-usage.js';
import {
  type LockedFeatureEnvironment,
  lockFeatureEnvironment,
} from '../../../flags/feature/feature-lock.js';
import { noPlan } from '../release-plan.errors.js';

export const MS_PER_MINUTE = 60_000;

/** How a milestone starts. */
export interface Start {
  startedBy: StartedMilestonePayload['startedBy'];
  /** Whether the next milestone does not follow by itself until somebody resumes the plan. */
  isPaused?: boolean;
}

/** Starts milestones of plans that are locked. */
@Injectable()
export class PlanSteps {
  constructor(
    private readonly strategies: MilestoneStrategies,
    private readonly usage: WatchedUsage,
  ) {}

  /**
   * Starts a milestone: replaces the strategies of the one before, within a transaction.
   * @returns The milestone.
   * @throws ExceedsLimitError when the feature would have too many strategies.
   * @throws NotFoundError, BadDataError when a segment can no longer be used.
   */
  async start(
    at: FeatureEnvironmentParams,
    plan: StoredPlan,
    { id, name, strategies }: MilestoneResponse,
    how: Start,
    tx: Tx,
  ): Promise<MilestoneResponse> {
    const { now, activeMilestoneId } = plan;
    await this.strategies.replace(at, { id, strategies: strategies.map(contentOf) }, tx);
    const milestones = plan.milestones.map((one) => timesOf(one, plan, id, how));
    const started = { ...plan, milestones, activeMilestoneId: id };
    const usageBaseline = await this.usage.baselineOf(at, started, tx);
    await savePlan({ ...started, usageBaseline, progressionDueAt: nextStartOf(started, now) }, tx);
    const before = plan.milestones.find((one) => one.id === activeMilestoneId);
    await tx.record({
      type: 'release-plan-milestone-started',
      ...placeOf(at),
      data: { ...subjectOf(plan, { id, name }), startedBy: how.startedBy },
      ...(before ? { preData: subjectOf(plan, before) } : {}),
    });
    return milestones.find((one) => one.id === id)!;
  }
}

/** A milestone of a plan with its times after another one, or itself, was started. */
function timesOf(
  milestone: MilestoneResponse,
  { now, activeMilestoneId }: StoredPlan,
  startedId: string,
  { startedBy, isPaused }: Start,
): MilestoneResponse {
  const { id } = milestone;
  if (id === startedId)
    return {
      ...milestone,
      startedAt: now,
      pausedAt: isPaused ? now : null,
      progressionExecutedAt: null,
    };
  const isFollowed = id === activeMilestoneId && startedBy === 'progression';
  const progressionExecutedAt = isFollowed ? now : milestone.progressionExecutedAt;
  return { ...milestone, pausedAt: null, progressionExecutedAt };
}

/** The milestone whose strategies the feature has. */
export function activeMilestoneOf({ milestones, activeMilestoneId }: StoredPlan) {
  return milestones.find(({ id }) => id === activeMilestoneId);
}

/** A plan with one of its milestones changed. */
export function withMilestone(plan: StoredPlan, milestone: MilestoneResponse): StoredPlan {
  const milestones = plan.milestones.map((one) => (one.id === milestone.id ? milestone : one));
  return { ...plan, milestones };
}

/** A milestone of a plan in events. */
export function subjectOf({ id: planId }: StoredPlan, { id, name }: { id: string; name: string }) {
  return { planId, milestoneId: id, milestoneName: name };
}

/** Stores what has changed in a plan. */
export async function savePlan(plan: StoredPlan, tx: Tx): Promise<void> {
  const { id, activeMilestoneId, progressionDueAt, usageBaseline } = plan;
  const milestones = JSON.stringify(plan.milestones);
  const safeguards = JSON.stringify(plan.safeguards);
  const baseline = usageBaseline && JSON.stringify(usageBaseline);
  await tx.query(SAVE, [id, milestones, activeMilestoneId, safeguards, progressionDueAt, baseline]);
}

/**
 * When the next milestone starts by itself; null when none does, or the plan is paused.
 * @param since From when on the minutes until then count.
 */
export function nextStartOf(plan: StoredPlan, since: string): string | null {
  const active = activeMilestoneOf(plan);
  const isLast = plan.milestones.at(-1) === active;
  if (!active?.transitionCondition || isLast || active.pausedAt !== null) return null;
  const { intervalMinutes } = active.transitionCondition;
  return new Date(Date.parse(since) + intervalMinutes * MS_PER_MINUTE).toISOString();
}

/** A strategy of a milestone as features have it. */
function contentOf({
  id,
  strategyName: name,
  title,
  disabled,
  parameters,
  constraints,
  variants,
  segments,
}: MilestoneStrategyResponse): MilestoneStrategy {
  return { id, name, title, disabled, parameters, constraints, variants, segments };
}

/** A plan whose feature is locked in the environment, which serialises all changes of the plan. */
export interface LockedPlan {
  readonly place: LockedFeatureEnvironment;
  readonly plan: StoredPlan;
}

/**
 * Locks a plan until the transaction ends.
 * @throws NotFoundError when the project lacks the feature or the environment, or the feature the
 * plan.
 * @throws ArchivedFeatureError when the feature is archived.
 */
export async function lockPlan(at: PlanParams, tx: Tx): Promise<LockedPlan> {
  const locked = await lockOnlyPlan(at, tx);
  if (locked.plan.id !== at.planId.toLowerCase())
    throw noPlan(at.featureName, at.environment, at.planId);
  return locked;
}

/** Like {@link lockPlan}, whatever the id of the plan. */
export async function lockOnlyPlan(at: FeatureEnvironmentParams, tx: Tx): Promise<LockedPlan> {
  const place = await lockFeatureEnvironment(tx, at);
  const [plan] = await tx.query(READ_STORED, [at.featureName, at.environment]);
  if (!plan) throw noPlan(at.featureName, at.environment);
  return { place, plan };
}

/** The place of a plan in events. */
export function placeOf({
  projectId: project,
  featureName,
  environment,
}: FeatureEnvironmentParams) {
  return { project, featureName, environment };
}
