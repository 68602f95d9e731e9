import { Text } from '../../../platform/http/validation/shape.decorators.js';

/** Credentials of a login. */
export class LoginDto {
  /** User name, or e-mail address in any letter case. */
  @Text()
  username: string;
  /** The password. */
  @Text()
  password: string;
}
