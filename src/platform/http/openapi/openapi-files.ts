import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { NotFoundError } from '../../errors/general.errors.js';
import { type CompressibleBody, sendCompressible } from '../compressible.js';
import { BUILT, type ServedFormat, SERVER } from './built-files.js';

/**
 * Serves the OpenAPI document. The build has written its files; each is read at its first request,
 * and kept, because anybody may request it.
 */
export class OpenApiFiles {
  private readonly files = new Map<ServedFormat, Promise<CompressibleBody>>();

  /** `basePath` is the path prefix of the service; empty for none. */
  constructor(private readonly basePath: string) {}

  /** Sends the document as JSON. */
  readonly sendJson = this.sending('json', 'application/json; charset=utf-8');

  /** Sends the document as YAML. */
  readonly sendYaml = this.sending('yaml', 'text/yaml; charset=utf-8');

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
