import { ApiError } from '../../platform/errors/api-error.js';

/** The key was used for another request (IETF draft "The Idempotency-Key HTTP Header Field"). */
export class IdempotencyKeyReusedError extends ApiError {
  readonly status = 422;
}

/** The response of the first request with the key was too long to keep. */
export class IdempotentResponseTooLongError extends ApiError {
  readonly status = 409;
}
