import type { Type } from '@nestjs/common';
import {
  ApiConsumes,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiTags,
  type ApiResponseOptions,
  getSchemaPath,
} from '@nestjs/swagger';
import { AS_OF, isAsOfDeclared } from './endpoint-promise.js';
import { BODY_LIMIT, type EndpointPromise, FORM } from './endpoint-promise.js';
import { LANGUAGES } from './language.js';
import { ErrorResponse } from './error.response.js';
import type { Permission } from './permission.js';

/** Marks a response in OpenAPI that only has its body in special cases. */
const WITHOUT_BODY = { 'x-usually-without-body': true };
const PREVIEWED = 'With `dryRun=true`: what the change would do.';
const WARNED = 'If a guard warns: the change was made, and `warnings` say what it affects.';

/** Description of the refusal by a guard. */
const GUARDED =
  'The features are in use, and a guard blocks the change: nothing was changed, and `warnings` ' +
  'say why. `force=true` with a `reason` makes the change in any case. Or an idempotency key ' +
  'was used for a request whose response was too long to keep.';

/** The classes of the special responses of a change. */
interface Special {
  /** Of a dry run. */
  preview: Type;
  /** With the warnings of a guard. */
  guard: Type | undefined;
}

/** The 200 of a change whose usual status is another one. */
function specialOnly({ preview, guard }: Special): ApiResponseOptions {
  return {
    status: 200,
    description: specialDescription(guard),
    schema: guard ? eitherOf(preview, guard) : refTo(preview),
  };
}

/** The response of a change, or of its preview, with the same status. */
function orSpecial(
  response: Type | [Type] | undefined,
  { preview, guard }: Special,
): ApiResponseOptions {
  const special = specialDescription(guard);
  if (response)
    return {
      status: 200,
      description: `Success. ${special}`,
      schema: eitherOf(guard ?? response, preview),
    };
  return {
    ...specialOnly({ preview, guard }),
    description: `Success, without a body. ${special}`,
    ...WITHOUT_BODY,
  };
}

function specialDescription(guard: Type | undefined): string {
  return guard ? `${PREVIEWED} ${WARNED}` : PREVIEWED;
}

/** Either of two bodies. */
function eitherOf(response: Type | [Type], otherwise: Type) {
  const usual = Array.isArray(response)
    ? { type: 'array' as const, items: refTo(response[0]) }
    : refTo(response);
  return { oneOf: [usual, refTo(otherwise)] };
}

function refTo(type: Type): { $ref: string } {
  return { $ref: getSchemaPath(type) };
}

const HTML = 'text/html';
/** Statuses for requests with an invalid body. */
export const MALFORMED = [400, 413, 415];

const LOCATION = {
  Location: {
    description: 'URL of the created resource.',
    schema: { type: 'string', format: 'uri-reference' },
  },
};
/** Documentation of the `ETag` header of a response. */
export const ETAG = {
  ETag: {
    description: 'Identifies the content of the response; send it in `If-None-Match`.',
    schema: { type: 'string' },
  },
};
const DRY_RUN = {
  name: 'dryRun',
  required: false,
  type: Boolean,
  description: 'Whether only to return what the change would do, without changing anything.',
};
const WAIT_FOR_DELIVERY = {
  name: 'waitForDelivery',
  required: false,
  schema: { type: 'string', pattern: '^([1-9]|[12]\\d|30)s$' },
  description:
    'How long to wait, `1s` to `30s`, until all connected streaming SDKs and all instances have ' +
    'the change. `delivery` of the response says who has it.',
} as const;
const RECEIPT = {
  name: 'receipt',
  required: false,
  type: Boolean,
  description:
    'Whether `receipt` of the response states, signed, which SDKs and instances have the change. ' +
    'The response then comes up to a second later.',
};
const ACCEPT_LANGUAGE = {
  name: 'Accept-Language',
  required: false,
  description:
    'The language of `label` and `summary`: `en`, `de` or `fr`; English by default. The cookie ' +
    '`console-language` goes before it.',
};
const CONTENT_LANGUAGE = {
  'Content-Language': {
    description: 'The language of `label` and `summary`.',
    schema: { type: 'string', enum: [...LANGUAGES] },
  },
};
const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer' },
  },
};
/** Descriptions of error statuses in OpenAPI. */
export const REFUSALS: Record<number, string> = {
  400: 'The request is invalid; `details` lists what is wrong and what is valid.',
  401: 'The caller is not signed in, or the token is unknown, expired or revoked.',
  403: 'The caller lacks the permission, or the operation is not possible in the current state.',
  404: 'The resource does not exist, or the caller cannot see it.',
  409:
    'The name is taken, the resource is in use, or it is not ready yet; for the past, the ' +
    'history is not kept, incomplete, or too long.',
  410: 'The emergency link was used or revoked, or has expired.',
  415: 'The body is not `application/json`.',
  422: 'The feature is disabled in the settings.',
  429:
    'Too many attempts, or too many slow requests at the same time; `Retry-After` is the number ' +
    'of seconds to wait.',
  500: 'An unexpected error; the log has the details under the id of the response.',
  502: 'The identity provider did not respond as expected.',
  503: 'The database is unavailable or too busy.',
};

/** The operation in OpenAPI, without its responses. */
export function documentation(promise: EndpointPromise): MethodDecorator[] {
  return [
    ...(promise.form ? [ApiConsumes(FORM)] : []),
    ...(promise.tag === undefined ? [] : [ApiTags(promise.tag)]),
    ApiOperation({
      operationId: promise.id,
      deprecated: promise.deprecated !== undefined,
      security: promise.permission === 'PUBLIC' ? [] : undefined,
      ...descriptionOf(promise),
    }),
    ...Object.entries(promise.params ?? {}).map(([name, description]) =>
      ApiParam({ name, description }),
    ),
    ...(promise.dryRun ? [ApiQuery(DRY_RUN)] : []),
    ...(isAsOfDeclared(promise.asOf) ? [ApiQuery(AS_OF)] : []),
    // Not where it would be the only parameter, so that generated clients stay the same.
    ...(promise.isTranslated && !promise.streams ? [ApiHeader(ACCEPT_LANGUAGE)] : []),
    ...(promise.delivery ? [ApiQuery(WAIT_FOR_DELIVERY), ApiQuery(RECEIPT)] : []),
  ];
}

/** The responses in OpenAPI. */
export function documentedResponses(promise: EndpointPromise): MethodDecorator[] {
  const { status = 200, dryRun, guard } = promise;
  return [
    ...extraModels(promise),
    ApiResponse({
      ...success(promise, status),
      ...headersOf(promise),
    }),
    ...(dryRun && status !== 200
      ? [ApiResponse(specialOnly({ preview: dryRun.response, guard }))]
      : []),
    ...(promise.conditional ? conditional() : []),
    ...refusalStatuses(promise).map((code) => ApiResponse(refusalOf(code, promise))),
  ];
}

function headersOf(promise: EndpointPromise): Pick<ApiResponseOptions, 'headers'> {
  if (promise.location) return { headers: LOCATION };
  if (promise.isTranslated) return { headers: CONTENT_LANGUAGE };
  return promise.conditional ? { headers: ETAG } : {};
}

/** The classes of bodies that OpenAPI refers to by name. */
function extraModels(promise: EndpointPromise): MethodDecorator[] {
  const { response, alternative, alternativeResponse, dryRun, guard } = promise;
  return [
    ...(alternative ? [ApiExtraModels(response as Type)] : []),
    ...(alternativeResponse ? [ApiExtraModels(alternativeResponse)] : []),
    ...(dryRun ? [ApiExtraModels(...(response ? [response].flat() : []), dryRun.response)] : []),
    ...(guard ? [ApiExtraModels(guard)] : []),
  ];
}

function refusalStatuses(promise: EndpointPromise): number[] {
  const { permission, refusals = [], cost, dryRun, guard, asOf } = promise;
  const isPublic = permission === 'PUBLIC';
  const statuses = new Set([
    ...(isPublic ? [] : [401, 403]),
    ...refusals,
    ...(dryRun ? [400] : []),
    ...(guard ? [409] : []),
    ...(asOf ? [400, 409] : []),
    ...(isPublic && cost === 'none' ? [] : [429]),
    500,
    503,
  ]);
  return [...statuses].sort();
}

function conditional(): MethodDecorator[] {
  const description = 'The `ETag` of the response that the caller already has.';
  return [
    ApiHeader({ name: 'If-None-Match', required: false, description }),
    ApiResponse({
      status: 304,
      description: 'Unchanged since the response whose `ETag` was sent in `If-None-Match`.',
      headers: ETAG,
    }),
  ];
}

function refusalOf(status: number, promise: EndpointPromise): ApiResponseOptions {
  const { bodyLimit = BODY_LIMIT, refusals, refusalPages, refusal, guard, alternative } = promise;
  const description =
    status === 413 ? `The body is larger than ${bodyLimit / 1024} KiB.` : (REFUSALS[status] ?? '');
  const headers = status === 429 || status === 503 ? { headers: RETRY_AFTER } : {};
  if (refusal && isOtherJson(promise))
    return { status, description, ...headers, content: contentOf(promise.contentType, refusal) };
  if (status === 409 && guard) return { status, description: GUARDED, type: ErrorResponse };
  const page = alternative === HTML ? { [HTML]: { schema: { type: 'string' } } } : undefined;
  if (status === 429)
    return {
      status,
      description,
      ...headers,
      content: { 'text/plain': { schema: { type: 'string' } }, ...page },
    };
  if (page)
    return {
      status,
      description,
      ...headers,
      content: {
        'application/json': { schema: { $ref: getSchemaPath(ErrorResponse) } },
        ...page,
      },
    };
  if (status === 503 && !refusal) return { status, description, ...headers, type: ErrorResponse };
  if (refusalPages && refusals?.includes(status) && !MALFORMED.includes(status))
    return { status, description, content: { [HTML]: { schema: { type: 'string' } } } };
  return {
    status,
    description,
    type: refusal && status !== 401 && status !== 403 ? refusal : ErrorResponse,
  };
}

const CONFIRMATIONS: Record<NonNullable<EndpointPromise['confirm']>, string> = {
  sensitive: 'In a session of a user with a second factor, this requires a recent confirmation.',
  own: 'Requires a session with a recent confirmation.',
  on:
    'In a session, this requires a recent confirmation for production environments if the ' +
    'project demands it.',
  off:
    'In a session, this requires a recent confirmation for production environments if the ' +
    'project demands it for turning off too.',
  policy: 'In a session, this requires a recent confirmation if the project demands confirmations.',
};

/** Requirements of an operation other than permissions of roles. */
const CREDENTIALS: Partial<Record<Permission, string>> = {
  PUBLIC: 'Needs no credentials.',
  NONE: 'Available to every signed-in user.',
  CLIENT: 'Requires a client token.',
  FRONTEND: 'Requires a frontend token.',
};

function descriptionOf({ permission, confirm }: EndpointPromise): { description: string } {
  const sentences = [needs([permission].flat()), ...(confirm ? [CONFIRMATIONS[confirm]] : [])];
  return { description: sentences.join(' ') };
}

function needs(permissions: Permission[]): string {
  const [first] = permissions;
  if (first && permissions.length === 1 && CREDENTIALS[first]) return CREDENTIALS[first];
  const names = permissions.map((name) => `\`${name}\``).join(', ');
  return permissions.length === 1
    ? `Requires the permission ${names}.`
    : `Requires one of the permissions ${names}.`;
}

/** Whether bodies are JSON of another protocol, such as `application/scim+json`. */
function isOtherJson(
  promise: EndpointPromise,
): promise is EndpointPromise & { contentType: string } {
  return promise.contentType?.endsWith('+json') === true;
}

function contentOf(contentType: string, type: Type): ApiResponseOptions['content'] {
  return { [contentType]: { schema: { $ref: getSchemaPath(type) } } };
}

function success(promise: EndpointPromise, status: number): ApiResponseOptions {
  const { response, contentType, alternative, alternativeResponse, dryRun } = promise;
  if (dryRun && status === 200)
    return orSpecial(response, { preview: dryRun.response, guard: promise.guard });
  const description = response || contentType ? 'Success.' : 'Success, without a body.';
  if (alternative && response && !Array.isArray(response)) {
    const json = { schema: { $ref: getSchemaPath(response) } };
    const other = alternativeResponse
      ? { $ref: getSchemaPath(alternativeResponse) }
      : { type: 'string' };
    return {
      status,
      description,
      content: { 'application/json': json, [alternative]: { schema: other } },
    };
  }
  if (response && !Array.isArray(response) && isOtherJson(promise))
    return { status, description, content: contentOf(promise.contentType, response) };
  if (contentType && !response)
    return { status, description, content: { [contentType]: { schema: { type: 'string' } } } };
  if (!response) return { status, description };
  return Array.isArray(response)
    ? { status, description, type: response[0], isArray: true }
    : { status, description, type: response };
}
