import { Text } from '../../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../../platform/http/validation/unknown-keys.js';

/** Credentials of a login. */
@RefuseUnknown()
export class LoginDto {
  /** User name, or e-mail address in any letter case. */
  @Text()
  username: string;
  /** The password. */
  @Text()
  password: string;
}
