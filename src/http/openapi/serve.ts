import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { Config } from '../../config/config.js';
import { openApiDocument } from './document.js';

/** Swagger UI at `/docs`, its document at `/docs/openapi.json`. Made when it is first asked for: no start waits for it. */
export function serveOpenApi(app: NestExpressApplication, config: Config): void {
  SwaggerModule.setup('docs', app, () => openApiDocument(app, config), {
    jsonDocumentUrl: 'docs/openapi.json',
    yamlDocumentUrl: 'docs/openapi.yaml',
    customSiteTitle: 'Feature flags',
    swaggerOptions: { persistAuthorization: false, docExpansion: 'none', filter: true, tagsSorter: 'alpha' },
  });
}
