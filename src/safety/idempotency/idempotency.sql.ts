import { statement } from '../../platform/database/statement.js';

/** A request that has been carried out, and its response. */
export interface IdempotencyRecord {
  /** Whether it is the same request: method, URL and body. */
  isSame: boolean;
  /** 0 until it has been carried out. */
  status: number;
  location: string | null;
  /** Null when the response has none, or one that is too long to keep. */
  body: string | null;
  isTooLong: boolean;
  omitsSecrets: boolean;
}

type KeyParams = [caller: string, key: string];

/**
 * Claims a key. Waits while another request with the key is in progress; no row when it is taken.
 */
export const CLAIM = statement<[...KeyParams, fingerprint: string], { claimed: number }>(
  'idempotency.claim',
  /* sql */ `
    INSERT INTO idempotency_record (caller, key, fingerprint, status)
    VALUES ($1, $2, decode($3, 'hex'), 0)
    ON CONFLICT ON CONSTRAINT idempotency_record_pkey DO NOTHING
    RETURNING 1 AS claimed`,
);

/** Reads the record of a key that is not older than a number of hours. */
export const READ = statement<
  [...KeyParams, fingerprint: string, keptHours: number],
  IdempotencyRecord
>(
  'idempotency.read',
  /* sql */ `
    SELECT r.fingerprint = decode($3, 'hex') AS "isSame", r.status, r.location, r.body,
           r.is_too_long AS "isTooLong", r.omits_secrets AS "omitsSecrets"
      FROM idempotency_record r
     WHERE r.caller = $1 AND r.key = $2
       AND r.created_at > now() - make_interval(hours => $4::int)`,
);

/** Deletes the record of a key if it is older than a number of hours. */
export const FORGET = statement<[...KeyParams, keptHours: number]>(
  'idempotency.forget',
  /* sql */ `
    DELETE FROM idempotency_record r
     WHERE r.caller = $1 AND r.key = $2
       AND r.created_at <= now() - make_interval(hours => $3::int)`,
);

/** Deletes the record of a key whose request has not been carried out. */
export const RELEASE = statement<KeyParams>(
  'idempotency.release',
  /* sql */ `DELETE FROM idempotency_record r WHERE r.caller = $1 AND r.key = $2 AND r.status = 0`,
);

export const ANSWER = statement<
  [
    ...KeyParams,
    status: number,
    location: string | null,
    body: string | null,
    isTooLong: boolean,
    omitsSecrets: boolean,
  ]
>(
  'idempotency.answer',
  /* sql */ `
    UPDATE idempotency_record r SET status = $3, location = $4, body = $5, is_too_long = $6,
           omits_secrets = $7
     WHERE r.caller = $1 AND r.key = $2`,
);

/** Deletes expired records, up to a maximum number. */
export const EXPIRE = statement<[keptHours: number, most: number], { deleted: number }>(
  'idempotency.expire',
  /* sql */ `
    WITH expired AS (
      DELETE FROM idempotency_record r WHERE r.ctid = ANY (ARRAY(
        SELECT o.ctid FROM idempotency_record o
         WHERE o.created_at <= now() - make_interval(hours => $1::int)
         ORDER BY o.created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
      RETURNING 1
    ) SELECT count(*)::int AS deleted FROM expired`,
);

/** The callers with more than a number of records, or of bytes in them, the largest first. */
export const LARGE_CALLERS = statement<
  [keys: number, bytes: number, most: number],
  { caller: string; keys: number; bytes: number }
>(
  'idempotency.large-callers',
  /* sql */ `
    SELECT r.caller, count(*)::int AS keys,
           COALESCE(sum(octet_length(r.body)), 0)::float8 AS bytes
      FROM idempotency_record r GROUP BY 1
    HAVING count(*) > $1 OR sum(octet_length(r.body)) > $2
     ORDER BY bytes DESC LIMIT $3`,
);
