import {
  applyDecorators,
  Header,
  HttpCode,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request, Response } from 'express';
import { map } from 'rxjs';
import { documentation, documentedResponses, MALFORMED } from './endpoint-documentation.js';
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
  return (target, key, descriptor) => {
    const promise = {
      ...declared,
      ...(declared.streams ? { contentType: EVENT_STREAM } : {}),
      refusals: refusalsOf(declared, target.constructor, key),
    };
    applyDecorators(
      SetMetadata(ENDPOINT, promise),
      ...behaviour(promise),
      ...documentation(promise),
      ...documentedResponses(promise),
    )(target, key, descriptor);
  };
}

/** The declared refusals, and those of what the handler takes. */
function refusalsOf(
  { refusals = [], neverRefuses = [] }: EndpointPromise,
  controller: object,
  handler: string | symbol,
): number[] {
  const params = argumentsOf(controller, handler, RouteParamtypes.PARAM);
  const takes = (type: RouteParamtypes): boolean =>
    argumentsOf(controller, handler, type).length > 0;
  const isChecked = params.some(({ pipes }) => pipes.length > 0);
  const usual = [
    ...(takes(RouteParamtypes.BODY) ? MALFORMED : []),
    ...(takes(RouteParamtypes.QUERY) || isChecked ? [400] : []),
    ...(params.length > 0 ? [404] : []),
  ];
  return [...refusals, ...usual.filter((status) => !neverRefuses.includes(status))];
}

/** What a handler takes of a request in its parameters of a type. */
export function argumentsOf(
  controller: object,
  handler: string | symbol,
  type: RouteParamtypes,
): { pipes: readonly unknown[] }[] {
  const all: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler);
  return Object.entries((all ?? {}) as Record<string, { pipes: readonly unknown[] }>)
    .filter(([key]) => key.startsWith(`${type}:`))
    .map(([, argument]) => argument);
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

/** What a handler returns when the status of this response differs from its usual one. */
export class OtherStatus {
  constructor(
    readonly status: number,
    /** An object, JSON, or undefined for none. */
    readonly body: object | string | undefined,
  ) {}
}
