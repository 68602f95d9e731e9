import { Inject, Injectable, Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { CalledRequest } from '../../core/auth/current-caller.js';
import { DRILL_ENVIRONMENT } from '../../core/auth/process-tokens.js';
import { DeniedRequests } from '../../audit/audit-log/denied-request/denied-requests.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { type RequestSpan, tracing } from '../../platform/tracing/tracing.js';
import { Meters } from '../../platform/meters/meters.js';

/** The route of requests without one, such as those of unknown callers. */
const UNKNOWN = 'unknown';
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/**
 * Measures all requests and logs failed ones, or all at the level `debug`. Log lines contain route
 * template and path parameters, never the URL, because queries and unknown paths can contain
 * secrets.
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
    if (response.locals.isObserved) return next(); // It reads the state for a 412.
    response.locals.isObserved = true;
    const start = performance.now();
    const span = tracing.current?.request(request);
    const ended = (): void => this.ended(request, response, performance.now() - start);
    if (!span) {
      response.once('close', ended);
      return next();
    }
    response.once('close', () => {
      span.run(ended);
      endSpan(span, request, response);
    });
    // The span of a stream ends when it begins, otherwise it would be exported hours later.
    response.once('stream', () => endSpan(span, request, response));
    span.run(next);
  };

  private ended(request: Request, response: Response, milliseconds: number): void {
    if (response.locals.isStream) return; // The duration of a stream is not a response time.
    // Only requests of others count.
    if ((request as CalledRequest).caller?.environment === DRILL_ENVIRONMENT) return;
    const route = routeOf(request);
    // The client disconnected before the response.
    const status = response.writableFinished ? response.statusCode : 499;
    this.denied.answered(request, response, route);
    const path = route === UNKNOWN ? request.path : undefined;
    this.meters.answered(request.method, route, status, milliseconds / 1000, path);
    if (status < 500 && !this.logsAll) return;
    const given = request.headers['x-request-id'];
    const fields = {
      method: request.method,
      route,
      ...(request.params ? { at: { ...request.params } } : {}),
      status,
      milliseconds: Math.round(milliseconds * 10) / 10,
      ...(typeof given === 'string' && REQUEST_ID.test(given) ? { requestId: given } : {}),
      ...(response.locals.errorId ? { errorId: response.locals.errorId } : {}),
    };
    if (status < 500) this.log.debug(fields, 'Answered.');
    else if (status === 503) this.log.warn(fields, 'The request could not be served.');
    else this.log.error(fields, 'Failed.');
  }
}

function endSpan(span: RequestSpan, request: Request, response: Response): void {
  const isAnswered = response.writableFinished || response.locals.isStream;
  span.end({
    route: templateOf(request),
    status: isAnswered ? response.statusCode : undefined,
  });
}

/**
 * The template of the matched route, such as `/api/admin/projects/:projectId`; `unknown` without a
 * route.
 */
function routeOf(request: Request): string {
  return templateOf(request) ?? UNKNOWN;
}

function templateOf(request: Request): string | undefined {
  const path = (request.route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' && !path.includes('*') ? path : undefined;
}
