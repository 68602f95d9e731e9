import { statement } from '../../../platform/database/statement.js';

export const ADD = statement<[userId: number, sealedSecret: string]>(
  'totp.add',
  /* sql */ `
    INSERT INTO totp_factor (user_id, secret) VALUES ($1, $2)
    ON CONFLICT ON CONSTRAINT totp_factor_pkey DO UPDATE
      SET secret = excluded.secret, created_at = now(), last_step = NULL
     WHERE totp_factor.confirmed_at IS NULL RETURNING 1`,
);

export const READ = statement<
  [userId: number, isConfirmed: boolean],
  { secret: string; lastStep: number | null }
>(
  'totp.read',
  /* sql */ `
    SELECT secret, last_step::float8 AS "lastStep" FROM totp_factor
      WHERE user_id = $1 AND (confirmed_at IS NOT NULL) = $2
        FOR UPDATE /* locks secondFactors */`,
);

export const ACCEPT = statement<[userId: number, timeStep: number]>(
  'totp.accept',
  /* sql */ `
    UPDATE totp_factor SET last_step = $2, confirmed_at = COALESCE(confirmed_at, now())
      WHERE user_id = $1`,
);

export const READ_SEALED = statement<
  [after: string, most: number],
  { key: string; content: string }
>(
  'totp.read-sealed',
  /* sql */ `
    SELECT user_id::text AS key, secret AS content FROM totp_factor
     WHERE user_id > COALESCE(NULLIF($1, '')::int, 0) ORDER BY user_id LIMIT $2`,
);

export const REPLACE_SEALED = statement<[userId: string, before: string, after: string]>(
  'totp.replace-sealed',
  /* sql */ `
    UPDATE totp_factor SET secret = $3 WHERE user_id = ($1::text)::int AND secret = $2 RETURNING 1`,
);
