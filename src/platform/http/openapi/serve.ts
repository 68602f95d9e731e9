import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type Express, static as files } from 'express';
import type { Config } from '../../config/config.js';
import { OpenApiFiles } from './openapi-files.js';

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The page of Swagger UI. `at` is the path of its files, without a slash at the end. */
const page = (at: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Feature flags</title>
    <link rel="stylesheet" href="${at}/swagger-ui.css" />
    <link rel="stylesheet" href="${at}/index.css" />
    <link rel="icon" type="image/png" href="${at}/favicon-32x32.png" sizes="32x32" />
    <style>
      .swagger-ui .topbar .download-url-wrapper { display: none; }
    </style>
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="${at}/swagger-ui-bundle.js"></script>
    <script src="${at}/swagger-ui-standalone-preset.js"></script>
    <script src="${at}/swagger-ui-init.js"></script>
  </body>
</html>
`;

/** The script that starts Swagger UI. `url` is the path of the OpenAPI document. */
const start = (url: string): string => `window.ui = SwaggerUIBundle({
  "url": ${JSON.stringify(url)},
  "dom_id": "#swagger-ui",
  "presets": [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  "layout": "StandaloneLayout",
  "persistAuthorization": false,
  "docExpansion": "none",
  "filter": true,
  "tagsSorter": "alpha",
  "deepLinking": true
});
`;

/**
 * Serves Swagger UI at `/docs`, and the OpenAPI document that it shows at `/docs/openapi.json` and
 * `/docs/openapi.yaml`. Without `SwaggerModule`, which would keep 8 MB in every process.
 */
export function serveOpenApi(app: NestExpressApplication, config: Config): void {
  const document = new OpenApiFiles(config.basePath);
  const docs = `${config.basePath}/docs`;
  const express = app.getHttpAdapter().getInstance() as Express;
  // The reference serves its page here.
  express.get('/docs/openapi', (_, response) => response.redirect(docs));
  express.get('/docs/openapi.json', document.sendJson);
  express.get('/docs/openapi.yaml', document.sendYaml);
  express.get(['/docs', '/docs/index.html'], (_, response) => {
    response.type('html').send(page(docs));
  });
  express.get('/docs/swagger-ui-init.js', (_, response) => {
    response.type('js').send(start(`${docs}/openapi.json`));
  });
  express.use('/docs', files(SWAGGER_UI, { index: false, redirect: false }));
}
