import { ApiProperty } from '@nestjs/swagger';

/** Somebody who signed in, or failed to. */
export class LoginEventResponse {
  /** Id of the event in the audit log. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /**
   * The user: e-mail address, else user name; `unknown` when there is no such user, for what was
   * typed then may have been a password.
   */
  username: string;
  /** How the user signed in: `simple` for a password. */
  auth_type: string;
  /** When. */
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  /** Whether the user got in. */
  successful: boolean;
  /** The address it came from; null when not known. */
  @ApiProperty({ type: String, nullable: true })
  ip: string | null;
  /** Why the user did not get in; null when the user did. */
  @ApiProperty({ type: String, nullable: true })
  failure_reason: string | null;
}

/** Logins, newest first. */
export class LoginHistoryResponse {
  /** The logins. Of a flood of failures the log holds a part only. */
  events: LoginEventResponse[];
}
