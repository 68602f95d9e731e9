import { statement } from '../../../platform/database/statement.js';

export const REPLACE = statement<
  [userId: number, secretHash: Buffer, actorName: string, validHours: number]
>(
  'reset-links.replace',
  /* sql */ `
    INSERT INTO password_reset (user_id, secret_hash, created_by, expires_at)
      VALUES ($1, $2, $3, now() + make_interval(hours => $4))
    ON CONFLICT ON CONSTRAINT password_reset_pkey DO UPDATE
      SET secret_hash = excluded.secret_hash, created_by = excluded.created_by,
        created_at = now(), expires_at = excluded.expires_at`,
);
