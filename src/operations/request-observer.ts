import { Inject, Injectable, Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { DeniedRequests } from '../audit-log/denied-request/denied-requests.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { Meters } from './meters.js';

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/**
 * Measures every request, and logs what went wrong; at the level `debug` every one of them. A line
 * holds the route's template and the names in the path, never an address as it came: queries and
 * unknown paths can hold anything, secrets too.
 */
@Injectable()
export class RequestObserver {
  private readonly log = new Logger('request');
  private readonly logsAll: boolean;

  constructor(
    private readonly meters: Meters,
    private readonly denied: DeniedRequests,
    @Inject(CONFIG) { logLevel }: Config,
  ) {
    this.logsAll = logLevel === 'debug' || logLevel === 'trace';
  }

  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    const start = performance.now();
    response.once('close', () => this.ended(request, response, performance.now() - start));
    next();
  };

  private ended(request: Request, response: Response, milliseconds: number): void {
    if (response.locals['isStream']) return; // how long somebody listened is not how long an answer took
    const route = routeOf(request);
    // Nobody was there any more to be answered.
    const status = response.writableFinished ? response.statusCode : 499;
    this.denied.answered(request, response, route);
    this.meters.answered(request.method, route, status, milliseconds / 1000);
    if (status < 500 && !this.logsAll) return;
    const given = request.headers['x-request-id'];
    const fields = {
      method: request.method,
      route,
      ...(request.params ? { at: { ...request.params } } : {}),
      status,
      milliseconds: Math.round(milliseconds * 10) / 10,
      ...(typeof given === 'string' && REQUEST_ID.test(given) ? { requestId: given } : {}),
      ...(response.locals['errorId'] ? { errorId: response.locals['errorId'] as string } : {}),
    };
    if (status < 500) this.log.debug(fields, 'Answered.');
    else if (status === 503) this.log.warn(fields, 'Could not be answered at the moment.');
    else this.log.error(fields, 'Failed.');
  }
}

/**
 * The template of the route that answered, like `/api/admin/projects/:projectId`; `unknown` for all
 * that no route knows.
 */
function routeOf(request: Request): string {
  const path = (request.route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' && !path.includes('*') ? path : 'unknown';
}
