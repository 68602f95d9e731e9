import { Flag, Moment, Text } from '../../http/validation/shape.decorators.js';

/** An invite link to be created. */
export class CreateInviteDto {
  /** What the link is called, 1 to 255 characters. */
  @Text({ trim: true, min: 1, max: 255 })
  name: string;
  /** When it stops working; a month from now at the latest, whatever is asked for. */
  @Moment()
  expiresAt: string;
}

/** What can be changed about an invite link; at least one of them. */
export class UpdateInviteDto {
  /** When it stops working; a month from now at the latest, whatever is asked for. */
  @Moment({ optional: true })
  expiresAt?: string;
  /** Whether it works. */
  @Flag({ optional: true })
  enabled?: boolean;
}

/** Somebody who signs up by an invite link. */
export class SignUpDto {
  /** E-mail address; unique, and good to sign in with. */
  @Text({ pattern: /^[^\s@]+@[^\s@]+$/, wanted: 'an e-mail address', trim: true, max: 255 })
  email: string;
  /** Name of the person. */
  @Text({ trim: true, min: 1, max: 255 })
  name: string;
  /** Name to sign in with; unique. */
  @Text({ optional: true, nullable: true, trim: true, max: 255 })
  username?: string | null;
  /**
   * The password: at least 15 characters, or as many as are configured, and at most 200; none that
   * is known from breaches.
   */
  @Text()
  password: string;
}
