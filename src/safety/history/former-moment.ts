import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { CalledRequest } from '../../core/auth/current-caller.js';
import { momentOf } from './moment.js';

/** Injects the moment of `asOf` into a handler that answers from history; undefined without it. */
export const FormerMoment = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined => {
    const { asOf } = context.switchToHttp().getRequest<CalledRequest>().query;
    return asOf === undefined ? undefined : momentOf('asOf', asOf);
  },
);
