import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { VERSION } from '../version.js';

const ABOUT = `Manages feature flags. Wire-compatible with Unleash 6.6.

Authorize with an admin token, or sign in at \`POST /auth/simple/login\`; then try things out here.`;

/** The service's own description, made from the classes and decorators that it runs by. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Feature flag admin service')
    .setDescription(ABOUT)
    .setVersion(VERSION)
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'A token, with or without `Bearer` before it.',
      },
      'token',
    )
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description: 'The same for OpenFeature alone.',
      },
      'key',
    )
    .addCookieAuth(
      'unleash-session',
      { type: 'apiKey', in: 'cookie', description: 'The session of POST /auth/simple/login.' },
      'session',
    )
    .addSecurityRequirements('token')
    .addSecurityRequirements('session');
  const document = SwaggerModule.createDocument(app, builder.build(), {
    autoTagControllers: false,
  });
  // What the build infers from a handler's return type stands there as "default", beside the
  // statuses that the route has promised.
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item) as { responses?: Record<string, unknown> }[])
      delete operation.responses?.['default'];
  }
  unwrapTexts(document);
  return document;
}

/** Joins the lines of each text: a comment in the source ends its lines where the source does. */
function unwrapTexts(node: object): void {
  for (const [key, value] of Object.entries(node) as [string, unknown][]) {
    if (typeof value === 'object' && value !== null) unwrapTexts(value);
    else if (typeof value === 'string' && (key === 'description' || key === 'summary'))
      Object.assign(node, { [key]: value.replace(/(?<!\n)\n(?!\n|[-*] )/g, ' ') });
  }
}
