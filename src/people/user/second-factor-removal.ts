import type { SecondFactorResetPayload } from '../../event/event-payloads.js';
import type { Tx } from '../../event/tx.js';

/** How many second factors of each kind were removed. */
type Removed = Omit<SecondFactorResetPayload, 'id'>;

const REMOVE_ALL = /* sql */ `
  WITH totp AS (DELETE FROM totp_factor WHERE user_id = $1 RETURNING confirmed_at),
       keys AS (DELETE FROM passkey WHERE user_id = $1 RETURNING 1),
       codes AS (DELETE FROM recovery_code WHERE user_id = $1 RETURNING 1),
       pending AS (DELETE FROM pending_sign_in WHERE user_id = $1)
  SELECT (SELECT count(confirmed_at) FROM totp)::integer AS totp, (SELECT count(*) FROM keys)::integer AS passkeys,
         (SELECT count(*) FROM codes)::integer AS "recoveryCodes"`;

/**
 * Removes all that a user, whose row is locked, could give as a second factor. @returns How many of
 * each there were.
 */
export async function removeSecondFactors(userId: number, tx: Tx): Promise<Removed> {
  const [counts] = await tx.query<Removed>(REMOVE_ALL, [userId]);
  return counts!;
}
