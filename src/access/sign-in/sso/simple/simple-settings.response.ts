/** Settings of password login. */
export class SimpleSettingsResponse {
  /** Whether password login is disabled. */
  disabled: boolean;
}
