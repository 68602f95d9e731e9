import { statement } from '../../../platform/database/statement.js';
import type { NamedCredential } from './passkeys.js';

export interface Stored {
  id: number;
  userId: number;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

export const LIST_OF_USER = statement<[userId: number], NamedCredential>(
  'passkeys.list-of-user',
  'SELECT credential_id AS id, transports FROM passkey WHERE user_id = $1 ORDER BY id',
);

export const LOCK_BY_CREDENTIAL = statement<[responseId: string], Stored>(
  'passkeys.lock-by-credential',
  /* sql */ `
    SELECT k.id, k.user_id AS "userId", k.public_key AS "publicKey",
      k.counter::float8 AS counter,
      k.transports
      FROM passkey k JOIN app_user u ON u.id = k.user_id
     WHERE k.credential_id = $1 AND u.kind = 'user' AND u.deleted_at IS NULL
       FOR NO KEY UPDATE OF k /* locks secondFactors */`,
);

export const FIND_OWNER = statement<[credentialId: string], { id: number }>(
  'passkeys.find-owner',
  'SELECT user_id AS id FROM passkey WHERE credential_id = $1',
);

export const MARK_USED = statement<[storedId: number, newCounter: number]>(
  'passkeys.mark-used',
  'UPDATE passkey SET counter = $2, used_at = now() WHERE id = $1',
);

export const VALID_SECONDS = 5 * 60;

/** Maximum number of open challenges per user; a new one replaces the oldest. */
const MAX_OF_USER = 5;

/** Maximum number of open challenges for unknown users; new ones replace some of the oldest. */
export const MAX_OF_NOBODY = 10_000;

export const ADD_CHALLENGE = statement<[challenge: string, userId: number | null, purpose: string]>(
  'passkeys.add-challenge',
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

export const FORGET_CHALLENGES = statement<[]>(
  'passkeys.forget-challenges',
  'DELETE FROM passkey_challenge WHERE expires_at <= now()',
);

/** Removes many at once, so that a flood does not cause a scan for each new challenge. */
export const MAKE_ROOM = statement<[]>(
  'passkeys.make-room',
  /* sql */ `
    DELETE FROM passkey_challenge WHERE challenge IN (
      SELECT challenge FROM passkey_challenge WHERE user_id IS NULL ORDER BY expires_at LIMIT 100
        FOR UPDATE SKIP LOCKED)`,
);

export const TAKE_CHALLENGE = statement<
  [challenge: string, userId: number | null, purpose: string]
>(
  'passkeys.take-challenge',
  /* sql */ `
    DELETE FROM passkey_challenge WHERE challenge = $1 AND user_id IS NOT DISTINCT
      FROM $2 AND purpose = $3 AND expires_at > now() RETURNING 1`,
);

export const COUNT_PASSKEYS = statement<[userId: number], { count: number }>(
  'passkeys.count-passkeys',
  'SELECT count(*)::integer AS count FROM passkey WHERE user_id = $1',
);

export const ADD_PASSKEY = statement<
  [
    userId: number,
    madeId: string,
    Buffer: Buffer,
    counter: number,
    transports: readonly string[],
    name: string,
  ],
  { id: number }
>(
  'passkeys.add-passkey',
  /* sql */ `
    INSERT INTO passkey (user_id, credential_id, public_key, counter, transports, name)
      VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT ON CONSTRAINT passkey_credential_key DO NOTHING RETURNING id`,
);
