import {
  applyDecorators,
  Header,
  HttpCode,
  SetMetadata,
  type Type,
  UseInterceptors,
} from '@nestjs/common';
import {
  ApiConsumes,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiTags,
  type ApiResponseOptions,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { type Cost, isExpensive } from './cost.js';
import { ErrorResponse } from './error.response.js';
import { locating } from './location.js';
import type { Permission } from './permission.js';
import { SlotInterceptor } from './slot.interceptor.js';

/**
 * The largest body, in bytes, where a route does not promise another: 100 KiB, as the reference.
 */
export const BODY_LIMIT = 102_400;
/**
 * How many items of lists and properties of objects a body may have in all, where a route does not
 * promise another number.
 */
export const BODY_ITEMS = 30_000;

/** What a route promises: to its callers, to OpenAPI, and to the guard that lets it be called. */
export interface EndpointPromise {
  /** The operation's name, the reference's where it has the operation. */
  id: string;
  /**
   * Which permission its caller needs, or of which one is enough; `NONE` for anybody who is signed
   * in, `PUBLIC` for everybody.
   */
  permission: Permission | readonly Permission[];
  /**
   * Where the permission is needed, for a path without `:projectId`: in the project of the feature
   * that a path parameter names, or `anywhere`, which is to say in some project or some
   * environment, the service asking for the rest.
   */
  place?: { feature: string } | 'anywhere';
  /**
   * That it answers for a project or feature that does not exist too, instead of refusing with 404.
   * So it does for one that is hidden from the caller, and sees to it by itself that the answer is
   * the same.
   */
  answersUnknown?: boolean;
  /**
   * What a session must have confirmed recently who it is for: something `sensitive`, if the user
   * has a second factor; the user's `own` ways to sign in; switching `on` or `off` in production
   * and the `policy` of that, where the project wants it. Calls by tokens are never asked.
   */
  confirm?: 'sensitive' | 'own' | 'on' | 'off' | 'policy';
  /**
   * That it changes the caller's own account, which tokens that are limited by a scope must not.
   */
  ofAccount?: boolean;
  /** That it can be called by who must have a second factor and has none yet. */
  beforeSecondFactor?: boolean;
  /** The section in OpenAPI. */
  tag: string;
  /** Status of success; 200 unless told. */
  status?: number;
  /** The body of success; none unless told. In brackets: a list of them. */
  response?: Type | [Type];
  /** Content type of the body of success, where it is not JSON. */
  contentType?: string;
  /**
   * Another content type of the same answer, sent to who accepts that rather than JSON; the handler
   * sets the type itself then.
   */
  alternative?: string;
  /**
   * Where what was created is to be found, relative to the path: sent as the `Location` of the
   * answer.
   */
  location?: (answer: never, request: Request) => string;
  /** The largest body that it takes, in bytes; {@link BODY_LIMIT} unless told. */
  bodyLimit?: number;
  /** How many items and properties its body may have in all; {@link BODY_ITEMS} unless told. */
  bodyItems?: number;
  /** That the body comes from a form of a browser, and not as JSON. */
  form?: boolean;
  /**
   * That {@link refusals} are pages for people to read and not JSON, but for those of requests that
   * no browser sends by itself.
   */
  refusalPages?: boolean;
  /** Whether a caller who has the answer already, by its `ETag`, is told so with 304. */
  conditional?: boolean;
  /**
   * What a request costs, where neither the permission of SDKs nor the method tells it; a caller
   * can send only so many.
   */
  cost?: Cost;
  /**
   * Statuses of refusals besides 401 and 403, which every route with a permission has, 429, which
   * all but the free ones of everybody have, and 500 and 503, which every route has.
   */
  refusals?: number[];
  /** The form of its refusals but 401 and 403, where another protocol decides it. */
  refusal?: Type;
  /**
   * That the operation is deprecated and, if that is known, since when: which is sent as the
   * `Deprecation` header (RFC 9745) too.
   */
  deprecated?: { since?: Date };
  /**
   * Path parameters by name, with what they mean. Without it each is documented by its name alone.
   */
  params?: Record<string, string>;
}

/** Content type of forms that browsers send. */
export const FORM = 'application/x-www-form-urlencoded';

/** What is wrong with a request before anybody looks at what it wants. */
const MALFORMED = [400, 413, 415];

const ENDPOINT = Symbol('endpoint');
const JSON_TYPE = 'application/json; charset=utf-8';
const LOCATION = {
  Location: {
    description: 'Where what was created is to be found.',
    schema: { type: 'string', format: 'uri-reference' },
  },
};
const ETAG = { ETag: { description: 'Stands for the answer.', schema: { type: 'string' } } };
const RETRY_AFTER = {
  'Retry-After': { description: 'In how many seconds to try again.', schema: { type: 'integer' } },
};
const REFUSALS: Record<number, string> = {
  400: 'The request cannot be carried out as it was sent; the details say what was wrong and what would be right.',
  401: 'Nobody is signed in, or the token is unknown, expired or revoked.',
  403: 'The caller may not do this, or it is not possible as things are.',
  404: 'There is no such thing here.',
  409: 'The name is taken, or the thing is in use.',
  415: 'The body is not `application/json`.',
  422: 'It is switched off by the settings.',
  429: 'Too many attempts, or too many slow requests at the same time; `Retry-After` says in how many seconds to try again.',
  500: 'Something failed that should not have; the log has it under the id of the answer.',
  502: 'The identity provider did not answer as it should.',
  503: 'The database cannot be reached, or is too busy.',
};

/**
 * Everything that a route promises, in one place. A route without it does not start (see
 * RouteInventory).
 */
export function Endpoint(promise: EndpointPromise): MethodDecorator {
  const { status = 200, response, contentType = JSON_TYPE, deprecated, location } = promise;
  const isPublic = promise.permission === 'PUBLIC';
  const refusals = new Set([
    ...(isPublic ? [] : [401, 403]),
    ...(promise.refusals ?? []),
    ...(isPublic && promise.cost === 'none' ? [] : [429]),
    500,
    503,
  ]);
  return applyDecorators(
    SetMetadata(ENDPOINT, promise),
    HttpCode(status),
    ...((response || promise.contentType) && !promise.alternative
      ? [Header('Content-Type', contentType)]
      : []),
    ...(deprecated?.since
      ? [Header('Deprecation', `@${Math.floor(deprecated.since.getTime() / 1000)}`)]
      : []),
    ...(location ? [UseInterceptors(locating(location))] : []),
    ...(isExpensive(promise.cost) ? [UseInterceptors(SlotInterceptor)] : []),
    ...(promise.form ? [ApiConsumes(FORM)] : []),
    ApiTags(promise.tag),
    ApiOperation({
      operationId: promise.id,
      deprecated: deprecated !== undefined,
      security: isPublic ? [] : undefined,
      ...descriptionOf(promise),
    }),
    ...(promise.alternative ? [ApiExtraModels(promise.response as Type)] : []),
    ApiResponse({
      ...success(promise, status),
      ...(location ? { headers: LOCATION } : promise.conditional ? { headers: ETAG } : {}),
    }),
    ...(promise.conditional ? conditional() : []),
    ...[...refusals].sort().map((code) => ApiResponse(refusalOf(code, promise))),
    ...Object.entries(promise.params ?? {}).map(([name, description]) =>
      ApiParam({ name, description }),
    ),
  );
}

function conditional(): MethodDecorator[] {
  const description = 'The `ETag` of the answer that the caller has already.';
  return [
    ApiHeader({ name: 'If-None-Match', required: false, description }),
    ApiResponse({
      status: 304,
      description: 'Not changed since the answer whose `ETag` was sent as `If-None-Match`.',
      headers: ETAG,
    }),
  ];
}

function refusalOf(
  status: number,
  { bodyLimit = BODY_LIMIT, refusals, refusalPages, refusal }: EndpointPromise,
): ApiResponseOptions {
  const description =
    status === 413 ? `The body is larger than ${bodyLimit / 1024} KiB.` : (REFUSALS[status] ?? '');
  if (status === 429)
    return {
      status,
      description,
      headers: RETRY_AFTER,
      content: { 'text/plain': { schema: { type: 'string' } } },
    };
  if (status === 503 && !refusal)
    return { status, description, headers: RETRY_AFTER, type: ErrorResponse };
  if (refusalPages && refusals?.includes(status) && !MALFORMED.includes(status))
    return { status, description, content: { 'text/html': { schema: { type: 'string' } } } };
  return {
    status,
    description,
    type: refusal && status !== 401 && status !== 403 ? refusal : ErrorResponse,
  };
}

const CONFIRMATIONS: Record<NonNullable<EndpointPromise['confirm']>, string> = {
  sensitive: 'A session of a user with a second factor needs a recent confirmation.',
  own: 'Needs a session, and a recent confirmation.',
  on: 'A session needs a recent confirmation in a production environment of a project that wants it.',
  off: 'A session needs a recent confirmation in a production environment of a project that wants it for turning off too.',
  policy: 'A session needs a recent confirmation where the project wants any.',
};

function descriptionOf({ permission, confirm }: EndpointPromise): { description?: string } {
  const permissions =
    permission === 'PUBLIC' || permission === 'NONE' ? [] : [needs([permission].flat())];
  const sentences = [...permissions, ...(confirm ? [CONFIRMATIONS[confirm]] : [])];
  return sentences.length > 0 ? { description: sentences.join(' ') } : {};
}

function needs(permissions: Permission[]): string {
  const names = permissions.map((name) => `\`${name}\``).join(', ');
  return permissions.length === 1
    ? `Needs the permission ${names}.`
    : `Needs one of the permissions ${names}.`;
}

function success(
  { response, contentType, alternative }: EndpointPromise,
  status: number,
): ApiResponseOptions {
  const description = response || contentType ? 'Success.' : 'Success, without a body.';
  if (alternative && response && !Array.isArray(response)) {
    const json = { schema: { $ref: getSchemaPath(response) } };
    return {
      status,
      description,
      content: { 'application/json': json, [alternative]: { schema: { type: 'string' } } },
    };
  }
  if (contentType && !response)
    return { status, description, content: { [contentType]: { schema: { type: 'string' } } } };
  if (!response) return { status, description };
  return Array.isArray(response)
    ? { status, description, type: response[0], isArray: true }
    : { status, description, type: response };
}

/** The promise of a handler, or `undefined` when it made none. */
export function promiseOf(handler: object): EndpointPromise | undefined {
  return Reflect.getMetadata(ENDPOINT, handler) as EndpointPromise | undefined;
}
