import { ApiProperty } from '@nestjs/swagger';
import { PersonalTokenResponse } from '../user/personal-token.response.js';
import { RoleResponse } from '../../../core/auth/permissions/role.response.js';

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
