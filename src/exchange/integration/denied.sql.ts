import {
  DENIAL_AS_EVENT,
  DENIED,
  FINAL_DENIALS,
} from '../../audit/audit-log/denied-request/denied-request.sql.js';
import { statement } from '../../platform/database/statement.js';
import type { StoredParameters } from './addon.entity.js';
import { SIEM_PROVIDERS } from './provider/siem-definitions.js';

const OF_SIEM = `'{${SIEM_PROVIDERS.join(',')}}'::text[]`;
/** How many rows a receiver gets at a time; one while it refuses them. */
const AT_A_TIME = 200;

/** Whether the addon `a` gets denied requests, which belong to no project. */
const IS_WANTED = /* sql */ `(a.enabled AND a.provider = ANY (${OF_SIEM})
  AND a.events ? '${DENIED}' AND (a.projects = '[]' OR a.projects ? '*'))`;

/** Begins with what is denied from now on, or stops, for addons whose settings have changed. */
export const FOLLOW = statement<[]>(
  'denied.follow',
  /* sql */ `
    WITH changed AS MATERIALIZED (
      SELECT c.addon_id, ${IS_WANTED} AS wanted
        FROM addon_cursor c JOIN addon a ON a.id = c.addon_id
       WHERE ${IS_WANTED} <> (c.denied_id IS NOT NULL)
       ORDER BY c.addon_id FOR NO KEY UPDATE OF c SKIP LOCKED
    )
    UPDATE addon_cursor c
       SET denied_id = CASE WHEN changed.wanted THEN ${FINAL_DENIALS} - 1 END,
           denied_attempts = 0, denied_due_at = now()
      FROM changed WHERE changed.addon_id = c.addon_id`,
);

/** Whether the change `d` is after the cursor `c`, and final. */
const IS_NEXT = `d.change_id > c.denied_id AND d.change_id < ${FINAL_DENIALS}`;

/** The addons for which there is something to send now. */
export const DUE = statement<[], { addonId: number }>(
  'denied.due',
  /* sql */ `
    SELECT c.addon_id AS "addonId" FROM addon_cursor c
     WHERE c.denied_due_at <= now() AND EXISTS (SELECT FROM denied_request d WHERE ${IS_NEXT})
     ORDER BY c.addon_id`,
);

/** A row to send. */
export interface TakenDenial {
  provider: string;
  parameters: StoredParameters;
  /** Where the cursor stands. */
  from: string;
  /** How often the receiver has refused the first of the rows. */
  attempts: number;
  /** Where it stands when the row is sent. */
  to: string;
  /** The row in the form of an event, as JSON. */
  event: string;
}

/** The next rows for an addon, which nobody else sends for so long. */
export const TAKE_DENIALS = statement<[addonId: number, holdMs: number], TakenDenial>(
  'denied.take-denials',
  /* sql */ `
    WITH c AS (
      UPDATE addon_cursor c SET denied_due_at = now() + $2 * interval '1 millisecond'
        FROM addon a
       WHERE c.addon_id = $1 AND a.id = c.addon_id AND ${IS_WANTED} AND c.denied_due_at <= now()
         AND EXISTS (SELECT FROM denied_request d WHERE ${IS_NEXT})
      RETURNING c.denied_id, c.denied_attempts, a.provider, a.parameters
    )
    SELECT c.provider, c.parameters, c.denied_id::text AS from, c.denied_attempts AS attempts,
           d.change_id::text AS to, (${DENIAL_AS_EVENT})::text AS event
      FROM c CROSS JOIN LATERAL (
        SELECT * FROM denied_request d
         WHERE ${IS_NEXT}
         ORDER BY d.change_id
         LIMIT CASE WHEN c.denied_attempts = 0 THEN ${AT_A_TIME} ELSE 1 END) d
     ORDER BY d.change_id`,
);

/** Moves on, or stays, and says when the next rows are due. */
export const SETTLE_DENIALS = statement<
  [addonId: number, from: string, to: string, attempts: number, waitMs: number]
>(
  'denied.settle-denials',
  /* sql */ `
    UPDATE addon_cursor SET denied_id = $3, denied_attempts = $4,
           denied_due_at = now() + $5 * interval '1 millisecond'
     WHERE addon_id = $1 AND denied_id = $2`,
);
