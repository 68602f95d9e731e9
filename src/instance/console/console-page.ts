import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type ConsoleFile, etagOf } from './console-files.js';

/** The initial search of the list of features. */
const FIRST_FEATURES = '?favoritesFirst=true&sortBy=name&sortOrder=asc&limit=50';
const FEATURE_PAGE = /^\/projects\/[\w.~%-]{1,300}\/features\/[\w.~%-]{1,300}$/;
const FEATURE_SCRIPT = /^assets\/feature-[\w-]{8}\.js$/;
/** Scripts with the pages that the first script does not contain; see `console/src/routes.ts`. */
const OTHER_SCRIPT = /^assets\/others-[\w-]{8}\.js$/;
/** Addresses whose pages begin with the first features of the list. */
const LISTED = new Set(['/', '/features']);
const LISTS = new Set(['/', '/features', '/features/new']);
const SESSION = /(?:^|;\s*)(?:__Host-)?unleash-session=/;

/**
 * Names what a page of the console needs first, as a `Link` header, so that browsers load it beside
 * the scripts instead of after them. Names that the page does not ask for would only cost traffic:
 * `console/test/budget.journey.mjs` finds them.
 */
export class Preloads {
  private readonly featureScripts: readonly string[];
  private readonly otherScripts: readonly string[];

  /** @param files The names of the built files. */
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
export const CONSOLE_POLICY = [
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
export function pageBelow(basePath: string, built: ConsoleFile): ConsoleFile {
  const text = built.plain
    .toString('utf8')
    .replaceAll('="./', `="${basePath}/`)
    .replace(BASE_PATH_META, `<meta name="base-path" content="${basePath}" />`);
  return htmlFile(text);
}

/** The page that says what to do when the console was not built. */
export function missingPage(): ConsoleFile {
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
