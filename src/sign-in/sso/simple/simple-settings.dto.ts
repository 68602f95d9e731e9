import { Flag } from '../../../http/validation/shape.decorators.js';

/** Whether passwords are good to sign in with. */
export class SimpleSettingsDto {
  /**
   * Whether nobody can sign in with a password; false unless told. True only while single sign-on
   * is enabled.
   */
  @Flag({ optional: true })
  disabled?: boolean;
}
