import { ApiProperty } from '@nestjs/swagger';
import { Within } from '../../../platform/http/validation/shape.decorators.js';

/** The page of logins to return. */
export class LoginHistoryQuery {
  /** Number of logins to skip, newest first; 0 if omitted. */
  @Within({ min: 0, max: 1_000_000_000, preset: 0 })
  offset: number = 0;
  /** Number of logins to return, 1 to 1000; 100 if omitted. */
  @Within({ min: 1, max: 1000, preset: 100 })
  limit: number = 100;
}

/** A successful or failed login. */
export class LoginEventResponse {
  /** Id of the event in the audit log. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /**
   * E-mail address or user name of the user; `unknown` when there is no such user, because the
   * input may have been a password.
   */
  username: string;
  /** How the user signed in, such as `simple` for a password. */
  auth_type: string;
  /** When it happened. */
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  /** Whether the login succeeded. */
  successful: boolean;
  /** IP address of the request; null when unknown. */
  @ApiProperty({ type: String, nullable: true })
  ip: string | null;
  /** Why the login failed; null when it succeeded. */
  @ApiProperty({ type: String, nullable: true })
  failure_reason: string | null;
}

/** A page of logins, newest first. */
export class LoginHistoryResponse {
  /** The logins. During many failures only some of them are recorded. */
  events: LoginEventResponse[];
  /** Number of recorded logins, on this page and others. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}
