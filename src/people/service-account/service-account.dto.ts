import { Text } from '../../http/validation/shape.decorators.js';
import { RootRole } from '../user/user.dto.js';

/** A service account to be created. */
export class CreateServiceAccountDto {
  /** What the account is known by, 1 to 255 characters; no user or service account has the same. */
  @Text({ trim: true, min: 1, max: 255 })
  username: string;
  /** What it is for, 1 to 255 characters. */
  @Text({ trim: true, min: 1, max: 255 })
  name: string;
  /** The root role, by its id or its name. */
  @RootRole()
  rootRole: number | string;
}

/** What can be changed about a service account. What is left out stays as it is. */
export class UpdateServiceAccountDto {
  /** What it is for, 1 to 255 characters. */
  @Text({ optional: true, trim: true, min: 1, max: 255 })
  name?: string;
  /** The root role, by its id or its name. */
  @RootRole({ optional: true })
  rootRole?: number | string;
}
