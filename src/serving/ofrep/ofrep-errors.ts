import type { Request } from 'express';
import type { ApiError } from '../../platform/errors/api-error.js';
import type { OfrepErrorResponse } from './ofrep.dto.js';

/** The path prefix for errors in OFREP format. */
export const OFREP_PATH = '/ofrep/v1/evaluate/flags';

/** An error in OFREP format (openfeature.dev, OFREP 0.2). */
export function ofrepBody(error: ApiError, request: Request): OfrepErrorResponse {
  const key = request.params['key'];
  return {
    ...(typeof key === 'string' ? { key } : {}),
    errorCode: codeOf(error, request),
    errorDetails: error.message,
  };
}

function codeOf({ status }: ApiError, request: Request): string {
  // Requests without a matching route have no parameters.
  if (status === 404 && request.params['key'] !== undefined) return 'FLAG_NOT_FOUND';
  if (status !== 400) return 'GENERAL';
  // The body is undefined when it could not be parsed.
  return request.body === undefined ? 'PARSE_ERROR' : 'INVALID_CONTEXT';
}
