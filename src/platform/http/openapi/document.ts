import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { requiredOneOf } from '../validation/property-checks.js';
import { VERSION } from '../../config/version.js';
import { RouteInventory } from '../route-inventory.js';
import { ETAG, REFUSALS } from '../endpoint-documentation.js';
import { EVENT_STREAM } from '../event-stream.js';
import { CREATIONS, VERSIONED_WRITES } from '../versioned-operations.js';

interface Response {
  description: string;
  headers?: object;
  content?: Record<string, object>;
}

interface Operation {
  operationId: string;
  security?: object[];
  parameters?: { name: string; in: string }[];
  requestBody?: object;
  responses: Record<string, Response>;
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the response that the caller already has.',
  schema: { type: 'string' },
} as const;
const UNCHANGED = {
  description: 'Unchanged since the response whose `ETag` was sent in `If-None-Match`.',
  headers: ETAG,
};
const ERROR = {
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorResponse' } } },
};
const INVALID = { description: REFUSALS[400]!, ...ERROR };
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A unique text of your choice, such as a UUID. Repeating the request with it within 24 hours ' +
    'repeats the response and changes nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 257 },
} as const;
const IDEMPOTENCY_HEADERS = {
  'Idempotency-Replayed': {
    description: '`true` when the response is that of an earlier request with the same key.',
    schema: { type: 'string' },
  },
  'Idempotency-Secrets': {
    description: '`omitted` when a repeated response has `*****` instead of secrets.',
    schema: { type: 'string' },
  },
};
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of a GET of the object, or several, or `*`. When the object has changed since, ' +
    'nothing is changed and the response is 412.',
  schema: { type: 'string' },
} as const;
const IF_NONE_EXISTS = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: '`*` makes the response 412 instead of 409 when the name is taken.',
  schema: { type: 'string' },
} as const;
const NEW_VERSION = {
  ETag: {
    description:
      'Identifies the new version of the object, in the response to a request with `If-Match`.',
    schema: { type: 'string' },
  },
};
const CHANGED = {
  description:
    'The object is not as `If-Match` requires. Nothing was changed; `current` is the object as ' +
    'it is now.',
  headers: ETAG,
  ...ERROR,
};
const EXISTS = { description: 'The name is taken. Nothing was changed.', ...ERROR };

/**
 * Adds the responses that do not depend on the operation: 304 to every GET, and 400 wherever the
 * path has parameters, because a parameter can be encoded wrongly. Writes accept an idempotency
 * key, and writes of one object preconditions.
 * @param reads Ids of operations that change nothing, although they are no GET.
 */
function addGeneralResponses(document: OpenAPIObject, reads: ReadonlySet<string>): void {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item) as [string, Operation][]) {
      if (operation.parameters?.some((one) => one.in === 'path'))
        operation.responses['400'] ??= INVALID;
      if (method === 'get') addUnchanged(operation);
      const isWrite = method !== 'get' && !reads.has(operation.operationId ?? '');
      if (path.startsWith('/api/admin/') && isWrite && operation.security?.length !== 0)
        addKey(operation);
      addPreconditions(operation);
    }
  }
}

function addUnchanged(operation: Operation): void {
  const success = operation.responses['200'];
  if (!success || success.content?.[EVENT_STREAM] || operation.responses['304']) return;
  success.headers = { ...success.headers, ...ETAG };
  addHeader(operation, IF_NONE_MATCH);
  operation.responses['304'] = UNCHANGED;
}

function addKey(operation: Operation): void {
  addHeader(operation, IDEMPOTENCY_KEY);
  for (const [status, response] of Object.entries(operation.responses))
    if (status.startsWith('2')) response.headers = { ...response.headers, ...IDEMPOTENCY_HEADERS };
  operation.responses['400'] ??= INVALID;
  operation.responses['409'] ??= {
    description:
      'The first request with the idempotency key has not ended, or its response was too long to ' +
      'keep.',
    ...ERROR,
  };
  operation.responses['422'] ??= {
    description: 'The idempotency key was used for another request.',
    ...ERROR,
  };
}

/**
 * Adds an optional header, unless it would be the only input of the operation: generated clients
 * would require an argument then where they required none.
 */
function addHeader(operation: Operation, header: { name: string; in: string }): void {
  const { parameters = [], requestBody } = operation;
  if (parameters.length > 0 || requestBody) operation.parameters = [...parameters, header];
}

function addPreconditions(operation: Operation): void {
  const { operationId, parameters = [], responses } = operation;
  if (operationId in VERSIONED_WRITES) {
    operation.parameters = [...parameters, IF_MATCH];
    for (const [status, response] of Object.entries(responses))
      if (status.startsWith('2')) response.headers = { ...NEW_VERSION, ...response.headers };
    responses['412'] = CHANGED;
  } else if (CREATIONS.has(operationId)) {
    operation.parameters = [...parameters, IF_NONE_EXISTS];
    responses['412'] = EXISTS;
  }
}

const ABOUT =
  'Manages feature flags. Wire-compatible with Unleash 6.6.\n\n' +
  'Authorize with an admin token, or sign in with `POST /auth/simple/login`, to try out requests ' +
  'here.';

const TOKEN_HEADER = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: 'A token, with or without `Bearer` before it.',
} as const;
const KEY_HEADER = {
  type: 'apiKey',
  in: 'header',
  name: 'X-API-Key',
  description: 'A token; only for OpenFeature.',
} as const;
const SESSION_COOKIE = {
  type: 'apiKey',
  in: 'cookie',
  description: 'The session cookie of `POST /auth/simple/login`.',
} as const;

/** The header of the document: its title and how to authenticate. */
function introduction(): Omit<OpenAPIObject, 'paths'> {
  return new DocumentBuilder()
    .setTitle('Feature flag admin service')
    .setDescription(ABOUT)
    .setVersion(VERSION)
    .addApiKey(TOKEN_HEADER, 'token')
    .addApiKey(KEY_HEADER, 'key')
    .addCookieAuth('unleash-session', SESSION_COOKIE, 'session')
    .addServer('/')
    .addSecurityRequirements('token')
    .addSecurityRequirements('session')
    .build();
}

/**
 * Builds the OpenAPI document from classes and decorators. `tags` describes what the operations of
 * each tag are about.
 */
export function openApiDocument(
  app: INestApplication,
  tags: Readonly<Record<string, string>>,
): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, introduction(), {
    autoTagControllers: false,
  });
  document.tags = Object.entries(tags).map(([name, description]) => ({ name, description }));
  removeDefaults(document);
  addAlternatives(document);
  const { routes } = RouteInventory.of(app);
  const reads = routes.flatMap(({ promise }) => (promise?.reads ? [promise.id] : []));
  addGeneralResponses(document, new Set(reads));
  unwrapTexts(document);
  return document;
}

/**
 * Removes the "default" response that the build infers from return types, because routes declare
 * all statuses.
 */
function removeDefaults(document: OpenAPIObject): void {
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item) as { responses?: Record<string, unknown> }[])
      delete operation.responses?.['default'];
  }
}

/** Adds which properties of a schema are required as alternatives. */
function addAlternatives(document: OpenAPIObject): void {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    const { required = [] } = schema as { required?: string[] };
    const anyOf = requiredOneOf(name)?.map((property) => ({
      type: 'object',
      required: [...required, property],
    }));
    if (anyOf) Object.assign(schema, { anyOf });
  }
}

/** Joins the wrapped lines of comments in descriptions. */
function unwrapTexts(node: object): void {
  for (const [key, value] of Object.entries(node) as [string, unknown][]) {
    if (typeof value === 'object' && value !== null) unwrapTexts(value);
    else if (typeof value === 'string' && (key === 'description' || key === 'summary'))
      Object.assign(node, { [key]: value.replace(/(?<!\n)\n(?!\n|[-*] )/g, ' ') });
  }
}
