import { Injectable } from '@nestjs/common';
import { type Author, authorOf } from '../../core/auth/author-lookup.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { ConfirmationGate } from '../../core/auth/session/confirmation-gate.js';
import { RequestTransaction } from '../../platform/database/request-transaction.js';
import { ExceedsLimitError, NotFoundError } from '../../platform/errors/general.errors.js';
import { Beforehand } from '../../platform/http/waiting.js';
import { approvalRequired } from '../../core/event/approval.js';
import type { SchedulePayload } from '../../core/event/planned-events.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { lockFeature } from '../../flags/feature/feature-lock.js';
import type { FeatureEnvironmentParams, FeatureParams } from '../../flags/feature/feature.dto.js';
import { noEnvironment } from '../../flags/feature/feature.read-model.js';
import { MoveLimits } from '../../flags/feature/move/feature-move.service.js';
import { isEmergency, requireMay, requireToCancel } from './schedule-permissions.js';
import type { ScheduledAction, ScheduleDto, SchedulePlace } from './schedule.dto.js';
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
} from './schedule.sql.js';
import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { ApiError } from '../../platform/errors/api-error.js';

/** Maximum numbers of schedules that are pending or suspended, and of bytes of their payloads. */
const OPEN_LIMITS = {
  feature: { schedules: 20, bytes: Infinity },
  project: { schedules: 500, bytes: 5_000_000 },
  author: { schedules: 2_500, bytes: 12_500_000 },
  instance: { schedules: 10_000, bytes: 50_000_000 },
} as const;

type Scope = keyof typeof OPEN_LIMITS;
const SCOPES = Object.keys(OPEN_LIMITS) as Scope[];

/** What is to be added to the open schedules, by what it counts for. */
type Added = Readonly<Partial<Record<Scope, OpenSchedules>>>;

/** The same for all that a new schedule counts for. */
function forAll(added: OpenSchedules): Added {
  return { feature: added, project: added, author: added, instance: added };
}

/** Makes transactions that add schedules wait for each other, so that counts hold. */
async function lockQuotas(tx: Tx): Promise<void> {
  await tx.lockName('scheduleQuotas', 'schedules');
}

/**
 * Checks that there is room for schedules, or for longer payloads. The lock of {@link lockQuotas}
 * must be held.
 * @throws ExceedsLimitError
 */
async function requireRoom(
  { projectId, featureName }: FeatureParams,
  { userId, tokenId }: Author,
  added: Added,
  tx: Tx,
): Promise<void> {
  const [open] = await tx.query(COUNT_OPEN, [featureName, projectId, userId, tokenId]);
  for (const scope of SCOPES) requireWithin(scope, open![scope], added[scope]);
}

/**
 * Checks that a project has room for the schedules of a feature that moves there.
 * @throws ExceedsLimitError
 */
async function requireRoomForMoved(featureName: string, newProject: string, tx: Tx): Promise<void> {
  const [open] = await tx.query(COUNT_OPEN, [featureName, newProject, 0, null]);
  if (open!.feature.schedules > 0) requireWithin('project', open!.project, open!.feature);
}

function requireWithin(scope: Scope, open: OpenSchedules, added: OpenSchedules | undefined): void {
  if (!added) return;
  const most = OPEN_LIMITS[scope];
  const owner = scope === 'author' ? 'You have' : `The ${scope} has`;
  if (open.schedules + added.schedules > most.schedules)
    throw new ExceedsLimitError(
      `${owner} ${open.schedules} schedules that are pending or suspended. The maximum is ` +
        `${most.schedules}. Cancel some first.`,
    );
  if (open.bytes + added.bytes > most.bytes)
    throw new ExceedsLimitError(
      `The payloads of the pending and suspended schedules of one ${scope} can have at most ` +
        `${most.bytes} bytes together. Cancel some first, or schedule less.`,
    );
}

/** Creates, changes and cancels schedules. */
@Injectable()
export class ScheduleService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly plans: SchedulePlans,
    private readonly confirmations: ConfirmationGate,
    moves: MoveLimits,
  ) {
    moves.add({ lock: lockQuotas, requireRoom: requireRoomForMoved });
  }

  /**
   * Reads a schedule, and goes on with its plan. The times of a rule can take long, so they are
   * found before a transaction of the request.
   * @throws BadDataError when the schedule is invalid.
   */
  async planned<T>(
    dto: ScheduleDto,
    goOn: (plan: SchedulePlan) => Promise<T>,
  ): Promise<T | Beforehand<T>> {
    if (dto.rule === undefined || !RequestTransaction.current)
      return goOn(await this.plans.read(dto));
    return new Beforehand(async () => {
      const plan = await this.plans.read(dto);
      return () => goOn(plan);
    });
  }

  /**
   * Schedules a change of a feature.
   * @returns The id of the schedule.
   * @throws NotFoundError when there is no such feature, environment or strategy.
   * @throws PermissionError when the caller may not make the change.
   * @throws ApprovalRequiredError when the environment requires approvals, unless a feature is
   * turned off for a reason.
   * @throws ExceedsLimitError when there are too many schedules.
   */
  async add(at: FeatureEnvironmentParams, plan: SchedulePlan, caller: Caller): Promise<number> {
    await this.check(at, plan, caller);
    return this.unitOfWork.run(caller, async (tx) => {
      await lockQuotas(tx);
      await requirePlace(at, plan, caller, tx);
      const added = forAll({ schedules: 1, bytes: bytesOf(plan.change.payload) });
      await requireRoom(at, authorOf(caller), added, tx);
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
  async replace(at: SchedulePlace, plan: SchedulePlan, caller: Caller): Promise<void> {
    const found = await this.unitOfWork.run(caller, (tx) => lockOpen(at, tx));
    const place = {
      projectId: at.projectId,
      featureName: found.feature,
      environment: found.environment,
    };
    requireToCancel(found.action, caller, place);
    await this.check(place, plan, caller);
    await this.unitOfWork.run(caller, async (tx) => {
      await lockQuotas(tx);
      const before = await lockOpen(at, tx);
      await requirePlace(place, plan, caller, tx);
      const author = authorOf(caller);
      await requireRoom(place, author, addedBy(plan, before, author), tx);
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

  private async check(
    at: FeatureEnvironmentParams,
    plan: SchedulePlan,
    caller: Caller,
  ): Promise<void> {
    requireMay(plan, caller, at);
    const isOff = plan.action === 'off' || plan.action === 'archive';
    const confirm = isOff && plan.durationMinutes === null ? 'off' : 'on';
    const { projectId } = at;
    // Archiving concerns all environments.
    const place = plan.action === 'archive' ? { projectId } : at;
    await this.confirmations.requireIn(caller, confirm, place);
    // What is wrong with a strategy is found by adding it; whether a switch is possible depends on
    // what happens until then.
    const { apply } = plan.change;
    if (isOfStrategy(plan.action)) await this.unitOfWork.rehearse(() => apply(at, caller));
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

/** What replacing a schedule adds: a longer payload, and the schedule itself to its new author. */
function addedBy(plan: SchedulePlan, before: LockedSchedule, { userId, tokenId }: Author): Added {
  const bytes = bytesOf(plan.change.payload);
  const more = bytes - bytesOf(before.payload);
  const isOwn = before.userId === userId && before.tokenId === tokenId;
  return {
    ...(more > 0 ? forAll({ schedules: 0, bytes: more }) : {}),
    ...(isOwn ? {} : { author: { schedules: 1, bytes } }),
  };
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

/** The error for an unknown schedule. */
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

/** The schedule has ended, so it can no longer be changed. */
class ScheduleStateError extends ApiError {
  readonly status = 409;
}

/** Maps the constraints of this table to the errors that callers see. */
export const SCHEDULE_CONSTRAINTS: ConstraintErrors = {
  schedule_environment_fkey: (name) => new NotFoundError(`There is no environment "${name}".`),
};
