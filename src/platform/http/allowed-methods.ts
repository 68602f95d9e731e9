import type { NextFunction, Request, Response } from 'express';
import type { Route } from './route-inventory.js';

/** Requests below `/api` have been authenticated, so nobody else finds out which paths exist. */
const API = /^\/api\//i;

/**
 * Answers `OPTIONS` with the methods of the path, as the reference does. A path that no route knows
 * is 404 like for every other method.
 */
export function answerAllowedMethods(routes: readonly Route[]) {
  const patterns = routes.map(({ path, method }) => ({ segments: segmentsOf(path), method }));
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.method !== 'OPTIONS' || !API.test(request.path)) return next();
    const segments = segmentsOf(request.path);
    const found = patterns.filter((one) => matches(one.segments, segments));
    if (found.length === 0) return next();
    const methods = found.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const list = [...new Set(methods)].join();
    response.set('Allow', list).send(list);
  };
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Fixed segments match regardless of letter case, as in routing. */
function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every(
      (part, index) =>
        part.startsWith(':') || part.toLowerCase() === segments[index]!.toLowerCase(),
    )
  );
}
