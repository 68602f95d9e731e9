import { MAX_ADDRESSES } from '../../core/auth/caller/token-use-buffer.js';
import { statement } from '../../platform/database/statement.js';

/** The use of a token from an address. */
export interface Use {
  token: string;
  address: string;
}

/** Ordered by key, so that instances that delete expired rows at the same time cannot deadlock. */
export const DELETE_EXPIRED = statement<[]>(
  'token-uses.delete-expired',
  /* sql */ `
    DELETE FROM token_use WHERE (token, address) IN (
      SELECT token, address FROM token_use WHERE told_at <= now() - interval '1 hour'
        ORDER BY token, address FOR UPDATE /* locks tokenUses */)`,
);

/** Returns the uses that were not recorded within the last hour, and marks them as recorded. */
export const ADD_UNRECORDED = statement<[uses: string], Use>(
  'token-uses.add-unrecorded',
  /* sql */ `
    INSERT INTO token_use (token, address)
    SELECT token, address FROM (
      SELECT s.token, s.address,
             row_number() OVER (PARTITION BY s.token ORDER BY s.address)
               + (SELECT count(*) FROM token_use t WHERE t.token = s.token) AS n
        FROM jsonb_to_recordset($1) AS s(token text, address text)
       WHERE NOT EXISTS (SELECT FROM token_use t
         WHERE t.token = s.token AND t.address = s.address)
    ) fresh WHERE n <= ${MAX_ADDRESSES} ORDER BY token, address
    ON CONFLICT ON CONSTRAINT token_use_pkey DO NOTHING
    RETURNING token, address`,
);

/**
 * Skips rows that another transaction has locked: a token that is in use will be written next time.
 */
export const MARK_SEEN = statement<[ids: readonly string[]]>(
  'token-uses.mark-seen',
  /* sql */ `
    UPDATE api_token SET seen_at = now()
     WHERE id IN (SELECT id FROM api_token WHERE id = ANY($1) FOR NO KEY UPDATE SKIP LOCKED)`,
);
