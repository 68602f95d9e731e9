import { statement } from '../../../platform/database/statement.js';

export const VALID_SECONDS = 5 * 60;

/** Maximum number of open challenges per user; a new one replaces the oldest. */
const MAX_OF_USER = 5;

/** Maximum number of open challenges for unknown users; new ones replace some of the oldest. */
export const MAX_OF_NOBODY = 10_000;

export const ADD = statement<[challenge: string, userId: number | null, purpose: string]>(
  'passkey-challenges.add',
  /* sql */ `
    WITH excess AS (
      DELETE FROM passkey_challenge WHERE challenge IN (
        SELECT challenge FROM passkey_challenge WHERE user_id = $2
          ORDER BY expires_at DESC OFFSET ${MAX_OF_USER - 1})
    )
    INSERT INTO passkey_challenge (challenge, user_id, purpose, expires_at)
    SELECT $1, $2, $3, now() + make_interval(secs => ${VALID_SECONDS})
     WHERE $2::integer IS NOT NULL
       OR (SELECT count(*) FROM passkey_challenge WHERE user_id IS NULL) < ${MAX_OF_NOBODY}
    RETURNING 1`,
);

export const FORGET = statement<[]>(
  'passkey-challenges.forget',
  'DELETE FROM passkey_challenge WHERE expires_at <= now()',
);

/** Removes many at once, so that a flood does not cause a scan for each new challenge. */
export const MAKE_ROOM = statement<[]>(
  'passkey-challenges.make-room',
  /* sql */ `
    DELETE FROM passkey_challenge WHERE challenge IN (
      SELECT challenge FROM passkey_challenge WHERE user_id IS NULL ORDER BY expires_at LIMIT 100
        FOR UPDATE SKIP LOCKED)`,
);

export const TAKE = statement<[challenge: string, userId: number | null, purpose: string]>(
  'passkey-challenges.take',
  /* sql */ `
    DELETE FROM passkey_challenge WHERE challenge = $1 AND user_id IS NOT DISTINCT
      FROM $2 AND purpose = $3 AND expires_at > now() RETURNING 1`,
);
