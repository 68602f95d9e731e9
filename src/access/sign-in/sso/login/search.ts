import type { Request } from 'express';

/** The query string of a request including `?`; empty without one. */
export function searchOf({ url }: Pick<Request, 'url'>): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}
