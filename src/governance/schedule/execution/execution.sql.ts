import { statement } from '../../../platform/database/statement.js';
import { STEP_ACTION } from '../../../flags/preview/planned-changes.sql.js';
import { CONFLICT, localTime } from '../schedule.sql.js';
import type { ScheduledAction } from '../schedule.dto.js';

/** Whether the next step of the schedule `s` turns its feature off. */
const TURNS_OFF = `(${STEP_ACTION}) IN ('off', 'archive')`;

/** How long until the next schedule is due, in milliseconds; negative when it is late. */
export const READ_NEXT = statement<
  [except: readonly number[], turnsOff: boolean],
  { milliseconds: number | null }
>(
  'execution.read-next',
  /* sql */ `
    SELECT 1000 * extract(epoch FROM min(s.next_at) - clock_timestamp())::float8 AS milliseconds
      FROM schedule s
     WHERE s.state = 'pending' AND s.id <> ALL ($1::int[])
       AND (s.next_at > now() OR ${TURNS_OFF} = $2)`,
);

/** A schedule that is due and that no other instance is executing. */
export interface DueSchedule {
  id: number;
  project: string;
  feature: string;
  environment: string;
  /** What the schedule is for. */
  action: ScheduledAction;
  /** What it does now: at the end of a window, the opposite. */
  stepAction: ScheduledAction;
  payload: unknown;
  step: 'start' | 'end';
  dueAt: string;
  lateSeconds: number;
  /** Whether its window has ended already. */
  isOver: boolean;
  rule: string | null;
  /** Local times of its zone. */
  localStart: string;
  localDue: string;
  localNow: string;
  durationMinutes: number | null;
  whenLate: 'run' | 'skip';
  conflict: string | null;
  userId: number;
  tokenId: string | null;
}

/** The columns of {@link DueSchedule}, of the schedule `s` of the feature `f`. */
const DUE = /* sql */ `
  s.id, f.project, s.feature_name AS feature, s.environment, s.action,
  ${STEP_ACTION} AS "stepAction", s.payload, s.step, iso8601(s.next_at) AS "dueAt",
  extract(epoch FROM now() - s.next_at)::float8 AS "lateSeconds",
  COALESCE(s.step = 'start' AND now() >= s.next_at + make_interval(mins => s.duration_minutes),
    false) AS "isOver",
  s.rule, ${localTime('s.starts_at', 's.time_zone')} AS "localStart",
  ${localTime('s.next_at', 's.time_zone')} AS "localDue",
  ${localTime('now()', 's.time_zone')} AS "localNow", s.duration_minutes AS "durationMinutes",
  s.when_late AS "whenLate", ${CONFLICT} AS conflict, s.created_by_user_id AS "userId",
  s.created_by_token AS "tokenId"`;

/**
 * Takes the schedule that is due first and before which no other one of its feature has to act.
 * Others leave it out until the transaction ends.
 */
export const CLAIM = statement<[except: readonly number[], turnsOff: boolean], DueSchedule>(
  'execution.claim',
  /* sql */ `
    SELECT ${DUE} FROM schedule s JOIN feature f ON f.name = s.feature_name
     WHERE s.state = 'pending' AND s.next_at <= now() AND s.id <> ALL ($1::int[])
       AND ${TURNS_OFF} = $2
       AND NOT EXISTS (SELECT FROM schedule o
         WHERE o.feature_name = s.feature_name AND o.state = 'pending'
           AND (o.next_at, o.id) < (s.next_at, s.id)
           AND (o.environment = s.environment OR 'archive' IN (o.action, s.action)))
     ORDER BY s.next_at, s.id LIMIT 1 FOR UPDATE OF s SKIP LOCKED`,
);

/** Takes one schedule if it is due. */
export const CLAIM_ONE = statement<[id: number], DueSchedule>(
  'execution.claim-one',
  /* sql */ `
    SELECT ${DUE} FROM schedule s JOIN feature f ON f.name = s.feature_name
     WHERE s.state = 'pending' AND s.next_at <= now() AND s.id = $1
       FOR UPDATE OF s SKIP LOCKED`,
);

/** Why a claimed schedule cannot act now, with what it changes locked; null if it can. */
export const READ_CONFLICT = statement<[id: number], { conflict: string | null }>(
  'execution.read-conflict',
  /* sql */ `
    SELECT ${CONFLICT} AS conflict FROM schedule s JOIN feature f ON f.name = s.feature_name
     WHERE s.id = $1`,
);

/** Notes that a claimed schedule has acted, and that the end of its window is next. */
export const BEGIN_WINDOW = statement<[id: number]>(
  'execution.begin-window',
  /* sql */ `
    UPDATE schedule
       SET step = 'end', next_at = next_at + make_interval(mins => duration_minutes),
           executed_at = now(), changed_at = now() WHERE id = $1`,
);

/**
 * Moves a claimed schedule to the first of some occurrences, local times, that is after its present
 * time and in the future, or ends it in a state if there is none.
 */
export const ADVANCE = statement<
  [id: number, locals: readonly string[], endState: string, hasActed: boolean]
>(
  'execution.advance',
  /* sql */ `
    UPDATE schedule s
       SET state = CASE WHEN n.at <= COALESCE(s.until_at, 'infinity') THEN 'pending' ELSE $3 END,
           next_at = CASE WHEN n.at <= COALESCE(s.until_at, 'infinity') THEN n.at
             ELSE s.next_at END,
           step = 'start', executed_at = CASE WHEN $4 THEN now() ELSE s.executed_at END,
           changed_at = now()
      FROM (SELECT o.id, (
          SELECT min(c.at) FROM (SELECT l::timestamp AT TIME ZONE o.time_zone AS at
                                   FROM unnest($2::text[]) l) c
           WHERE c.at > GREATEST(o.next_at, now())) AS at
              FROM schedule o WHERE o.id = $1) n
     WHERE s.id = $1 AND n.id = s.id`,
);

/** Suspends a claimed schedule. */
export const SUSPEND = statement<[id: number, reason: string]>(
  'execution.suspend',
  /* sql */ `
    UPDATE schedule SET state = 'suspended', reason = left($2, 2000), changed_at = now()
     WHERE id = $1`,
);

/** Deletes schedules that ended long ago, a few at a time. */
export const DELETE_ENDED = statement<[hours: number, most: number], { id: number }>(
  'execution.delete-ended',
  /* sql */ `
    DELETE FROM schedule WHERE id IN (
      SELECT s.id FROM schedule s WHERE s.state NOT IN ('pending', 'suspended')
         AND s.changed_at < now() - make_interval(hours => $1)
       ORDER BY s.changed_at LIMIT $2 FOR UPDATE SKIP LOCKED)
    RETURNING id`,
);

/** Reads where to write to a user who is not deleted and has an address. */
export const FIND_RECIPIENT = statement<
  [userId: number],
  { email: string; name: string | null; language: string | null }
>(
  'execution.find-recipient',
  /* sql */ `
    SELECT u.email, u.name, u.language FROM app_user u
     WHERE u.id = $1 AND u.deleted_at IS NULL AND u.email IS NOT NULL`,
);
