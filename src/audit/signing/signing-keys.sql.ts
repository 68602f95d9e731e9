import { statement } from '../../platform/database/statement.js';

/** Held while a key is added, so that instances that start together generate one. */
export const LOCK_KEYS = statement<[lock: number]>(
  'signing-keys.lock-keys',
  'SELECT pg_advisory_xact_lock($1) /* locks setup */',
);

/** A key as it is stored. */
export interface StoredKey {
  id: string;
  /** Encrypted; null for a key of `SIGNING_KEY`. */
  privateKey: string | null;
}

/** The newest key that the service generated itself. */
export const CURRENT_KEY = statement<[], StoredKey>(
  'signing-keys.current-key',
  /* sql */ `
    SELECT id, private_key AS "privateKey" FROM signing_key WHERE private_key IS NOT NULL
     ORDER BY created_at DESC, id LIMIT 1`,
);

export const FIND_KEY = statement<[id: string], { id: string }>(
  'signing-keys.find-key',
  'SELECT id FROM signing_key WHERE id = $1',
);

/** All keys, oldest first. */
export const PUBLIC_KEYS = statement<
  [],
  { id: string; publicKey: string; endorsement: string | null }
>(
  'signing-keys.public-keys',
  /* sql */ `
    SELECT id, public_key AS "publicKey", endorsement FROM signing_key ORDER BY created_at, id`,
);

export const ADD_KEY = statement<
  [id: string, publicKey: string, privateKey: string | null, endorsement: string | null]
>(
  'signing-keys.add-key',
  /* sql */ `
    INSERT INTO signing_key (id, public_key, private_key, endorsement) VALUES ($1, $2, $3, $4)
    ON CONFLICT ON CONSTRAINT signing_key_pkey DO NOTHING`,
);

export const READ_SEALED = statement<
  [after: string, most: number],
  { key: string; content: string }
>(
  'signing-keys.read-sealed',
  /* sql */ `
    SELECT id AS key, private_key AS content FROM signing_key
     WHERE private_key IS NOT NULL AND id > $1 ORDER BY id LIMIT $2`,
);

export const REPLACE_SEALED = statement<[id: string, before: string, after: string]>(
  'signing-keys.replace-sealed',
  /* sql */ `
    UPDATE signing_key SET private_key = $3 WHERE id = $1 AND private_key = $2 RETURNING 1`,
);
