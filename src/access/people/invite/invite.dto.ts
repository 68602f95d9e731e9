import { ApiProperty } from '@nestjs/swagger';
import { RoleResponse } from '../../../core/auth/permissions/role.response.js';
import { Flag, Moment, Text } from '../../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../../platform/http/validation/unknown-keys.js';
import { UserResponse } from '../user/user.response.js';

/** The invite link in a path. */
export class InviteParams {
  /**
   * The secret of the link or, for administrators, its id. Prefer the id: a secret in a path can
   * end up in the logs of proxies.
   */
  token: string;
}

/** An invite link to create. */
@RefuseUnknown()
export class CreateInviteDto {
  /** Name of the link, 1 to 255 characters. */
  @Text({ trim: true, min: 1, max: 255 })
  name: string;
  /** When the link expires; at most one month from now, later values are reduced. */
  @Moment()
  expiresAt: string;
}

/** Changes to an invite link; at least one is required. */
@RefuseUnknown()
export class UpdateInviteDto {
  /** When the link expires; at most one month from now, later values are reduced. */
  @Moment({ optional: true })
  expiresAt?: string;
  /** Whether the link is enabled. */
  @Flag({ optional: true })
  enabled?: boolean;
}

/** A person who signs up through an invite link. */
@RefuseUnknown()
export class SignUpDto {
  /** Unique e-mail address, also used to sign in. */
  @Text({ pattern: /^[^\s@]+@[^\s@]+$/, wanted: 'an e-mail address', trim: true, max: 255 })
  email: string;
  /** Name of the person. */
  @Text({ trim: true, min: 1, max: 255 })
  name: string;
  /** Unique user name, also used to sign in. */
  @Text({ optional: true, nullable: true, trim: true, max: 255 })
  username?: string | null;
  /**
   * The password: at least 15 characters (configurable), at most 200, and not a commonly known one.
   */
  @Text()
  password: string;
}

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
