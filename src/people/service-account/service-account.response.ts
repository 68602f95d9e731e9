import { ApiProperty } from '@nestjs/swagger';
import { PersonalTokenResponse } from '../user/personal-token.response.js';
import { RoleResponse } from '../../auth/permissions/role.response.js';

/** An account for programs: nobody can sign in with it, it acts by its tokens. */
export class ServiceAccountResponse {
  /** Id of the account: one of the users. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Always false. Deprecated by the reference. */
  @ApiProperty({ deprecated: true })
  isAPI: boolean;
  /** Name of the account, which says what it is for. */
  name: string;
  /** What it is known by. */
  username: string;
  /** Address of the profile picture. */
  imageUrl: string;
  /** Id of the root role. */
  @ApiProperty({ type: 'integer' })
  rootRole?: number;
  /** When a token of it was last used, up to half a minute late; null for not yet. */
  @ApiProperty({ format: 'date-time' })
  seenAt: string | null;
  /** When the account was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Its tokens, without their secrets, in the order of their creation. */
  tokens: PersonalTokenResponse[];
}

/** All service accounts. */
export class ServiceAccountsResponse {
  /** The accounts, in the order of their creation. */
  serviceAccounts: ServiceAccountResponse[];
  /** The root roles that an account can have. */
  rootRoles: RoleResponse[];
}
