import { statement } from '../../../platform/database/statement.js';
import type { SecondFactorResetPayload } from '../../../core/event/access-payloads.js';

export const REMOVE_ALL = statement<[userId: number], Omit<SecondFactorResetPayload, 'id'>>(
  'second-factor-removal.remove-all',
  /* sql */ `
    WITH totp AS (DELETE FROM totp_factor WHERE user_id = $1 RETURNING confirmed_at),
         keys AS (DELETE FROM passkey WHERE user_id = $1 RETURNING 1),
         codes AS (DELETE FROM recovery_code WHERE user_id = $1 RETURNING 1),
         pending AS (DELETE FROM pending_sign_in WHERE user_id = $1)
    SELECT (SELECT count(confirmed_at) FROM totp)::integer AS totp,
      (SELECT count(*) FROM keys)::integer AS passkeys,
           (SELECT count(*) FROM codes)::integer AS "recoveryCodes"`,
);
