import { Flag } from '../../../../platform/http/validation/shape.decorators.js';

/** Settings of password login. */
export class SimpleSettingsDto {
  /**
   * Whether password login is disabled; false by default. It can only be disabled while single
   * sign-on is enabled.
   */
  @Flag({ optional: true })
  disabled?: boolean;
}

/** Settings of password login. */
export class SimpleSettingsResponse {
  /** Whether password login is disabled. */
  disabled: boolean;
}
