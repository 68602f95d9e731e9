import { Text } from '../../../platform/http/validation/shape.decorators.js';
import { RootRole } from '../user/user.dto.js';

/** A service account to create. */
export class CreateServiceAccountDto {
  /** Unique user name, 1 to 255 characters, distinct from all users and service accounts. */
  @Text({ trim: true, min: 1, max: 255 })
  username: string;
  /** Name or purpose, 1 to 255 characters. */
  @Text({ trim: true, min: 1, max: 255 })
  name: string;
  /** Id or name of the root role. */
  @RootRole()
  rootRole: number | string;
}

/** Changes to a service account. Omitted properties stay unchanged. */
export class UpdateServiceAccountDto {
  /** Name or purpose, 1 to 255 characters. */
  @Text({ optional: true, trim: true, min: 1, max: 255 })
  name?: string;
  /** Id or name of the root role. */
  @RootRole({ optional: true })
  rootRole?: number | string;
}
