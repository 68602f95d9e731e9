import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { Express } from 'express';
import type { Config } from '../../config/config.js';
import { openApiDocument } from './document.js';
import { OpenApiFiles } from './openapi-files.js';

/** Swagger UI at `/docs`, its document at `/docs/openapi.json` and `/docs/openapi.yaml`. The document is made when it is first needed: `prepare` makes it before. */
export function serveOpenApi(app: NestExpressApplication, config: Config): OpenApiFiles {
  const files = new OpenApiFiles(() => openApiDocument(app, config));
  const express = app.getHttpAdapter().getInstance() as Express;
  express.get('/docs/openapi.json', files.sendJson);
  express.get('/docs/openapi.yaml', files.sendYaml);
  SwaggerModule.setup('docs', app, () => files.document, {
    raw: false,
    customSiteTitle: 'Feature flags',
    swaggerOptions: { persistAuthorization: false, docExpansion: 'none', filter: true, tagsSorter: 'alpha' },
  });
  return files;
}
