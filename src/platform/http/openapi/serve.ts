import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  type Express,
  static as files,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Config } from '../../config/config.js';
import { NotFoundError } from '../../errors/general.errors.js';
import { type CompressibleBody, sendCompressible } from '../tagged.js';
import { BUILT, type ServedFormat, SERVER } from './built-files.js';

/**
 * Serves the OpenAPI document. The build has written its files; each is read at its first request,
 * and kept, because anybody may request it.
 */
class OpenApiFiles {
  private readonly files = new Map<ServedFormat, Promise<CompressibleBody>>();

  /** `basePath` is the path prefix of the service; empty for none. */
  constructor(private readonly basePath: string) {}

  /** Sends the document as JSON. */
  readonly sendJson = this.sending('json', 'application/json; charset=utf-8');

  /** Sends the document as YAML. */
  readonly sendYaml = this.sending('yaml', 'text/yaml; charset=utf-8');

  /** Sends the JSON Schema of flags as code. */
  readonly sendSchema = this.sending('schema', 'application/schema+json; charset=utf-8');

  private sending(format: ServedFormat, contentType: string): RequestHandler {
    return (request, response, next) =>
      void this.file(format)
        .then((file) => send(file, contentType, request, response))
        .catch(next);
  }

  private file(format: ServedFormat): Promise<CompressibleBody> {
    let file = this.files.get(format);
    if (!file) {
      file = this.read(format);
      this.files.set(format, file);
      file.catch(() => this.files.delete(format));
    }
    return file;
  }

  /** @throws NotFoundError when only the service was built. */
  private async read(format: ServedFormat): Promise<CompressibleBody> {
    const { plain, compressed } = BUILT[format];
    const text = await readFile(plain, 'utf8').catch(() => {
      throw new NotFoundError('The OpenAPI document is not built: run "npm run build".');
    });
    if (!this.basePath) return prepared(Buffer.from(text), await readFile(compressed));
    const body = Buffer.from(
      text.replace(SERVER[format]('/'), () => SERVER[format](this.basePath)),
    );
    return prepared(body, await promisify(gzip)(body));
  }
}

function prepared(body: Buffer, gzipped: Buffer): CompressibleBody {
  return {
    etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
    body: () => Promise.resolve(body),
    gzipped: () => Promise.resolve(gzipped),
  };
}

async function send(
  file: CompressibleBody,
  contentType: string,
  request: Request,
  response: Response,
): Promise<void> {
  response.set('Cache-Control', 'no-cache');
  await sendCompressible(file, contentType, request, response);
}

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
 * Serves Swagger UI at `/docs`, the OpenAPI document that it shows at `/docs/openapi.json` and
 * `/docs/openapi.yaml`, and the schema of flags as code at `/docs/flags.schema.json`. Without
 * `SwaggerModule`, which would keep 8 MB in every process.
 */
export function serveOpenApi(app: NestExpressApplication, config: Config): void {
  const document = new OpenApiFiles(config.basePath);
  const docs = `${config.basePath}/docs`;
  const express = app.getHttpAdapter().getInstance() as Express;
  // The reference serves its page here.
  express.get('/docs/openapi', (_, response) => response.redirect(docs));
  express.get('/docs/openapi.json', document.sendJson);
  express.get('/docs/openapi.yaml', document.sendYaml);
  express.get('/docs/flags.schema.json', document.sendSchema);
  express.get(['/docs', '/docs/index.html'], (_, response) => {
    response.type('html').send(page(docs));
  });
  express.get('/docs/swagger-ui-init.js', (_, response) => {
    response.type('js').send(start(`${docs}/openapi.json`));
  });
  express.use('/docs', files(SWAGGER_UI, { index: false, redirect: false }));
}
