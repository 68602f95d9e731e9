import { ApiProperty } from '@nestjs/swagger';

/** A session of a user in a browser or program. */
export class SessionResponse {
  /** Id of the session; it gives no access. */
  @ApiProperty({ format: 'uuid' })
  id: string;
  /** When the user signed in. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** When it was last used, with a precision of one minute. */
  @ApiProperty({ format: 'date-time' })
  seenAt: string;
  /** When it expires. */
  @ApiProperty({ format: 'date-time' })
  expiresAt: string;
  /** When the user last confirmed their identity in it; null if never. */
  @ApiProperty({ format: 'date-time', nullable: true })
  confirmedAt: string | null;
  /** How the user signed in: `simple` (password), `passkey`, `oidc` or `saml`. */
  authType: string;
  /** IP address of the sign-in; null when unknown. */
  address: string | null;
  /** User agent of the sign-in; null when unknown. */
  userAgent: string | null;
  /** Whether it is the session of this request. */
  current: boolean;
}

/** Sessions of a user. */
export class SessionsResponse {
  /** Active sessions, most recently used first. */
  sessions: SessionResponse[];
}

/** The number of ended sessions. */
export class EndedSessionsResponse {
  /** Number of sessions. */
  @ApiProperty({ type: 'integer' })
  ended: number;
}
