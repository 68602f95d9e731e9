import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { SYSTEM } from '../../../core/event/actor.js';
import { whileExecuting } from '../../../core/event/circumstances.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { lockFeatureEnvironment } from '../../../flags/feature/feature-lock.js';
import { Sandbox } from '../../../platform/sandbox/sandbox.js';
import { nextTimes } from '../rule-times.js';
import { ScheduleActions } from '../schedule-plans.js';
import { requireMay } from '../schedule-permissions.js';
import { type Attempt, DueExecution } from './due-execution.js';
import {
  type DueWork,
  INTERNAL_ERROR,
  Obstacle,
  OTHERS,
  type Outcome,
  TURNING_OFF,
  type WorkLimits,
} from './due-queue.js';
import {
  ADVANCE,
  BEGIN_WINDOW,
  CLAIM,
  CLAIM_ONE,
  type DueSchedule,
  READ_CONFLICT,
  READ_NEXT,
  SUSPEND,
} from './execution.sql.js';

/** Local times, among which is the next occurrence if there is one, or why it is not known. */
interface Next {
  readonly times: string[];
  readonly problem?: string;
}

/** A schedule that is later than this is executed or missed, as its `whenLate` says. */
const LATE_SECONDS = 60;

/**
 * Executes schedules that are due. The change, its events and the new state of the schedule are one
 * transaction, in which the row of the schedule is locked. So each is executed once, whatever
 * number of instances try, and not at all by an instance that ends in between.
 */
@Injectable()
export class ScheduleExecutionService {
  /** Turning off and archiving, for which nothing else may be waited. */
  readonly turningOff: DueWork;
  readonly others: DueWork;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly actions: ScheduleActions,
    private readonly execution: DueExecution,
    private readonly sandbox: Sandbox,
  ) {
    this.turningOff = this.work(TURNING_OFF);
    this.others = this.work(OTHERS);
  }

  private work(limits: WorkLimits): DueWork {
    return this.execution.work({
      limits,
      kind: 'schedule',
      next: READ_NEXT,
      claim: async (except, turnsOff, tx) => (await tx.query(CLAIM, [except, turnsOff]))[0],
      act: (due) => whileExecuting(due.id, () => this.act(due)),
      giveUp: (id) => this.giveUp(id),
    });
  }

  private async giveUp(id: number): Promise<void> {
    await this.unitOfWork.run(SYSTEM, async (tx) => {
      const [due] = await tx.query(CLAIM_ONE, [id]);
      if (due) await suspend(due, INTERNAL_ERROR, tx);
    });
  }

  private async act(due: DueSchedule): Promise<Outcome> {
    // Before the feature is locked, so that nobody else waits for it.
    const next = await this.nextOf(due);
    if (isMissed(due)) {
      await this.unitOfWork.run(SYSTEM, (tx) => miss(due, next, tx));
      return 'missed';
    }
    return this.execution.attempt(due, {
      work: async (author) => {
        await this.change(due, author);
        await this.unitOfWork.run(author, (tx) => finish(due, next, tx));
      },
      suspend: (reason) => this.unitOfWork.run(SYSTEM, (tx) => suspend(due, reason, tx)),
      mail: mailOf(due),
    });
  }

  /** When it acts next. It acts now even if that cannot be found, and is suspended then. */
  private async nextOf(due: DueSchedule): Promise<Next> {
    const { rule, localStart: start, localDue, localNow } = due;
    if (rule === null || (beginsWindow(due) && !isMissed(due))) return { times: [] };
    const around = localNow > localDue ? localNow : localDue;
    const found = await nextTimes({ rule, start, around }, this.sandbox);
    return 'times' in found ? found : { times: [], ...found };
  }

  /** @throws Obstacle, and errors of the direct operation. */
  private async change(due: DueSchedule, author: Caller): Promise<void> {
    if (due.conflict !== null) throw new Obstacle(due.conflict);
    const { project: projectId, feature: featureName, environment, durationMinutes } = due;
    const place = { projectId, featureName, environment };
    const payload = due.step === 'start' ? due.payload : {};
    const change = await this.actions.read(due.stepAction, payload, '/payload');
    requireMay({ change, durationMinutes }, author, place);
    // One unit, so that a refusal leaves nothing behind of a change in several steps.
    await this.unitOfWork.run(author, async (tx) => {
      if (due.action.endsWith('Strategy')) {
        await lockFeatureEnvironment(tx, place);
        const [row] = await tx.query(READ_CONFLICT, [due.id]);
        if (row?.conflict) throw new Obstacle(row.conflict);
      }
      await change.apply(place, author);
    });
  }
}

/**
 * The end of a window always takes place. Its start does not once the window is over, since its end
 * would follow at once.
 */
function isMissed({ step, whenLate, lateSeconds, isOver }: DueSchedule): boolean {
  return step === 'start' && (isOver || (whenLate === 'skip' && lateSeconds > LATE_SECONDS));
}

async function finish(due: DueSchedule, next: Next, tx: Tx): Promise<void> {
  if (beginsWindow(due)) await tx.query(BEGIN_WINDOW, [due.id]);
  else await tx.query(ADVANCE, [due.id, next.times, 'executed', true]);
  await tx.record({ type: 'schedule-executed', ...placeOf(due), data: stepOf(due) });
  if (next.problem !== undefined) await suspend(due, next.problem, tx);
}

async function miss(due: DueSchedule, next: Next, tx: Tx): Promise<void> {
  await tx.query(ADVANCE, [due.id, next.times, 'missed', false]);
  await tx.record({ type: 'schedule-missed', ...placeOf(due), data: stepOf(due) });
  if (next.problem !== undefined) await suspend(due, next.problem, tx);
}

function beginsWindow({ step, durationMinutes }: DueSchedule): boolean {
  return step === 'start' && durationMinutes !== null;
}

async function suspend(due: DueSchedule, reason: string, tx: Tx): Promise<void> {
  await tx.query(SUSPEND, [due.id, reason]);
  const data = { ...stepOf(due), reason };
  await tx.record({ type: 'schedule-suspended', ...placeOf(due), data });
}

function mailOf(due: DueSchedule): Attempt['mail'] {
  const { id, stepAction: action, project, feature, environment } = due;
  return {
    what: ({ schedule, actions }) =>
      schedule({ id, action: actions[action] ?? action, feature, environment }),
    path: ['projects', project, 'features', feature],
  };
}

function stepOf({ id: scheduleId, stepAction: action, dueAt }: DueSchedule) {
  return { scheduleId, action, dueAt };
}

function placeOf({ project, feature: featureName, environment }: DueSchedule) {
  return { project, featureName, environment };
}
