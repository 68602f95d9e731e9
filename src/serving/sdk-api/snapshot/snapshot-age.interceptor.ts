import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { ServedFeatures } from './served-features.js';

/** Sets the `Age` header (RFC 9111) of a stale response. */
export function setAgeHeader(seconds: number | undefined, response: Response): void {
  if (seconds !== undefined) response.setHeader('Age', seconds);
}

/** Sets the header `Age` to the age of the served features, when they are stale. */
@Injectable()
export class SnapshotAgeInterceptor implements NestInterceptor {
  constructor(private readonly served: ServedFeatures) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(tap(() => setAgeHeader(this.served.staleSeconds, response)));
  }
}
