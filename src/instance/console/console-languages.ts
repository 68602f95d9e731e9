import type { Request } from 'express';

/** Set by the console when somebody chooses a language. */
const COOKIE = /(?:^|;\s*)console-language=([\w-]+)/;
/** Files of the build in other languages than English, such as `index.de.html`. */
const OF_LANGUAGE = /\.([a-z]{2})\.(?:js|html)$/;
const PAGE = /^index\.(?:[a-z]{2}\.)?html$/;
const ENGLISH = 'en';

/** The language of a file of the console. */
export function languageOf(file: string): string {
  return OF_LANGUAGE.exec(file)?.[1] ?? ENGLISH;
}

/** The pages of the build, English first. */
export function pagesIn(files: Iterable<string>): string[] {
  const pages = [...files].filter((file) => PAGE.test(file));
  return pages.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

/** What the person has chosen, or else what the browser prefers, or else English. */
export function languageFor(request: Request, languages: readonly string[]): string {
  const chosen = COOKIE.exec(request.headers.cookie ?? '')?.[1];
  if (chosen && languages.includes(chosen)) return chosen;
  return request.acceptsLanguages([...languages]) || ENGLISH;
}
