import { ApiProperty } from '@nestjs/swagger';
import { RoleResponse } from '../../../core/auth/permissions/role.response.js';
import { UserResponse } from '../user/user.response.js';

/** An invite link. */
export class InviteResponse {
  /**
   * On creation the secret of the link, 32 hex digits; later its id, a UUID. Administrators may use
   * either in paths; signing up needs the secret.
   */
  secret: string;
  /** On creation the full link; later the link without its secret. */
  url: string;
  /** Name of the link. */
  name: string;
  /** Whether the link is enabled. */
  enabled: boolean;
  /** When the link expires. */
  @ApiProperty({ format: 'date-time' })
  expiresAt: string;
  /** When the link was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Who created the link. */
  createdBy: string | null;
  /** The role of users who sign up through the link. */
  role: RoleResponse;
  /** Existing users who signed up through the link, oldest first. */
  users: UserResponse[];
}

/** A list of invite links. */
export class InvitesResponse {
  /** The links, oldest first. */
  tokens: InviteResponse[];
}
