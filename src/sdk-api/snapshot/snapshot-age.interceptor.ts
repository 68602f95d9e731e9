import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { tellAge } from './tell-age.js';
import { ServedFeatures } from './served-features.js';

/**
 * Tells by the header `Age` for how many seconds the features have been old that an answer was made
 * from, if they are.
 */
@Injectable()
export class SnapshotAgeInterceptor implements NestInterceptor {
  constructor(private readonly served: ServedFeatures) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(tap(() => tellAge(this.served.staleSeconds, response)));
  }
}
