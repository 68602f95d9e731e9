import { ApiProperty } from '@nestjs/swagger';
import { RoleResponse } from '../../../core/auth/permissions/role.response.js';
import { Text } from '../../../platform/http/validation/shape.decorators.js';
import { PersonalTokenResponse } from '../personal-token/personal-token.dto.js';
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

/** A service account: used by programs through its tokens; nobody can sign in with it. */
export class ServiceAccountResponse {
  /** Id of the account, unique among users and service accounts. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Deprecated; always false. */
  @ApiProperty({ deprecated: true })
  isAPI: boolean;
  /** Name or purpose of the account. */
  name: string;
  /** User name of the account. */
  username: string;
  /** URL of the profile picture. */
  imageUrl: string;
  /** Id of the root role. */
  @ApiProperty({ type: 'integer' })
  rootRole?: number;
  /** When one of its tokens was last used, at most 30 seconds late; null if never. */
  @ApiProperty({ format: 'date-time' })
  seenAt: string | null;
  /** When the account was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Its tokens without their secrets, oldest first. */
  tokens: PersonalTokenResponse[];
}

/** A list of service accounts. */
export class ServiceAccountsResponse {
  /** The accounts, oldest first. */
  serviceAccounts: ServiceAccountResponse[];
  /** The root roles that an account can have. */
  rootRoles: RoleResponse[];
}
