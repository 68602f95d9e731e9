import { ApiProperty } from '@nestjs/swagger';

/** A browser, or a program, in which a user is signed in. */
export class SessionResponse {
  /** Id of the session: it lets nobody in. */
  @ApiProperty({ format: 'uuid' })
  id: string;
  /** When the user signed in. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** When it was last used, to the minute. */
  @ApiProperty({ format: 'date-time' })
  seenAt: string;
  /** When it ends at the latest. */
  @ApiProperty({ format: 'date-time' })
  expiresAt: string;
  /** When the user last confirmed who they are in it; null when not yet. */
  @ApiProperty({ format: 'date-time', nullable: true })
  confirmedAt: string | null;
  /** How the user signed in: `simple` by a password, `passkey`, `oidc` or `saml`. */
  authType: string;
  /** The address that the user signed in from; null when unknown. */
  address: string | null;
  /** What the browser said that it is; null when nothing. */
  userAgent: string | null;
  /** Whether it is the one that asks. */
  current: boolean;
}

/** Sessions of a user. */
export class SessionsResponse {
  /** The sessions that are good, the one that was used last first. */
  sessions: SessionResponse[];
}

/** How many sessions ended. */
export class EndedSessionsResponse {
  /** How many. */
  @ApiProperty({ type: 'integer' })
  ended: number;
}
