import type { NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { tap } from 'rxjs';

/** Sets the `Location` header of a response to the created resource. */
export function locating(location: (answer: never, request: Request) => string): NestInterceptor {
  return {
    intercept(context, next) {
      const http = context.switchToHttp();
      const setLocation = (answer: unknown): void => {
        http
          .getResponse<Response>()
          .setHeader('Location', location(answer as never, http.getRequest<Request>()));
      };
      return next.handle().pipe(tap(setLocation));
    },
  };
}
