import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { dump } from 'js-yaml';
import { type CompressibleBody, sendCompressible } from '../compressible.js';

/** Where the build writes the OpenAPI document. */
export const DOCUMENT_FILE = new URL('../../../openapi.json', import.meta.url);

/** Serves the OpenAPI document. Its files are prepared once, because anybody may request them. */
export class OpenApiFiles {
  private readonly files = new Map<'json' | 'yaml', Promise<CompressibleBody>>();
  private document?: Promise<object>;

  /** `basePath` is the path prefix of the service; empty for none. */
  constructor(private readonly basePath: string) {}

  /** Prepares the files before the first request. */
  async prepare(): Promise<void> {
    await this.json();
    await this.yaml();
  }

  /** Sends the document as JSON. */
  readonly sendJson: RequestHandler = (request, response, next) =>
    void this.json()
      .then((file) => send(file, 'application/json; charset=utf-8', request, response))
      .catch(next);

  /** Sends the document as YAML. */
  readonly sendYaml: RequestHandler = (request, response, next) =>
    void this.yaml()
      .then((file) => send(file, 'text/yaml; charset=utf-8', request, response))
      .catch(next);

  private json(): Promise<CompressibleBody> {
    return this.file('json', (document) => JSON.stringify(document));
  }

  private yaml(): Promise<CompressibleBody> {
    return this.file('yaml', (document) => dump(document, { noRefs: true }));
  }

  private file(
    name: 'json' | 'yaml',
    write: (document: object) => string,
  ): Promise<CompressibleBody> {
    let file = this.files.get(name);
    if (!file)
      this.files.set(name, (file = this.read().then((document) => prepared(write(document)))));
    return file;
  }

  private read(): Promise<object> {
    return (this.document ??= readFile(DOCUMENT_FILE, 'utf8').then((text) => ({
      ...(JSON.parse(text) as object),
      // Relative, so that Swagger UI calls the host that served it.
      servers: [{ url: this.basePath || '/' }],
    })));
  }
}

/** Compressed once, because anybody may request it. */
function prepared(text: string): CompressibleBody {
  const body = Buffer.from(text);
  const gzipped = gzipSync(body);
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
