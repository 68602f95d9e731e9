import { Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/**
 * Warns once about a request through an untrusted proxy: all callers then appear to share the
 * proxy's address and its limits. Used when no proxy is trusted.
 */
export function warningOfProxies(): (
  request: Request,
  response: Response,
  next: NextFunction,
) => void {
  const log = new Logger('http');
  let hasWarned = false;
  return ({ headers }, _, next) => {
    if (
      !hasWarned &&
      (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined)
    ) {
      hasWarned = true;
      log.warn(
        'A request came through a proxy (it has the header X-Forwarded-For or Forwarded), but ' +
          'TRUST_PROXY is 0: all callers seem to have one address, and ' +
          'share the limits of logins and other attempts. Set TRUST_PROXY to the number of ' +
          'proxies in front of the service.',
      );
    }
    next();
  };
}
