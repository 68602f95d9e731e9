import { statement } from '../../platform/database/statement.js';

/** Maximum number of secrets in one list; the oldest tokens come first. */
const MAX_SECRETS = 5_000;

/** The encrypted secrets that a token may read. */
export const LIST_SEALED = statement<[creator: string], { id: string; sealedSecret: string }>(
  'token-secrets.list-sealed',
  /* sql */ `
    SELECT id, sealed_secret AS "sealedSecret" FROM api_token WHERE sealed_for = $1
      ORDER BY created_at, id LIMIT ${MAX_SECRETS}`,
);

export const SEAL = statement<[id: string, sealedSecret: string, creator: string]>(
  'token-secrets.seal',
  'UPDATE api_token SET sealed_secret = $2, sealed_for = $3 WHERE id = $1',
);

export const READ_SEALED = statement<
  [after: string, most: number],
  { key: string; content: string }
>(
  'token-secrets.read-sealed',
  /* sql */ `
    SELECT id::text AS key, sealed_secret AS content FROM api_token
     WHERE sealed_secret IS NOT NULL AND ($1 = '' OR id > NULLIF($1, '')::uuid)
     ORDER BY id LIMIT $2`,
);

export const REPLACE_SEALED = statement<[id: string, before: string, after: string]>(
  'token-secrets.replace-sealed',
  /* sql */ `
    UPDATE api_token SET sealed_secret = $3 WHERE id = $1::uuid AND sealed_secret = $2
    RETURNING 1`,
);
