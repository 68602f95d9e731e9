import { Injectable } from '@nestjs/common';
import { BadDataError, NotFoundError } from '../../../platform/errors/general.errors.js';
import type { Actor } from '../../../core/event/actor.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { MoveLimits } from '../../../flags/feature/move/feature-move.service.js';
import {
  activeMilestoneOf,
  lockOnlyPlan,
  lockPlan,
  MS_PER_MINUTE,
  nextStartOf,
  placeOf,
  savePlan,
  subjectOf,
  withMilestone,
} from '../plan/plan-steps.js';
import type { StoredPlan } from '../plan/plan.sql.js';
import { isSameJson } from '../safeguard/same-json.js';
import type { SafeguardDto } from '../safeguard/safeguard.dto.js';
import { requireRoom, requireRoomForMoved } from '../safeguard/safeguard-quota.js';
import { isSameMetric, safeguardOf } from '../safeguard/safeguard-rules.js';
import { WatchedUsage } from '../safeguard/watched-usage.js';
import { milestoneIn } from '../template/template-milestones.service.js';
import type {
  MilestoneResponse,
  PlanParams,
  ProgressionDto,
  ProgressionParams,
  SafeguardParams,
} from '../release-plan.dto.js';

/**
 * Changes how release plans progress and go back by themselves. All methods throw NotFoundError and
 * ArchivedFeatureError like changes of strategies.
 */
@Injectable()
export class ProgressionService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly usage: WatchedUsage,
    moves: MoveLimits,
  ) {
    moves.add({ requireRoom: requireRoomForMoved });
  }

  /**
   * Sets after which time the next milestone follows; with null, it does not.
   * @throws BadDataError when there is no next milestone, or another one is named.
   */
  async change(
    { sourceMilestoneId, ...at }: ProgressionParams,
    dto: ProgressionDto | null,
    actor: Actor,
  ): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const { plan } = await lockOnlyPlan(at, tx);
      const source = milestoneIn(plan.milestones, sourceMilestoneId);
      if (dto) requireNext(plan, source, dto);
      const intervalMinutes = dto?.transitionCondition.intervalMinutes ?? null;
      const before = source.transitionCondition?.intervalMinutes ?? null;
      if (intervalMinutes === before) return;
      const transitionCondition = intervalMinutes === null ? null : { intervalMinutes };
      const changed = withMilestone(plan, { ...source, transitionCondition });
      const isActive = source.id === plan.activeMilestoneId;
      const progressionDueAt = isActive
        ? nextStartOf(changed, countedFrom(plan, source))
        : plan.progressionDueAt;
      await savePlan({ ...changed, progressionDueAt }, tx);
      const subject = subjectOf(plan, source);
      await tx.record({
        type: 'milestone-progression-changed',
        ...placeOf(at),
        data: { ...subject, intervalMinutes },
        preData: { ...subject, intervalMinutes: before },
      });
    });
  }

  /** Lets a paused plan progress again. The time until the next milestone starts anew. */
  async resume(at: PlanParams, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const { plan } = await lockPlan(at, tx);
      const active = activeMilestoneOf(plan);
      if (!active?.pausedAt) return;
      const resumed = withMilestone(plan, { ...active, pausedAt: null });
      const usageBaseline = await this.usage.baselineOf(at, plan, tx);
      const progressionDueAt = nextStartOf(resumed, plan.now);
      await savePlan({ ...resumed, usageBaseline, progressionDueAt }, tx);
      const data = subjectOf(plan, active);
      await tx.record({ type: 'release-plan-progressions-resumed', ...placeOf(at), data });
    });
  }

  /**
   * Adds a safeguard, or replaces that on the same metric. One with the same limit, too, stays as
   * it is, so that setting it again and again does not keep it from counting.
   * @throws BadDataError when it is invalid.
   * @throws ExceedsLimitError when there are too many.
   */
  async setSafeguard(at: PlanParams, dto: SafeguardDto, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const { plan } = await lockPlan(at, tx);
      const safeguard = safeguardOf(dto, plan.id);
      const before = plan.safeguards.find((one) => isSameMetric(one, safeguard));
      if (before && isSameJson(before.triggerCondition, safeguard.triggerCondition)) return;
      if (!before) await requireRoom('A release plan', plan.safeguards.length, at.projectId, tx);
      const others = plan.safeguards.filter((one) => one !== before);
      const changed = { ...plan, safeguards: [...others, safeguard] };
      const usageBaseline = await this.usage.baselineOf(at, changed, tx);
      await savePlan({ ...changed, usageBaseline }, tx);
      const data = { planId: plan.id, safeguard };
      await tx.record({ type: 'safeguard-changed', ...placeOf(at), data });
    });
  }

  /** Removes a safeguard. @throws NotFoundError */
  async removeSafeguard({ safeguardId, ...at }: SafeguardParams, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const { plan } = await lockPlan(at, tx);
      const safeguard = plan.safeguards.find(({ id }) => id === safeguardId.toLowerCase());
      if (!safeguard)
        throw new NotFoundError(`The release plan has no safeguard "${safeguardId}".`);
      const safeguards = plan.safeguards.filter((one) => one !== safeguard);
      await savePlan({ ...plan, safeguards }, tx);
      const preData = { planId: plan.id, safeguard };
      await tx.record({ type: 'safeguard-deleted', ...placeOf(at), preData });
    });
  }
}

/** From when on the time until the next milestone counts: since its start, or since resuming. */
function countedFrom(
  { progressionDueAt }: StoredPlan,
  { startedAt, transitionCondition }: MilestoneResponse,
): string {
  if (progressionDueAt === null || !transitionCondition) return startedAt!;
  const waited = transitionCondition.intervalMinutes * MS_PER_MINUTE;
  return new Date(Date.parse(progressionDueAt) - waited).toISOString();
}

/** @throws BadDataError */
function requireNext(
  { milestones }: StoredPlan,
  source: MilestoneResponse,
  { targetMilestone }: ProgressionDto,
): void {
  const next = milestones[milestones.indexOf(source) + 1];
  if (!next)
    throw new BadDataError(`No milestone follows "${source.name}", which is the last one.`);
  if (targetMilestone !== undefined && targetMilestone.toLowerCase() !== next.id)
    throw new BadDataError(
      `Only the next milestone can follow "${source.name}": "${next.name}" with the id ${next.id}.`,
    );
}
