import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { requiredOneOf } from '../validation/one-required.js';
import { VERSION } from '../../config/version.js';
import { RouteInventory } from '../route-inventory.js';
import { addGeneralResponses } from './general-responses.js';

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
