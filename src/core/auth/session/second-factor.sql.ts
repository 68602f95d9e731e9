/** Whether user `u` has a second factor. Recovery codes do not count. */
export const HAS_SECOND_FACTOR = /* sql */ `
  (EXISTS (SELECT FROM totp_factor t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM passkey k WHERE k.user_id = u.id))`;

/** The second-factor methods of user `u`, by name. */
export const METHODS = /* sql */ `array_remove(ARRAY[
  CASE WHEN EXISTS (SELECT FROM totp_factor t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL)
    THEN 'totp' END,
  CASE WHEN EXISTS (SELECT FROM passkey k WHERE k.user_id = u.id) THEN 'passkey' END,
  CASE WHEN ${HAS_SECOND_FACTOR}
    AND EXISTS (SELECT FROM recovery_code r WHERE r.user_id = u.id) THEN 'recovery-code' END],
      NULL)`;
