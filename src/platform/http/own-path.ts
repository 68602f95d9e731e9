/** Maximum length of a wanted page: path and query. */
export const MAX_OWN_PATH = 2_000;

/** Paths of the service that are not pages of the console. */
const OTHER_PATHS = new RegExp(
  '^/(api|edge|emergency|auth|oauth|mcp|docs|health|ready|ofrep|scim|invite|logout|' +
    'internal-backstage|\\.well-known)(/|$)',
  'i',
);
/** A path has one slash first: browsers read `//host` and `/\host` as another host. */
const PATH = /^\/(?![/\\])/;
/** Browsers remove control characters from addresses, and read backslashes as slashes. */
const MISREAD = /[\p{Cc}\\]/u;
const ANY_ORIGIN = 'http://console.invalid';

/** Whether a path belongs to the console and not to another part of the service. */
export function isConsolePath(path: string): boolean {
  return !path.startsWith('/assets/') && !OTHER_PATHS.test(path);
}

/**
 * A page of the console that a caller named, as a path with its query, fit for a header; undefined
 * for anything else, such as other hosts, the API and texts that are too long.
 */
export function ownPathOf(wanted: string): string | undefined {
  if (wanted.length > MAX_OWN_PATH || !PATH.test(wanted) || MISREAD.test(wanted)) return undefined;
  if (!URL.canParse(wanted, ANY_ORIGIN)) return undefined;
  const { origin, pathname, search } = new URL(wanted, ANY_ORIGIN);
  // Dots are resolved now, so that another host may have come to light: `/.//host`.
  if (origin !== ANY_ORIGIN || !PATH.test(pathname) || !isConsolePath(pathname)) return undefined;
  const path = pathname + search;
  return path.length > MAX_OWN_PATH ? undefined : path;
}
