import { Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { LANGUAGES, languageFor } from '../../platform/http/language.js';
import { OF_PAGES } from '../../platform/http/security-headers.js';
import { isKnown } from '../../platform/http/tagged.js';
import { isConsolePath } from '../../platform/http/own-path.js';
import { type ConsoleFile, findConsoleFiles, etagOf } from './console-files.js';

/** Files of the build in other languages than English, such as `index.de.html`. */
const OF_LANGUAGE = /\.([a-z]{2})\.(?:js|html)$/;
const PAGE = /^index\.(?:[a-z]{2}\.)?html$/;

/** The initial search of the list of features. */
const FIRST_FEATURES = '?favoritesFirst=true&sortBy=name&sortOrder=asc&limit=50';
const FEATURE_PAGE = /^\/projects\/[\w.~%-]{1,300}\/features\/[\w.~%-]{1,300}$/;
const FEATURE_SCRIPT = /^assets\/feature-[\w-]{8}\.(?:[a-z]{2}\.)?js$/;
/** Scripts with the pages that are not in the first script; see `console/src/app/routes.ts`. */
const OTHER_SCRIPT = /^assets\/others-[\w-]{8}\.(?:[a-z]{2}\.)?js$/;
/** Addresses whose pages begin with the first features of the list. */
const LISTED = new Set(['/', '/features']);
const LISTS = new Set(['/', '/features', '/features/new']);
const SESSION = /(?:^|;\s*)(?:__Host-)?unleash-session=/;

/**
 * Names what a page of the console needs first, as a `Link` header, so that browsers load it beside
 * the scripts instead of after them. Names that the page does not ask for would only cost traffic:
 * `console/test/budget.journey.mjs` finds them.
 */
class Preloads {
  private readonly featureScripts: readonly string[];
  private readonly otherScripts: readonly string[];

  /** @param files The names of the built files in the language of the page. */
  constructor(
    private readonly basePath: string,
    files: Iterable<string>,
  ) {
    const names = [...files];
    this.featureScripts = names.filter((file) => FEATURE_SCRIPT.test(file));
    this.otherScripts = names.filter((file) => OTHER_SCRIPT.test(file));
  }

  /**
   * @param url Path and query of the page, below the base path.
   * @param cookie The `Cookie` header. Without a session, nothing is preloaded.
   */
  of(url: string, cookie: string | undefined): string | undefined {
    if (!SESSION.test(cookie ?? '')) return undefined;
    const [path = ''] = url.split('?');
    const isFeature = FEATURE_PAGE.test(path);
    const isOther = !isFeature && !LISTS.has(path);
    const scripts = isFeature ? this.featureScripts : isOther ? this.otherScripts : [];
    return [
      ...scripts.map((file) => this.link(`/${file}`, 'modulepreload')),
      this.read('/user'),
      ...(isFeature ? [this.read(path)] : []),
      ...(LISTED.has(url) ? [this.read(`/search/features${FIRST_FEATURES}`)] : []),
    ].join(', ');
  }

  private read(path: string): string {
    return this.link(`/api/admin${path}`, 'preload; as=fetch; crossorigin');
  }

  private link(path: string, relation: string): string {
    return `<${this.basePath}${path}>; rel=${relation}`;
  }
}

/**
 * Policy of the console: everything comes from this service, and no script or style is inline.
 * React sets style properties by script, which needs no exception. Profile pictures are images of
 * other sites, so they are not shown.
 */
const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  // Signing out can lead to the identity provider.
  "form-action 'self' https:",
  "frame-ancestors 'none'",
].join('; ');

const BASE_PATH_META = '<meta name="base-path" content="" />';

/** The page as it was built, changed to load its files and call the API below the base path. */
function pageBelow(basePath: string, built: ConsoleFile): ConsoleFile {
  const text = built.plain
    .toString('utf8')
    .replaceAll('="./', `="${basePath}/`)
    .replace(BASE_PATH_META, `<meta name="base-path" content="${basePath}" />`);
  return htmlFile(text);
}

/** The page that says what to do when the console was not built. */
function missingPage(): ConsoleFile {
  return htmlFile(
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8" /><title>Feature flags</title>' +
      '</head><body><h1>The console is not built</h1><p>Run <code>npm run build</code> and ' +
      'restart the service. The API works without the console.</p></body></html>\n',
  );
}

function htmlFile(text: string): ConsoleFile {
  const plain = Buffer.from(text);
  return {
    contentType: 'text/html; charset=utf-8',
    etag: etagOf(plain),
    plain,
    br: brotliCompressSync(plain),
    gzip: gzipSync(plain),
  };
}

/** A page, and what it preloads. */
interface LanguagePage {
  page: ConsoleFile;
  preloads?: Preloads;
}

/** The page in each language that was built. */
function pagesOf(
  files: ReturnType<typeof findConsoleFiles>,
  basePath: string,
): Map<string, LanguagePage> {
  const pages = new Map<string, LanguagePage>();
  for (const name of pagesIn(files.keys())) {
    const built = files.get(name)?.();
    const language = languageOf(name);
    const ofLanguage = [...files.keys()].filter((file) => languageOf(file) === language);
    const preloads = new Preloads(basePath, ofLanguage);
    if (built) pages.set(language, { page: pageBelow(basePath, built), preloads });
  }
  return pages;
}

/** Where the build writes the console. */
const CONSOLE_FOLDER = fileURLToPath(new URL('../../../console/', import.meta.url));

const HTML = /(?:^|,)\s*text\/html\s*(?:;|,|$)/i;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Serves the console: its files below `/assets/`, and one page for all other paths that a browser
 * navigates to. Requests of the API pass after one comparison.
 */
export function serveConsole(
  { basePath }: { basePath: string },
  folder = CONSOLE_FOLDER,
): (request: Request, response: Response, next: NextFunction) => void {
  const files = findConsoleFiles(folder);
  const pages = pagesOf(files, basePath);
  const status = pages.size > 0 ? 200 : 404;
  if (status === 404) new Logger('console').warn('The console is not built: run "npm run build".');
  const languages = [...pages.keys()];
  const missing: LanguagePage = { page: missingPage() };
  return (request, response, next) => {
    const { path, method } = request;
    if (path.startsWith('/api/') || (method !== 'GET' && method !== 'HEAD')) return next();
    const asset = path.startsWith('/assets/') ? files.get(path.slice(1))?.() : undefined;
    if (asset) {
      for (const header of OF_PAGES) response.removeHeader(header);
      response.set('Cache-Control', IMMUTABLE);
      return send(asset, 200, request, response);
    }
    if (!isPage(path, request.headers.accept)) return next();
    const { page, preloads } = pages.get(languageFor(request, languages)) ?? missing;
    const links = preloads?.of(request.url, request.headers.cookie);
    if (links) response.set('Link', links);
    response.set({
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': CONSOLE_POLICY,
      Vary: 'Accept, Accept-Encoding, Accept-Language, Cookie',
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

/** The language of a file of the console. */
function languageOf(file: string): string {
  return OF_LANGUAGE.exec(file)?.[1] ?? LANGUAGES[0];
}

/** The pages of the build, English first. */
function pagesIn(files: Iterable<string>): string[] {
  const pages = [...files].filter((file) => PAGE.test(file));
  return pages.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}
