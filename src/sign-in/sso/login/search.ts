import type { Request } from 'express';

/** The query of a request as it came, with its question mark; empty when there is none. */
export function searchOf({ url }: Pick<Request, 'url'>): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}
