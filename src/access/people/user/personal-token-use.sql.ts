import { statement } from '../../../platform/database/statement.js';

/** Using a personal token also counts as activity of its user. */
export const MARK_PERSONAL_SEEN = statement<[ids: readonly number[]]>(
  'personal-token-use.mark-personal-seen',
  /* sql */ `
    WITH seen AS (
      UPDATE personal_token SET seen_at = now()
       WHERE id IN (SELECT id FROM personal_token WHERE id = ANY($1)
         FOR NO KEY UPDATE SKIP LOCKED)
       RETURNING user_id
    )
    UPDATE app_user SET seen_at = now()
     WHERE id IN (SELECT id FROM app_user WHERE id IN (SELECT user_id FROM seen)
       FOR NO KEY UPDATE SKIP LOCKED)`,
);
