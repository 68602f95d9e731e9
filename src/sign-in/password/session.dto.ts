import { Text } from '../../http/validation/shape.decorators.js';

/** Who wants to sign in, and how they prove it. */
export class LoginDto {
  /** User name, or e-mail address in any letter case. */
  @Text()
  username: string;
  /** The password. */
  @Text()
  password: string;
}
