import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { from, type Observable } from 'rxjs';

/** What the query parameter `asOf` rebuilds as it was at a moment, instead of reading it. */
export type AsOf = 'feature' | 'features' | 'segment' | 'client';

/** A request that may be about a former state. */
export interface FormerRequest {
  /** Reads the former state; absent when the request is about the present. */
  answerAsOf?: () => Promise<unknown>;
}

/** Answers a request with its former state, if it is about one, instead of by its handler. */
@Injectable()
export class AsOfInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { answerAsOf } = context.switchToHttp().getRequest<FormerRequest>();
    return answerAsOf ? from(answerAsOf()) : next.handle();
  }
}

/** Whether {@link AsOfInterceptor} answers; SDKs poll without interceptors, which take time. */
export function isAnsweredByInterceptor(asOf: AsOf | undefined): boolean {
  return asOf !== undefined && asOf !== 'client';
}

/** The query parameter in OpenAPI. */
export const AS_OF = {
  name: 'asOf',
  required: false,
  schema: { type: 'string', format: 'date-time' },
  description:
    'A moment of the past, as an RFC 3339 date-time: the response is what it was then, rebuilt ' +
    'from the history of changes. Without what follows from usage and the caller.',
} as const;

/**
 * Whether OpenAPI declares the parameter: only where the operation has others, so that clients that
 * are generated from it stay the same.
 */
export function isAsOfDeclared(asOf: AsOf | undefined): boolean {
  return asOf === 'features' || asOf === 'client';
}
