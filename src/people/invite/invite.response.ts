import { ApiProperty } from '@nestjs/swagger';
import { RoleResponse } from '../../auth/permissions/role.response.js';
import { UserResponse } from '../user/user.response.js';

/** A link by which people sign up by themselves. */
export class InviteResponse {
  /**
   * At creation the secret of the link, 32 hex digits; later its id, a UUID. Either names the link
   * in the paths of administrators; nobody signs up by the id.
   */
  secret: string;
  /** At creation the link; later only how it begins. */
  url: string;
  /** What the link is called. */
  name: string;
  /** Whether it works. */
  enabled: boolean;
  /** When the link expires. */
  @ApiProperty({ format: 'date-time' })
  expiresAt: string;
  /** When the link was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Who created it. */
  createdBy: string | null;
  /** The role of those who sign up by it. */
  role: RoleResponse;
  /** Those who have signed up by it and are still there, in the order of their creation. */
  users: UserResponse[];
}

/** Some invite links. */
export class InvitesResponse {
  /** The links, in the order of their creation. */
  tokens: InviteResponse[];
}
