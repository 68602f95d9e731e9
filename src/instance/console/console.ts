import { Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { fileURLToPath } from 'node:url';
import { isKnown } from '../../platform/http/tagged.js';
import { type ConsoleFile, readConsoleFiles } from './console-files.js';
import { CONSOLE_POLICY, missingPage, pageBelow, Preloads } from './console-page.js';
import { isConsolePath } from '../../platform/http/own-path.js';

/** Where the build writes the console. */
const CONSOLE_FOLDER = fileURLToPath(new URL('../../../console/', import.meta.url));

const HTML = /(?:^|,)\s*text\/html\s*(?:;|,|$)/i;
/** Headers that browsers heed for pages only: left out of files, they save 0.4 kB for each. */
const OF_PAGES = [
  'Content-Security-Policy',
  'Origin-Agent-Cluster',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Serves the console: its files below `/assets/`, and one page for all other paths that a browser
 * navigates to. Files are read once at the start. Requests of the API pass after one comparison.
 */
export function serveConsole(
  { basePath }: { basePath: string },
  folder = CONSOLE_FOLDER,
): (request: Request, response: Response, next: NextFunction) => void {
  const files = readConsoleFiles(folder);
  const built = files.get('index.html');
  if (!built) new Logger('console').warn('The console is not built: run "npm run build".');
  const page = built ? pageBelow(basePath, built) : missingPage();
  const status = built ? 200 : 404;
  const preloads = new Preloads(basePath, files.keys());
  return (request, response, next) => {
    const { path, method } = request;
    if (path.startsWith('/api/') || (method !== 'GET' && method !== 'HEAD')) return next();
    const asset = path.startsWith('/assets/') ? files.get(path.slice(1)) : undefined;
    if (asset) {
      for (const header of OF_PAGES) response.removeHeader(header);
      response.set('Cache-Control', IMMUTABLE);
      return send(asset, 200, request, response);
    }
    if (!isPage(path, request.headers.accept)) return next();
    const links = preloads.of(request.url, request.headers.cookie);
    if (links) response.set('Link', links);
    response.set({
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': CONSOLE_POLICY,
      Vary: 'Accept, Accept-Encoding',
    });
    return send(page, status, request, response);
  };
}

function isPage(path: string, accept = ''): boolean {
  return HTML.test(accept) && isConsolePath(path);
}

/** Sends the smallest form that the browser accepts, or 304 if it has the file. */
function send(file: ConsoleFile, status: number, request: Request, response: Response): void {
  response.set('ETag', file.etag);
  if (status === 200 && isKnown(file.etag, request.headers['if-none-match'])) {
    response.status(304).end();
    return;
  }
  const [encoding, body] = formFor(file, request);
  if (encoding) response.set('Content-Encoding', encoding);
  response.status(status).set({ 'Content-Type': file.contentType, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function formFor(file: ConsoleFile, request: Request): [string | undefined, Buffer] {
  const accepted = request.acceptsEncodings();
  if (file.br && accepted.includes('br')) return ['br', file.br];
  if (file.gzip && accepted.includes('gzip')) return ['gzip', file.gzip];
  return [undefined, file.plain];
}
