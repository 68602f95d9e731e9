import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** What clients made by the OpenAPI Generator call themselves, such as the Terraform provider. */
const GENERATED = /^OpenAPI-Generator\//i;

/**
 * Injects whether the caller is a client that was generated from the OpenAPI document. Where the
 * reference's behaviour differs from its document, such a client can only read what the document
 * says.
 */
export const IsGeneratedClient = createParamDecorator((_: unknown, context: ExecutionContext) =>
  GENERATED.test(context.switchToHttp().getRequest<Request>().headers['user-agent'] ?? ''),
);
