/** The ways to sign in that are enabled. */
export class SignInMethodsResponse {
  /** Whether users can sign in with a password. */
  password: boolean;
  /** Whether users can sign in with OpenID Connect, at `/auth/oidc/login`. */
  oidc: boolean;
  /** Whether users can sign in with SAML, at `/auth/saml/login`. */
  saml: boolean;
  /** Whether users can sign in with a passkey only. */
  passkey: boolean;
  /**
   * Second factors, any of which completes the sign-in that this browser has begun: `totp`,
   * `passkey` and `recovery-code`. Empty if none waits.
   */
  secondFactor: string[];
}
