import type { Request } from 'express';
import type { ApiError } from '../errors/api-error.js';
import type { OfrepErrorResponse } from './ofrep.response.js';

/** The path below which errors are told in the form of the protocol. */
export const OFREP_PATH = '/ofrep/v1/evaluate/flags';

/**
 * An error in the form of the protocol (openfeature.dev, OFREP 0.2), by which providers know what
 * to tell the application.
 */
export function ofrepBody(error: ApiError, request: Request): OfrepErrorResponse {
  const key = request.params['key'];
  return {
    ...(typeof key === 'string' ? { key } : {}),
    errorCode: codeOf(error, request),
    errorDetails: error.message,
  };
}

function codeOf({ status }: ApiError, request: Request): string {
  // Where no route was found there are no parameters.
  if (status === 404 && request.params['key'] !== undefined) return 'FLAG_NOT_FOUND';
  if (status !== 400) return 'GENERAL';
  // Without a body there was one that could not be parsed.
  return request.body === undefined ? 'PARSE_ERROR' : 'INVALID_CONTEXT';
}
