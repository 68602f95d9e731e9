import { Flag, Moment, Text } from '../../../platform/http/validation/shape.decorators.js';

/** An invite link to create. */
export class CreateInviteDto {
  /** Name of the link, 1 to 255 characters. */
  @Text({ trim: true, min: 1, max: 255 })
  name: string;
  /** When the link expires; at most one month from now, later values are reduced. */
  @Moment()
  expiresAt: string;
}

/** Changes to an invite link; at least one is required. */
export class UpdateInviteDto {
  /** When the link expires; at most one month from now, later values are reduced. */
  @Moment({ optional: true })
  expiresAt?: string;
  /** Whether the link is enabled. */
  @Flag({ optional: true })
  enabled?: boolean;
}

/** A person who signs up through an invite link. */
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
