import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { dump } from 'js-yaml';

/** Where the build writes the OpenAPI document. */
export const DOCUMENT_FILE = new URL('../../../openapi.json', import.meta.url);

/** A file, ready to send. */
interface PreparedFile {
  body: Buffer;
  gzipped: Buffer;
  etag: string;
}

/** Serves the OpenAPI document. Its files are prepared once, because anybody may request them. */
export class OpenApiFiles {
  private readonly files = new Map<'json' | 'yaml', Promise<PreparedFile>>();
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
    void this.json().then(
      (file) => send(file, 'application/json; charset=utf-8', request, response),
      next,
    );

  /** Sends the document as YAML. */
  readonly sendYaml: RequestHandler = (request, response, next) =>
    void this.yaml().then(
      (file) => send(file, 'text/yaml; charset=utf-8', request, response),
      next,
    );

  private json(): Promise<PreparedFile> {
    return this.file('json', (document) => JSON.stringify(document));
  }

  private yaml(): Promise<PreparedFile> {
    return this.file('yaml', (document) => dump(document, { noRefs: true }));
  }

  private file(name: 'json' | 'yaml', write: (document: object) => string): Promise<PreparedFile> {
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

function prepared(text: string): PreparedFile {
  const body = Buffer.from(text);
  return {
    body,
    gzipped: gzipSync(body),
    etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
  };
}

function send(
  { body, gzipped, etag }: PreparedFile,
  contentType: string,
  request: Request,
  response: Response,
): void {
  response.set({ 'Content-Type': contentType, ETag: etag, 'Cache-Control': 'no-cache' });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const takesGzip = request.acceptsEncodings('gzip') === 'gzip';
  if (takesGzip) response.set('Content-Encoding', 'gzip');
  const bytes = takesGzip ? gzipped : body;
  response
    .set('Content-Length', String(bytes.length))
    .end(request.method === 'HEAD' ? undefined : bytes);
}
