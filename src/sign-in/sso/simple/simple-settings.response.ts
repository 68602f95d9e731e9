/** Whether passwords are good to sign in with. */
export class SimpleSettingsResponse {
  /** Whether nobody can sign in with a password. */
  disabled: boolean;
}
