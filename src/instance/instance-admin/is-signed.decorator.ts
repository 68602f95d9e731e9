import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BadDataError } from '../../platform/errors/general.errors.js';

/** Content type of a JSON Web Signature in its JSON form (RFC 7515). */
export const JOSE = 'application/jose+json';

/**
 * Whether statistics are wanted signed: by `?signed=true`, or by `Accept`. OpenAPI describes the
 * parameter in the text of the operation only: generated clients of the reference call it without
 * arguments, and would have to pass some if it were declared.
 * @throws BadDataError
 */
export const IsSigned = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request>();
  const { signed = 'false' } = request.query;
  if (signed !== 'true' && signed !== 'false')
    throw new BadDataError('The query parameter signed must be "true" or "false".');
  const isSigned = signed === 'true' || request.accepts(['application/json', JOSE]) === JOSE;
  http.getResponse<Response>().type(isSigned ? JOSE : 'application/json');
  return isSigned;
});
