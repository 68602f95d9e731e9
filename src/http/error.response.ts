import { ApiProperty } from '@nestjs/swagger';

/** One thing that was wrong. */
export class ErrorDetailResponse {
  /** What was wrong, and what would be right. */
  message: string;
  /** Where in the request, like `/body/name`; absent where no single place is to blame. */
  path?: string;
  /** Every rule that the password breaks, with `OwaspValidationError`. */
  validationErrors?: string[];
}

/** The body of a refusal. */
export class ErrorResponse {
  /**
   * Unique to this answer; an unexpected error is in the log under the same id. Absent where the
   * reference answers with a message alone.
   */
  id?: string;
  /**
   * The kind of error, like `NotFoundError`. Absent where the reference answers with a message
   * alone.
   */
  name?: string;
  /** What was wrong, in a sentence. */
  message: string;
  /**
   * Everything that was wrong, at least one entry. Absent where the reference answers with a
   * message alone.
   */
  details?: ErrorDetailResponse[];
  /** The permissions of which one is missing, with `PermissionError`. */
  permissions?: string[];
  /**
   * Where to sign in, with `AuthenticationRequired`; below which path to go on, with
   * `SecondFactorRequired`, `SecondFactorMissing` and `ConfirmationRequired`.
   */
  path?: string;
  /**
   * What can be called below `path`, with `SecondFactorRequired` and `ConfirmationRequired`:
   * `totp`, `passkey`, `recovery-code`, `password`.
   */
  methods?: string[];
  /** How to sign in, with `AuthenticationRequired`. */
  type?: string;
  /** Whether signing in by password is hidden at first, with `AuthenticationRequired`. */
  defaultHidden?: boolean;
  /** What the reference tells of a body that is too large, with `PayloadTooLargeError`. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  error?: object;
}
