import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Express } from 'express';
import type { Config } from '../../config/config.js';
import { OpenApiFiles } from './openapi-files.js';

/**
 * Serves Swagger UI at `/docs`, and the OpenAPI document that it shows at `/docs/openapi.json` and
 * `/docs/openapi.yaml`.
 */
export function serveOpenApi(app: NestExpressApplication, config: Config): void {
  const files = new OpenApiFiles(config.basePath);
  const express = app.getHttpAdapter().getInstance() as Express;
  // The reference serves its page here.
  express.get('/docs/openapi', (_, response) => response.redirect(`${config.basePath}/docs`));
  express.get('/docs/openapi.json', files.sendJson);
  express.get('/docs/openapi.yaml', files.sendYaml);
  // Without an embedded document, Swagger UI fetches the file.
  SwaggerModule.setup('docs', app, () => undefined as unknown as OpenAPIObject, {
    raw: false,
    swaggerUrl: `${config.basePath}/docs/openapi.json`,
    customSiteTitle: 'Feature flags',
    swaggerOptions: {
      persistAuthorization: false,
      docExpansion: 'none',
      filter: true,
      tagsSorter: 'alpha',
    },
  });
}
