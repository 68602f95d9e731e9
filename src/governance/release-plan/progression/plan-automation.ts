import { Injectable, Logger } from '@nestjs/common';
import { DatabaseErrorTranslator } from '../../../platform/database/constraint-errors.js';
import { ApiError } from '../../../platform/errors/api-error.js';
import { NotFoundError } from '../../../platform/errors/general.errors.js';
import { SYSTEM } from '../../../core/event/actor.js';
import { whileReleasing } from '../../../core/event/approval.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { ArchivedFeatureError } from '../../../flags/feature/feature.errors.js';
import { FeatureSwitchService } from '../../../flags/feature/switch/feature-switch.service.js';
import {
  activeMilestoneOf,
  type LockedPlan,
  lockPlan,
  placeOf,
  PlanSteps,
  savePlan,
  subjectOf,
  withMilestone,
} from '../plan/plan-steps.js';
import type { StoredPlan } from '../plan/plan.sql.js';
import type { MilestoneResponse } from '../release-plan.dto.js';
import { reasonOf } from '../safeguard/safeguard-rules.js';
import { WatchedUsage } from '../safeguard/watched-usage.js';
import { CLAIM, type UncheckedPlan, type WatchedPlan } from './progression.sql.js';

/** Changes a locked plan. */
type Work = (locked: LockedPlan, active: MilestoneResponse, tx: Tx) => Promise<void>;

/** Lets release plans progress when their time has come, and go back when a limit is crossed. */
@Injectable()
export class PlanAutomation {
  private readonly log = new Logger(PlanAutomation.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly steps: PlanSteps,
    private readonly switches: FeatureSwitchService,
    private readonly usage: WatchedUsage,
    private readonly errors: DatabaseErrorTranslator,
  ) {}

  /**
   * Starts the next milestone if it is due. Of several instances one does it: the others find that
   * nothing is due. A plan whose feature is off is paused, so that it does not go on unexpectedly
   * when the feature is turned on again.
   */
  progress(at: WatchedPlan): Promise<void> {
    return this.automatically(at, undefined, async ({ place, plan }, active, tx) => {
      if (!plan.isDue) return;
      const next = plan.milestones[plan.milestones.indexOf(active) + 1]!;
      if (place.enabled) await this.steps.start(at, plan, next, { startedBy: 'progression' }, tx);
      else await pause(at, plan, active, 'The feature is off.', tx);
    });
  }

  /**
   * Goes back to the previous milestone and pauses the plan if a safeguard's limit is crossed.
   * Usage is measured before anything is locked, because nearly always no limit is crossed, and
   * switches of the feature would wait for the lock. It is measured again when the plan is locked.
   */
  async watch(at: UncheckedPlan): Promise<void> {
    if (at.isPaused) return;
    const crossed = await this.usage.violationOf(at, at);
    if (!crossed) return;
    await this.automatically(at, reasonOf(crossed), async ({ plan }, active, tx) => {
      if (active.pausedAt !== null) return;
      const violation = await this.usage.violationOf(at, plan, tx);
      if (violation) await this.goBack(at, plan, active, reasonOf(violation), tx);
    });
  }

  /** From the first milestone, the way back is turning the feature off. */
  private async goBack(
    at: WatchedPlan,
    plan: StoredPlan,
    active: MilestoneResponse,
    reason: string,
    tx: Tx,
  ): Promise<void> {
    const previous = plan.milestones[plan.milestones.indexOf(active) - 1];
    if (!previous) {
      await this.switches.turnAllOff(at, [at.featureName], tx);
      return pause(at, plan, active, reason, tx);
    }
    await this.steps.start(at, plan, previous, { startedBy: 'safeguard', isPaused: true }, tx);
    await recordPause(at, plan, previous, reason, tx);
  }

  /**
   * Works on the active milestone of a plan. A change that is refused pauses the plan, unless
   * another milestone was started meanwhile.
   * @param cause Why the plan is changed, if not because of its time.
   */
  private async automatically(
    at: WatchedPlan,
    cause: string | undefined,
    work: Work,
  ): Promise<void> {
    let refusedId: string | undefined;
    try {
      await this.once(at, (locked, active, tx) => {
        refusedId = active.id;
        return work(locked, active, tx);
      });
    } catch (error) {
      const refusal = this.refusalOf(error);
      // Somebody has removed the plan or archived the feature meanwhile.
      if (refusal instanceof NotFoundError || refusal instanceof ArchivedFeatureError) return;
      const reason = [cause, refusal.message].filter((part) => part !== undefined).join(' ');
      this.log.warn(`The release plan ${at.planId} is paused: ${reason}`);
      await this.once(at, async ({ plan }, active, tx) => {
        if (active.id === refusedId && active.pausedAt === null)
          await pause(at, plan, active, reason, tx);
      });
    }
  }

  /** Why a change was refused. @throws the error when that is not the reason. */
  private refusalOf(error: unknown): ApiError {
    if (error instanceof ApiError && error.status < 500) return error;
    const refusal = this.errors.isTransient(error) ? undefined : this.errors.translate(error);
    if (!refusal || refusal.status >= 500) throw error;
    return refusal;
  }

  private once(at: WatchedPlan, work: Work): Promise<void> {
    const { projectId: project, environment } = at;
    return whileReleasing({ project, environment }, () =>
      this.unitOfWork.run(SYSTEM, async (tx) => {
        const [claim] = await tx.query(CLAIM, [at.planId]);
        if (!claim!.claimed) return;
        const locked = await lockPlan(at, tx);
        const active = activeMilestoneOf(locked.plan);
        if (active) await work(locked, active, tx);
      }),
    );
  }
}

async function pause(
  at: WatchedPlan,
  plan: StoredPlan,
  active: MilestoneResponse,
  reason: string,
  tx: Tx,
): Promise<void> {
  const paused = withMilestone(plan, { ...active, pausedAt: plan.now });
  await savePlan({ ...paused, progressionDueAt: null }, tx);
  await recordPause(at, plan, active, reason, tx);
}

async function recordPause(
  at: WatchedPlan,
  plan: StoredPlan,
  milestone: MilestoneResponse,
  reason: string,
  tx: Tx,
): Promise<void> {
  const data = { ...subjectOf(plan, milestone), reason };
  await tx.record({ type: 'release-plan-progressions-paused', ...placeOf(at), data });
}
