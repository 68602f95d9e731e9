import type { Express, Request, Response } from 'express';
import { ApiError } from '../errors/api-error.js';

/** Headers that apply to the request with the precondition only. */
const OF_WRITE = [
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'transfer-encoding',
];

/** The object has changed, or exists although it must not (RFC 9110, section 15.5.13). */
export class PreconditionFailedError extends ApiError {
  readonly status = 412;

  constructor(
    message: string,
    /** URL that reads the current state. */
    readonly readAt?: string,
  ) {
    super(message);
  }
}

/** A failed precondition of a request that is answered as a GET. */
export interface Failure {
  error: PreconditionFailedError;
  method: string;
}

/** The precondition that has failed, while its response is read. */
export function failureOf(response: Response): PreconditionFailedError | undefined {
  return response.locals.failure?.error;
}

/**
 * Answers a failed precondition with the object, as the caller may read it: the request goes
 * through the service again as a GET, including all guards, and its response becomes part of the
 * error.
 */
export function answerWithCurrent(
  error: PreconditionFailedError,
  request: Request,
  response: Response,
): void {
  const failure: Failure = { error, method: request.method };
  response.locals.failure = failure;
  for (const name of OF_WRITE) delete request.headers[name];
  request.method = 'GET';
  request.url = error.readAt!;
  (request.app as Express)(request, response);
}

/** The body of a failed precondition with the current state, if that is JSON. */
export function withCurrent(response: Response, current: unknown): string {
  const { error, method } = response.locals.failure!;
  response.req.method = method;
  const text = typeof current === 'string' ? current : JSON.stringify(current);
  return `${JSON.stringify(error.body()).slice(0, -1)},"current":${text}}`;
}
