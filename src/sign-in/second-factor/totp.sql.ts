import { statement } from '../../database/statement.js';

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
