import { statement } from '../../platform/database/statement.js';

/**
 * Skips rows that another transaction has locked: a token that is in use will be written next time.
 */
export const MARK_SEEN = statement<[ids: readonly string[]]>(
  'token-use-writer.mark-seen',
  /* sql */ `
    UPDATE api_token SET seen_at = now()
     WHERE id IN (SELECT id FROM api_token WHERE id = ANY($1) FOR NO KEY UPDATE SKIP LOCKED)`,
);
