import { ApiProperty } from '@nestjs/swagger';

/** One problem of a request. */
export class ErrorDetailResponse {
  /** What is wrong, and what is valid. */
  message: string;
  /** Position in the request, such as `/body/name`; absent when there is no single position. */
  path?: string;
  /** All password rules that are violated; with `OwaspValidationError`. */
  validationErrors?: string[];
}

/** An environment of a project. */
export class ErrorPlaceResponse {
  /** Id of the project. */
  project: string;
  /** Name of the environment. */
  environment: string;
}

/** The body of an error response. */
export class ErrorResponse {
  /**
   * Unique id of this response; unexpected errors are logged under it. Absent where the reference
   * only sends a message.
   */
  id?: string;
  /** Kind of error, such as `NotFoundError`. Absent where the reference only sends a message. */
  name?: string;
  /** What is wrong, as a sentence. */
  message: string;
  /** All problems, at least one. Absent where the reference only sends a message. */
  details?: ErrorDetailResponse[];
  /** The permissions of which one is required; with `PermissionError`. */
  permissions?: string[];
  /**
   * Where a change request can contain the change that was refused, since it requires approvals;
   * with `PermissionError`.
   */
  proposeIn?: ErrorPlaceResponse;
  /**
   * Where to sign in, with `AuthenticationRequired`; the path prefix to continue with, for
   * `SecondFactorRequired`, `SecondFactorMissing` and `ConfirmationRequired`.
   */
  path?: string;
  /**
   * Available methods below `path`: `totp`, `passkey`, `recovery-code`, `password`; with
   * `SecondFactorRequired` and `ConfirmationRequired`.
   */
  methods?: string[];
  /** How to sign in; with `AuthenticationRequired`. */
  type?: string;
  /** Whether the password form is hidden initially; with `AuthenticationRequired`. */
  defaultHidden?: boolean;
  /** The reference's description of a body that is too large; with `PayloadTooLargeError`. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  error?: object;
  /**
   * The object as it is now, as a GET responds with it; with `PreconditionFailedError`, if the
   * caller may read it.
   */
  @ApiProperty({ type: 'object', additionalProperties: true })
  current?: object;
  /** Why the change might do harm; with `GuardedChangeError`. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  warnings?: object[];
  /** The changes that conflict with the present state; with `ChangeRequestConflictError`. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  conflicts?: object[];
}
