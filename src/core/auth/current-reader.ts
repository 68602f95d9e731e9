import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import type { Reader } from '../../platform/database/database.js';
import type { CalledRequest } from './current-caller.js';

/** The reader of a long read. Its statements are cancelled when the caller disconnects. */
export function readerOf(context: ExecutionContext): Reader {
  const http = context.switchToHttp();
  const { caller } = http.getRequest<CalledRequest>();
  const response = http.getResponse<Response>();
  const left = new AbortController();
  if (response.closed) left.abort();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  return {
    key: caller?.key ?? '',
    left: left.signal,
  };
}

/** Injects {@link readerOf} into a handler. */
export const CurrentReader = createParamDecorator((_: unknown, context: ExecutionContext): Reader =>
  readerOf(context),
);
