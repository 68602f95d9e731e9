import {
  applyDecorators,
  Header,
  HttpCode,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { map } from 'rxjs';
import { documentation, documentedResponses } from './endpoint-documentation.js';
import type { EndpointPromise } from './endpoint-promise.js';
import { EVENT_STREAM } from './event-stream.js';
import { GzipInterceptor } from './gzip.interceptor.js';
import { Beforehand } from './waiting.js';

/** Sets the `Location` header of a response to the created resource. */
function locating(location: (answer: never, request: Request) => string): NestInterceptor {
  return {
    intercept(context, next) {
      const http = context.switchToHttp();
      const setLocation = (answer: unknown): unknown => {
        if (answer instanceof Beforehand) return answer.map(setLocation);
        http
          .getResponse<Response>()
          .setHeader('Location', location(answer as never, http.getRequest<Request>()));
        return answer;
      };
      return next.handle().pipe(map(setLocation));
    },
  };
}

const ENDPOINT = Symbol('endpoint');
const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Declares everything about a route in one place. The service does not start when a route lacks it
 * (see RouteInventory).
 */
export function Endpoint(declared: EndpointPromise): MethodDecorator {
  const promise = declared.streams ? { ...declared, contentType: EVENT_STREAM } : declared;
  return applyDecorators(
    SetMetadata(ENDPOINT, promise),
    ...behaviour(promise),
    ...documentation(promise),
    ...documentedResponses(promise),
  );
}

/** What Nest does for the route: status and headers. */
function behaviour(promise: EndpointPromise): MethodDecorator[] {
  const { status = 200, response, contentType = JSON_TYPE, deprecated, location } = promise;
  return [
    HttpCode(status),
    ...((response || promise.contentType) && !promise.alternative
      ? [Header('Content-Type', contentType)]
      : []),
    ...(deprecated?.since
      ? [Header('Deprecation', `@${Math.floor(deprecated.since.getTime() / 1000)}`)]
      : []),
    ...(location ? [UseInterceptors(locating(location))] : []),
    ...(promise.compressed ? [UseInterceptors(GzipInterceptor)] : []),
  ];
}

/** The declaration of a handler; `undefined` when it has none. */
export function promiseOf(handler: object): EndpointPromise | undefined {
  return Reflect.getMetadata(ENDPOINT, handler) as EndpointPromise | undefined;
}
