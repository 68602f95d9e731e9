import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Request, RequestHandler, Response } from 'express';
import { dump } from 'js-yaml';

/** A file as it is sent. */
interface PreparedFile {
  body: Buffer;
  gzipped: Buffer;
  etag: string;
}

/**
 * The OpenAPI document as files, which are written once and then sent as they are. To make the document and to write it takes as long as a thousand other requests,
 * and anybody may ask for it.
 */
export class OpenApiFiles {
  private made?: OpenAPIObject;
  private readonly files = new Map<string, PreparedFile>();

  constructor(private readonly make: () => OpenAPIObject) {}

  get document(): OpenAPIObject {
    return (this.made ??= this.make());
  }

  /** Writes the files before anybody asks for them. */
  prepare(): void {
    this.json();
    this.yaml();
  }

  /** Sends the document as JSON. */
  readonly sendJson: RequestHandler = (request, response) => send(this.json(), 'application/json; charset=utf-8', request, response);

  /** Sends the document as YAML. */
  readonly sendYaml: RequestHandler = (request, response) => send(this.yaml(), 'text/yaml; charset=utf-8', request, response);

  private json(): PreparedFile {
    return this.file('json', () => JSON.stringify(this.document));
  }

  private yaml(): PreparedFile {
    return this.file('yaml', () => dump(this.document, { skipInvalid: true, noRefs: true }));
  }

  private file(name: string, write: () => string): PreparedFile {
    const file = this.files.get(name) ?? prepared(write());
    this.files.set(name, file);
    return file;
  }
}

function prepared(text: string): PreparedFile {
  const body = Buffer.from(text);
  return { body, gzipped: gzipSync(body), etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
}

function send({ body, gzipped, etag }: PreparedFile, contentType: string, request: Request, response: Response): void {
  response.set({ 'Content-Type': contentType, ETag: etag, 'Cache-Control': 'no-cache' });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const takesGzip = request.acceptsEncodings('gzip') === 'gzip';
  if (takesGzip) response.set('Content-Encoding', 'gzip');
  const bytes = takesGzip ? gzipped : body;
  response.set('Content-Length', String(bytes.length)).end(request.method === 'HEAD' ? undefined : bytes);
}
