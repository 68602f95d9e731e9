import { Injectable } from '@nestjs/common';
import {
  action,
  type ActionName,
  type ChangeAction,
  objectOf,
  type ReadPayload,
  TO_TURN_OFF,
} from '../change-request/actions/change-action.js';
import { hasOffset, MAX_HOURS_AHEAD } from '../change-request/planned-time.js';
import { Database } from '../../platform/database/database.js';
import { postgresErrorOf } from '../../platform/database/postgres-errors.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import { Sandbox } from '../../platform/sandbox/sandbox.js';
import { firstTimes } from './rule-times.js';
import { Recurrence } from './recurrence.js';
import { type ScheduledAction, type ScheduleDto, TurnOnPayload } from './schedule.dto.js';
import { READ_LOCAL_TIMES, READ_TIME } from './schedule.sql.js';
import { ChangeActions } from '../change-request/actions/change-actions.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { FeatureArchiveService } from '../../flags/feature/archive/feature-archive.service.js';
import { FeatureSwitchService } from '../../flags/feature/switch/feature-switch.service.js';
import {
  GuardQuery,
  guardWishOf,
  turnOffWishOf,
} from '../../flags/preview/change-guard/change-guard.dto.js';

/** What schedules can do, by the services of the direct operations. */
@Injectable()
export class ScheduleActions {
  private readonly switching: Readonly<Record<'on' | 'off' | 'archive', ChangeAction>> = {
    on: action(objectOf(TurnOnPayload), {
      anyOf: () => ['UPDATE_FEATURE_ENVIRONMENT'],
      apply: (at, { shouldActivateDisabledStrategies: activates = false }, caller) =>
        this.unitOfWork.run(caller, (tx) =>
          this.switches.turnAllOn(at, [at.featureName], activates, tx),
        ),
    }),
    // With a reason, turning off is also possible where approvals are required.
    off: action(objectOf(GuardQuery, guardWishOf), {
      anyOf: ({ force }) => (force ? [...TO_TURN_OFF, 'SKIP_CHANGE_REQUEST'] : TO_TURN_OFF),
      apply: (at, payload, caller) =>
        this.switches.allOff(at, [at.featureName], caller, turnOffWishOf(payload, caller, at)),
    }),
    archive: action(objectOf(GuardQuery, guardWishOf), {
      anyOf: () => ['DELETE_FEATURE'],
      apply: (at, payload, caller) => this.archives.archive(at, caller, guardWishOf(payload)),
    }),
  };

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly switches: FeatureSwitchService,
    private readonly archives: FeatureArchiveService,
    private readonly changes: ChangeActions,
  ) {}

  /**
   * Validates the input of an action. `path` is its position in error messages.
   * @throws BadDataError
   */
  read(name: ScheduledAction, payload: unknown, path = '/body/payload'): Promise<ReadPayload> {
    if (name === 'on' || name === 'off' || name === 'archive')
      return this.switching[name](payload, path);
    return this.changes.table[name satisfies ActionName](payload, path);
  }
}

/** Minimum time between two occurrences, in minutes. */
const MIN_MINUTES = 15;
/** Number of occurrences whose distances are checked. */
const CHECKED = 50;
const MAX_PAYLOAD_CHARACTERS = 100_000;
/** SQLSTATE of an unknown time zone. */
const INVALID_PARAMETER = '22023';

/** A valid schedule. Times are in UTC. */
export interface SchedulePlan {
  readonly action: ScheduledAction;
  readonly change: ReadPayload;
  readonly startsAt: string;
  /** When it acts first. */
  readonly nextAt: string;
  readonly rule: string | null;
  readonly timeZone: string;
  /** After which no occurrence follows; null for none. */
  readonly untilAt: string | null;
  readonly durationMinutes: number | null;
  readonly whenLate: 'run' | 'skip';
}

interface Times {
  readonly first: string;
  readonly until: string | null;
}

/** Validates schedules. */
@Injectable()
export class SchedulePlans {
  constructor(
    private readonly database: Database,
    private readonly actions: ScheduleActions,
    private readonly sandbox: Sandbox,
  ) {}

  /** @throws BadDataError when the schedule is invalid. */
  async read(dto: ScheduleDto): Promise<SchedulePlan> {
    const { action, payload, whenLate = 'run', timeZone = 'UTC' } = dto;
    const [rule, durationMinutes] = [dto.rule ?? null, dto.durationMinutes ?? null];
    requireSwitch(action, rule, durationMinutes);
    const change = await this.actions.read(action, payload);
    if (JSON.stringify(change.payload).length > MAX_PAYLOAD_CHARACTERS)
      throw new BadDataError(
        `The payload of a schedule can have at most ${MAX_PAYLOAD_CHARACTERS} characters.`,
      );
    const { startsAt, local } = await this.readStart(dto, timeZone);
    const times =
      rule === null
        ? { first: startsAt, until: null }
        : await this.readTimes(rule, local, timeZone, durationMinutes);
    return {
      action,
      change,
      startsAt,
      nextAt: times.first,
      rule,
      timeZone,
      untilAt: times.until,
      durationMinutes,
      whenLate,
    };
  }

  private async readStart(
    { at, rule }: ScheduleDto,
    timeZone: string,
  ): Promise<{ startsAt: string; local: string }> {
    if (!hasOffset(at))
      throw new BadDataError('Give the time with its offset, such as 2030-01-31T18:00:00+01:00.');
    requireTimeZone(timeZone);
    // Rules yield whole seconds, none of which may be before the start.
    const time = rule ? 1000 * Math.ceil(Date.parse(at) / 1000) : Date.parse(at);
    const startsAt = new Date(time).toISOString();
    const [start] = await this.database
      .run(READ_TIME, [startsAt, timeZone, MAX_HOURS_AHEAD])
      .catch((error: unknown) => {
        if (postgresErrorOf(error)?.code === INVALID_PARAMETER) throw unknownTimeZone(timeZone);
        throw error;
      });
    if (start!.isPast) throw new BadDataError('Choose a time in the future.');
    if (start!.isFar) throw new BadDataError('Choose a time within the next five years.');
    return { startsAt, local: start!.local };
  }

  /** The first time of a rule, and the time after which it no longer occurs. */
  private async readTimes(
    rule: string,
    start: string,
    timeZone: string,
    durationMinutes: number | null,
  ): Promise<Times> {
    const { count, until: end } = new Recurrence(rule, start);
    const isLocal = end !== null && !end.endsWith('Z');
    const locals = await firstTimes({ rule, start, first: count ?? CHECKED }, this.sandbox);
    if (isLocal) locals.push(end);
    const zones = locals.map(() => timeZone);
    const found = await this.database.run(READ_LOCAL_TIMES, [locals, zones]);
    const until = isLocal ? found.pop()!.at : end;
    const last = until === null ? Infinity : Date.parse(until) / 1000;
    const times = inOrder(found.filter(({ epoch }) => epoch <= last));
    const first = times[0];
    if (!first) throw new BadDataError('The recurrence rule has no occurrence.');
    requireApart(
      times.map(({ epoch }) => epoch),
      durationMinutes,
    );
    return { first: first.at, until: count === null ? until : times.at(-1)!.at };
  }
}

/** Each moment once, soonest first: on a change of the clocks, two local times can be the same. */
function inOrder<T extends { epoch: number }>(times: readonly T[]): T[] {
  const sorted = [...times].sort((a, b) => a.epoch - b.epoch);
  return sorted.filter(({ epoch }, n) => epoch !== sorted[n - 1]?.epoch);
}

function requireSwitch(
  action: ScheduledAction,
  rule: string | null,
  durationMinutes: number | null,
): void {
  if (action !== 'on' && action !== 'off' && (rule !== null || durationMinutes !== null))
    throw new BadDataError('Only the actions on and off can recur or be reversed.');
}

function requireTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw unknownTimeZone(timeZone);
  }
}

function unknownTimeZone(timeZone: string): BadDataError {
  return new BadDataError(`There is no time zone "${timeZone}". Use a name such as Europe/Berlin.`);
}

/** @throws BadDataError when times, in seconds, are too close together. */
function requireApart(times: readonly number[], durationMinutes: number | null): void {
  const gaps = times.slice(1).map((time, index) => (time - times[index]!) / 60);
  const least = gaps.reduce((least, gap) => Math.min(least, gap), Infinity);
  if (least < MIN_MINUTES)
    throw new BadDataError(`Occurrences must be at least ${MIN_MINUTES} minutes apart.`);
  if (durationMinutes !== null && least <= durationMinutes)
    throw new BadDataError(
      `An occurrence begins before the previous one has ended: durationMinutes must be less ` +
        `than ${least}.`,
    );
}
