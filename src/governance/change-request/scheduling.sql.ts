import { statement } from '../../platform/database/statement.js';

/**
 * Schedules an approved change request whose lock is held. No row when the time has passed, or is
 * further away than the hours.
 */
export const SCHEDULE = statement<
  [id: number, at: string, maxHours: number, userId: number, tokenId: string | null],
  { id: number }
>(
  'scheduling.schedule',
  /* sql */ `
    UPDATE change_request cr
       SET state = 'Scheduled', scheduled_at = $2::timestamptz, schedule_status = 'pending',
           schedule_reason = NULL, scheduled_by_user_id = $4, scheduled_by_token = $5::uuid,
           state_times = cr.state_times || jsonb_build_object('Scheduled', iso8601(now()))
     WHERE cr.id = $1 AND $2::timestamptz > now()
       AND $2::timestamptz <= now() + make_interval(hours => $3)
    RETURNING cr.id`,
);

/** Whether all that the change request `cr` does is turn features off, a hundred at most. */
const ONLY_TURNS_OFF = /* sql */ `(
  SELECT count(*) BETWEEN 1 AND 100 AND bool_and(c.action = 'archiveFeature'
           OR c.action = 'updateEnabled' AND c.payload ->> 'enabled' = 'false')
    FROM change_request_change c WHERE c.change_request_id = cr.id)`;

/** Whether a change request only turns features off. */
export const READ_KIND = statement<[id: number], { onlyTurnsOff: boolean }>(
  'scheduling.read-kind',
  /* sql */ `
    SELECT ${ONLY_TURNS_OFF} AS "onlyTurnsOff" FROM change_request cr WHERE cr.id = $1`,
);

/** How long until the next change request is due, in milliseconds; negative when it is late. */
export const READ_NEXT = statement<
  [except: readonly number[], onlyTurnsOff: boolean],
  { milliseconds: number | null }
>(
  'scheduling.read-next',
  /* sql */ `
    SELECT 1000 * extract(epoch FROM min(cr.scheduled_at) - clock_timestamp())::float8
             AS milliseconds
      FROM change_request cr
     WHERE cr.state = 'Scheduled' AND cr.schedule_status = 'pending'
       AND cr.id <> ALL ($1::int[])
       -- What is planned for later need not be looked into.
       AND (cr.scheduled_at > now() OR ${ONLY_TURNS_OFF} = $2)`,
);

/** A change request that is due and that no other instance is applying. */
export interface DueRequest {
  id: number;
  project: string;
  environment: string;
  scheduledAt: string;
  userId: number;
  tokenId: string | null;
}

const DUE = /* sql */ `
  cr.id, cr.project, cr.environment, iso8601(cr.scheduled_at) AS "scheduledAt",
  cr.scheduled_by_user_id AS "userId", cr.scheduled_by_token AS "tokenId"`;
const IS_DUE = /* sql */ `
  cr.state = 'Scheduled' AND cr.schedule_status = 'pending' AND cr.scheduled_at <= now()`;

/** Takes the change request that is due first. Others leave it out until the transaction ends. */
export const CLAIM = statement<[except: readonly number[], onlyTurnsOff: boolean], DueRequest>(
  'scheduling.claim',
  /* sql */ `
    SELECT ${DUE} FROM change_request cr
     WHERE ${IS_DUE} AND cr.id <> ALL ($1::int[]) AND ${ONLY_TURNS_OFF} = $2
     ORDER BY cr.scheduled_at, cr.id LIMIT 1 FOR UPDATE OF cr SKIP LOCKED`,
);

/** Takes one change request if it is due. */
export const CLAIM_ONE = statement<[id: number], DueRequest>(
  'scheduling.claim-one',
  /* sql */ `
    SELECT ${DUE} FROM change_request cr WHERE ${IS_DUE} AND cr.id = $1
       FOR UPDATE OF cr SKIP LOCKED`,
);

/** Notes why a claimed change request was not applied. */
export const STOP = statement<[id: number, status: string, reason: string]>(
  'scheduling.stop',
  /* sql */ `
    UPDATE change_request SET schedule_status = $2, schedule_reason = left($3, 2000)
     WHERE id = $1`,
);
