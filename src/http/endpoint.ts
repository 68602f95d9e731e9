import { applyDecorators, Header, HttpCode, SetMetadata, type Type, UseInterceptors } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags, type ApiResponseOptions } from '@nestjs/swagger';
import type { Request } from 'express';
import { ErrorResponse } from './error.response.js';
import { locating } from './location.js';
import type { Permission } from './permission.js';

/** The largest body, in bytes, where a route does not promise another: 100 KiB, as the reference. */
export const BODY_LIMIT = 102_400;

/** What a route promises: to its callers, to OpenAPI, and to the guard that lets it be called. */
export interface EndpointPromise {
  /** The operation's name, the reference's where it has the operation. */
  id: string;
  /** Which permission its caller needs, or of which one is enough; `NONE` for anybody who is signed in, `PUBLIC` for everybody. */
  permission: Permission | readonly Permission[];
  /**
   * Where the permission is needed, for a path without `:projectId`: in the project of the feature that a path parameter names, or `anywhere`, which is to
   * say in some project or some environment, the service asking for the rest.
   */
  place?: { feature: string } | 'anywhere';
  /**
   * That it answers for a project or feature that does not exist too, instead of refusing with 404. So it does for one that is hidden from the caller,
   * and sees to it by itself that the answer is the same.
   */
  answersUnknown?: boolean;
  /** The section in OpenAPI. */
  tag: string;
  /** Status of success; 200 unless told. */
  status?: number;
  /** The body of success; none unless told. In brackets: a list of them. */
  response?: Type | [Type];
  /** Content type of the body of success, where it is not JSON. */
  contentType?: string;
  /** Where what was created is to be found, relative to the path: sent as the `Location` of the answer. */
  location?: (answer: never, request: Request) => string;
  /** The largest body that it takes, in bytes; {@link BODY_LIMIT} unless told. */
  bodyLimit?: number;
  /** Statuses of refusals besides 401 and 403, which every route with a permission has, and 500 and 503, which every route has. */
  refusals?: number[];
  /** That the operation is deprecated and, if that is known, since when: which is sent as the `Deprecation` header (RFC 9745) too. */
  deprecated?: { since?: Date };
  /** Path parameters by name, with what they mean. Without it each is documented by its name alone. */
  params?: Record<string, string>;
}

const ENDPOINT = Symbol('endpoint');
const JSON_TYPE = 'application/json; charset=utf-8';
const LOCATION = {
  Location: { description: 'Where what was created is to be found.', schema: { type: 'string', format: 'uri-reference' } },
};
const REFUSALS: Record<number, string> = {
  400: 'The request cannot be carried out as it was sent; the details say what was wrong and what would be right.',
  401: 'Nobody is signed in, or the token is unknown, expired or revoked.',
  403: 'The caller may not do this, or it is not possible as things are.',
  404: 'There is no such thing here.',
  409: 'The name is taken, or the thing is in use.',
  415: 'The body is not `application/json`.',
  429: 'Too many attempts; `Retry-After` says in how many seconds to try again.',
  500: 'Something failed that should not have; the log has it under the id of the answer.',
  503: 'The database cannot be reached; nothing was changed.',
};

/** Everything that a route promises, in one place. A route without it does not start (see RouteInventory). */
export function Endpoint(promise: EndpointPromise): MethodDecorator {
  const { status = 200, response, contentType = JSON_TYPE, deprecated, location } = promise;
  const isPublic = promise.permission === 'PUBLIC';
  const refusals = new Set([...(isPublic ? [] : [401, 403]), ...(promise.refusals ?? []), 500, 503]);
  return applyDecorators(
    SetMetadata(ENDPOINT, promise),
    HttpCode(status),
    ...(response || promise.contentType ? [Header('Content-Type', contentType)] : []),
    ...(deprecated?.since ? [Header('Deprecation', `@${Math.floor(deprecated.since.getTime() / 1000)}`)] : []),
    ...(location ? [UseInterceptors(locating(location))] : []),
    ApiTags(promise.tag),
    ApiOperation({
      operationId: promise.id,
      deprecated: deprecated !== undefined,
      security: isPublic ? [] : undefined,
      ...(isPublic || promise.permission === 'NONE' ? {} : { description: needs([promise.permission].flat()) }),
    }),
    ApiResponse({ ...success(promise, status), ...(location ? { headers: LOCATION } : {}) }),
    ...[...refusals].sort().map((code) => ApiResponse(refusal(code, promise))),
    ...Object.entries(promise.params ?? {}).map(([name, description]) => ApiParam({ name, description })),
  );
}

function refusal(status: number, { bodyLimit = BODY_LIMIT }: EndpointPromise): ApiResponseOptions {
  const description = status === 413 ? `The body is larger than ${bodyLimit / 1024} KiB.` : (REFUSALS[status] ?? '');
  if (status === 429) return { status, description, content: { 'text/plain': { schema: { type: 'string' } } } };
  return { status, description, type: ErrorResponse };
}

function needs(permissions: Permission[]): string {
  const names = permissions.map((name) => `\`${name}\``).join(', ');
  return permissions.length === 1 ? `Needs the permission ${names}.` : `Needs one of the permissions ${names}.`;
}

function success({ response, contentType }: EndpointPromise, status: number): ApiResponseOptions {
  const description = response || contentType ? 'Success.' : 'Success, without a body.';
  if (contentType && !response) return { status, description, content: { [contentType]: { schema: { type: 'string' } } } };
  if (!response) return { status, description };
  return Array.isArray(response) ? { status, description, type: response[0], isArray: true } : { status, description, type: response };
}

/** The promise of a handler, or `undefined` when it made none. */
export function promiseOf(handler: object): EndpointPromise | undefined {
  return Reflect.getMetadata(ENDPOINT, handler) as EndpointPromise | undefined;
}
