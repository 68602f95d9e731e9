import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type ConsoleFile, etagOf } from './console-files.js';

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
