import { statement } from '../database/statement.js';

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
