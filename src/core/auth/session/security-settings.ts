/** Name of the setting. The session lookup reads it in the same statement. */
export const SECURITY_SETTING = 'auth.security';

/** The stored settings for sessions and second factors. */
export interface SecuritySettings {
  secondFactorRequired: boolean;
  secondFactorRoles: number[];
  secondFactorAfterSso: boolean;
  confirmationMinutes: number;
  idleMinutes: number | null;
}

/** Default settings, which clients of the reference do not notice. */
export const PRESET: SecuritySettings = {
  secondFactorRequired: false,
  secondFactorRoles: [],
  secondFactorAfterSso: false,
  confirmationMinutes: 15,
  idleMinutes: null,
};

/** Whether a second factor is required for these root roles and this sign-in method. */
export function isRequiredOf(
  rootRoles: readonly number[],
  authType: string,
  settings: SecuritySettings,
): boolean {
  if (isBySso(authType) && !settings.secondFactorAfterSso) return false;
  return (
    settings.secondFactorRequired ||
    rootRoles.some((role) => settings.secondFactorRoles.includes(role))
  );
}

/**
 * Whether an identity provider authenticated the user and may have asked for a second factor
 * itself.
 */
export function isBySso(authType: string): boolean {
  return authType === 'oidc' || authType === 'saml';
}
