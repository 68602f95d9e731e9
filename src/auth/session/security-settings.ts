/** The setting's name. The lookup of callers reads it by SQL, together with the session. */
export const SECURITY_SETTING = 'auth.security';

/** How sessions and second factors are looked after, as it is stored. */
export interface SecuritySettings {
  secondFactorRequired: boolean;
  secondFactorRoles: number[];
  secondFactorAfterSso: boolean;
  confirmationMinutes: number;
  idleMinutes: number | null;
}

/** What holds while nothing is stored: nothing that a client of the reference would notice. */
export const PRESET: SecuritySettings = {
  secondFactorRequired: false,
  secondFactorRoles: [],
  secondFactorAfterSso: false,
  confirmationMinutes: 15,
  idleMinutes: null,
};

/** Whether somebody with these root roles who signed in this way must have a second factor. */
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
 * Whether an identity provider has vouched for the user, and may have asked for a second factor
 * itself.
 */
export function isBySso(authType: string): boolean {
  return authType === 'oidc' || authType === 'saml';
}
