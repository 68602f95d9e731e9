import { Injectable } from '@nestjs/common';
import { authorOf } from '../auth/author-lookup.js';
import type { Caller } from '../auth/caller/caller.js';
import { ConfirmationGate } from '../auth/session/confirmation-gate.js';
import { ExceedsLimitError, NotFoundError } from '../errors/general.errors.js';
import { approvalRequired } from '../event/approval.errors.js';
import type { SchedulePayload } from '../event/schedule-payloads.js';
import type { Tx } from '../event/tx.js';
import { UnitOfWork } from '../event/unit-of-work.js';
import { lockFeature } from '../feature/feature-lock.js';
import type { FeatureEnvironmentParams } from '../feature/feature.params.js';
import { noEnvironment } from '../feature/feature.read-model.js';
import { isEmergency, requireMay, requireToCancel } from './schedule-permissions.js';
import type { ScheduleDto } from './schedule.dto.js';
import { ScheduleStateError } from './schedule.errors.js';
import type { SchedulePlace } from './schedule.params.js';
import { type SchedulePlan, SchedulePlans } from './schedule-plans.js';
import {
  ADD,
  CANCEL,
  COUNT_OPEN,
  FIND_ENVIRONMENT,
  FIND_REQUIREMENT,
  LOCK,
  type LockedSchedule,
  type OpenSchedules,
  REPLACE,
  type ScheduleValues,
} from './schedule-write.sql.js';
import type { ScheduledAction } from './states.js';

/** Maximum numbers of schedules that are pending or suspended, and of bytes of their payloads. */
export const OPEN_LIMITS = {
  feature: { schedules: 20, bytes: Infinity },
  project: { schedules: 500, bytes: 5_000_000 },
  instance: { schedules: 10_000, bytes: 50_000_000 },
} as const;
const SCOPES = ['feature', 'project', 'instance'] as const;

/** Creates, changes and cancels schedules. */
@Injectable()
export class ScheduleService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly plans: SchedulePlans,
    private readonly confirmations: ConfirmationGate,
  ) {}

  /**
   * Schedules a change of a feature.
   * @returns The id of the schedule.
   * @throws NotFoundError when there is no such feature, environment or strategy.
   * @throws BadDataError when the schedule is invalid.
   * @throws PermissionError when the caller may not make the change.
   * @throws ApprovalRequiredError when the environment requires approvals, unless a feature is
   * turned off for a reason.
   * @throws ExceedsLimitError when there are too many schedules.
   */
  async add(at: FeatureEnvironmentParams, dto: ScheduleDto, caller: Caller): Promise<number> {
    const plan = await this.read(at, dto, caller);
    return this.unitOfWork.run(caller, async (tx) => {
      await tx.lockName('scheduleQuotas', 'schedules');
      await requirePlace(at, plan, caller, tx);
      await requireRoom(at, { schedules: 1, bytes: bytesOf(plan.change.payload) }, tx);
      const [row] = await tx.query(ADD, valuesOf(at, plan, caller));
      const data = payloadOf(row!.id, plan);
      await tx.record({ type: 'schedule-created', ...placeOf(at), data });
      return row!.id;
    });
  }

  /**
   * Replaces what a schedule does and when. A suspended one is pending again. Whoever changes it
   * becomes its author.
   * @throws NotFoundError when there is no such schedule.
   * @throws ScheduleStateError when it has ended.
   * @throws errors of {@link add}.
   */
  async replace(at: SchedulePlace, dto: ScheduleDto, caller: Caller): Promise<void> {
    const found = await this.unitOfWork.run(caller, (tx) => lockOpen(at, tx));
    const place = {
      projectId: at.projectId,
      featureName: found.feature,
      environment: found.environment,
    };
    requireToCancel(found.action, caller, place);
    const plan = await this.read(place, dto, caller);
    await this.unitOfWork.run(caller, async (tx) => {
      await tx.lockName('scheduleQuotas', 'schedules');
      const before = await lockOpen(at, tx);
      await requirePlace(place, plan, caller, tx);
      const bytes = bytesOf(plan.change.payload) - bytesOf(before.payload);
      if (bytes > 0) await requireRoom(place, { schedules: 0, bytes }, tx);
      await tx.query(REPLACE, [...valuesOf(place, plan, caller), at.id]);
      await tx.record({
        type: 'schedule-updated',
        ...placeOf(place),
        data: payloadOf(at.id, plan),
        preData: formerPayload(before),
      });
    });
  }

  /**
   * Cancels a schedule. Whoever may turn the feature off can cancel it, too.
   * @throws NotFoundError, PermissionError, ScheduleStateError
   */
  async cancel(at: SchedulePlace, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const schedule = await lockOpen(at, tx);
      const { feature: featureName, environment, action } = schedule;
      const place = { projectId: at.projectId, featureName, environment };
      requireToCancel(action, caller, place);
      await tx.query(CANCEL, [at.id]);
      const preData = formerPayload(schedule);
      await tx.record({ type: 'schedule-cancelled', ...placeOf(place), preData });
    });
  }

  private async read(
    at: FeatureEnvironmentParams,
    dto: ScheduleDto,
    caller: Caller,
  ): Promise<SchedulePlan> {
    const plan = await this.plans.read(dto);
    requireMay(plan, caller, at);
    const isOff = plan.action === 'off' || plan.action === 'archive';
    const confirm = isOff && plan.durationMinutes === null ? 'off' : 'on';
    await this.confirmations.requireIn(caller, confirm, at);
    // What is wrong with a strategy is found by adding it; whether a switch is possible depends on
    // what happens until then.
    const { apply } = plan.change;
    if (isOfStrategy(plan.action)) await this.unitOfWork.rehearse(() => apply(at, caller));
    return plan;
  }
}

function isOfStrategy(action: ScheduledAction): boolean {
  return action === 'addStrategy' || action === 'updateStrategy' || action === 'deleteStrategy';
}

/** Locks the feature, and checks that its environment requires no approvals. */
async function requirePlace(
  at: FeatureEnvironmentParams,
  plan: SchedulePlan,
  caller: Caller,
  tx: Tx,
): Promise<void> {
  const { projectId, environment } = at;
  await lockFeature(tx, at);
  const [found] = await tx.query(FIND_ENVIRONMENT, [projectId, environment]);
  if (!found) throw noEnvironment(at);
  if (isEmergency(plan, caller, at)) return;
  const scope = plan.action === 'archive' ? null : environment;
  const [required] = await tx.query(FIND_REQUIREMENT, [projectId, scope]);
  if (!required) return;
  const isOff = plan.action === 'off' && plan.durationMinutes === null;
  const type = isOff ? 'feature-environment-disabled' : 'feature-environment-enabled';
  throw approvalRequired({ project: projectId, environment: required.environment }, type);
}

/**
 * Checks that there is room for a schedule, or for a longer payload of one.
 * @param added What is to be added; its payload is compressed when it is stored.
 * @throws ExceedsLimitError
 */
async function requireRoom(
  { featureName, projectId }: FeatureEnvironmentParams,
  added: OpenSchedules,
  tx: Tx,
): Promise<void> {
  const [open] = await tx.query(COUNT_OPEN, [featureName, projectId]);
  for (const scope of SCOPES) {
    const [most, { schedules, bytes }] = [OPEN_LIMITS[scope], open![scope]];
    if (schedules + added.schedules > most.schedules)
      throw new ExceedsLimitError(
        `The ${scope} has ${most.schedules} schedules that are pending or suspended, which is ` +
          'the maximum. Cancel some first.',
      );
    if (bytes + added.bytes > most.bytes)
      throw new ExceedsLimitError(
        `The payloads of the pending and suspended schedules of the ${scope} can have at most ` +
          `${most.bytes} bytes together. Cancel some first, or schedule less.`,
      );
  }
}

function bytesOf(payload: unknown): number {
  return Buffer.byteLength(JSON.stringify(payload));
}

async function lockOpen({ projectId, id }: SchedulePlace, tx: Tx): Promise<LockedSchedule> {
  const [schedule] = await tx.query(LOCK, [projectId, id]);
  if (!schedule) throw noSchedule({ projectId, id });
  if (schedule.state === 'pending' || schedule.state === 'suspended') return schedule;
  throw new ScheduleStateError(
    `The schedule ${id} is ${schedule.state}, so it can no longer be changed. Create another one.`,
  );
}

export function noSchedule({ projectId, id }: SchedulePlace): NotFoundError {
  return new NotFoundError(`There is no schedule ${id} in the project "${projectId}".`);
}

function valuesOf(
  { featureName, environment }: FeatureEnvironmentParams,
  plan: SchedulePlan,
  caller: Caller,
): ScheduleValues {
  const { userId, tokenId } = authorOf(caller);
  return [
    featureName,
    environment,
    plan.action,
    JSON.stringify(plan.change.payload),
    plan.startsAt,
    plan.nextAt,
    plan.rule,
    plan.timeZone,
    plan.untilAt,
    plan.durationMinutes,
    plan.whenLate,
    userId,
    tokenId,
  ];
}

function placeOf({ projectId: project, featureName, environment }: FeatureEnvironmentParams) {
  return { project, featureName, environment };
}

function payloadOf(scheduleId: number, plan: SchedulePlan): SchedulePayload {
  const { action, change, startsAt: at, rule, timeZone, durationMinutes, whenLate } = plan;
  const { payload } = change;
  return { scheduleId, action, payload, at, rule, timeZone, durationMinutes, whenLate };
}

function formerPayload(schedule: LockedSchedule): SchedulePayload {
  const { id: scheduleId, action, payload, at, rule, timeZone } = schedule;
  const { durationMinutes, whenLate } = schedule;
  return { scheduleId, action, payload, at, rule, timeZone, durationMinutes, whenLate };
}
