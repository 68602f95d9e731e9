import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import type { Server } from 'node:http';
import { SCIM_PATH, scimErrorOf } from './access/people/directory/scim-error.js';
import { OAUTH_PATH, oauthErrorOf } from './access/sign-in/agent/oauth-client.js';
import { Authentication } from './core/auth/authentication.js';
import type { Config, HttpLimits } from './platform/config/config.js';
import { serveConsole } from './instance/console/console.js';
import { DatabaseErrorTranslator } from './platform/database/constraint-errors.js';
import { EMERGENCY_PATH, refusalPage } from './safety/emergency-link/emergency-link-page.js';
import { tagAnswers } from './platform/http/object-version.js';
import type { PreparedExpressAdapter } from './platform/http/express.adapter.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { serveOpenApi } from './platform/http/openapi/serve.js';
import { securityHeaders } from './platform/http/security-headers.js';
import { answerAllowedMethods, RouteInventory } from './platform/http/route-inventory.js';
import { ValidationPipe } from './platform/http/validation/validation.pipe.js';
import { isForOperations, operationsGate } from './instance/operations/operations-port.js';
import { Meters } from './platform/meters/meters.js';
import { RequestObserver } from './instance/operations/request-observer.js';
import { corsFor, FrontendOrigins } from './serving/frontend/frontend-origins.js';
import { EarlyPolls } from './serving/sdk-api/features/early-polls.js';
import { MANIFEST_PATH, manifestError } from './serving/ofrep/manifest.js';
import { OFREP_PATH, ofrepBody } from './serving/ofrep/ofrep-errors.js';

/** Configures everything around the routes, identically for the service and its tests. */
export function setUp(app: NestExpressApplication, config: Config): void {
  limitConnections(app.getHttpServer() as Server, config.http);
  const inventory = RouteInventory.of(app);
  inventory.requirePromises();
  app.set('query parser', 'extended');
  app.set('trust proxy', config.trustedProxies);
  app.disable('x-powered-by');
  tagAnswers(app);
  useMiddleware(app, config, inventory);
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalFilters(
    new ErrorFilter(
      app.get(DatabaseErrorTranslator),
      (error) => app.get(Meters).failed(error),
      { [OFREP_PATH]: ofrepBody, [MANIFEST_PATH]: manifestError },
      { [EMERGENCY_PATH]: refusalPage, [`${SCIM_PATH}/`]: scimErrorOf, [OAUTH_PATH]: oauthErrorOf },
    ),
  );
  if (config.operations.docs) serveOpenApi(app, config);
  const polls = app.get(EarlyPolls);
  (app.getHttpAdapter() as PreparedExpressAdapter).early = (request, response) =>
    polls.answer(request, response);
}

/** Adds everything that runs before the routes, in this order. */
function useMiddleware(
  app: NestExpressApplication,
  config: Config,
  inventory: RouteInventory,
): void {
  app.use(app.get(RequestObserver).middleware);
  if (config.trustedProxies === 0) app.use(warningOfProxies());
  if (config.basePath) app.use(withoutBasePath(config.basePath));
  app.use(singleLeadingSlash);
  app.use(scimBelowVersion);
  app.use(varyingByEncoding);
  app.use(securityHeaders());
  app.use(operationsGate(config));
  app.use(serveConsole(config));
  app.enableCors(corsFor(app.get(FrontendOrigins)));
  app.use(app.get(Authentication).middleware);
  app.use(answerAllowedMethods(inventory.routes));
  app.use((app.getHttpAdapter() as PreparedExpressAdapter).routes.handle);
}

/**
 * Keeps idle connections longer than load balancers do, so that they never send a request on a
 * connection that is being closed, and closes connections whose request takes too long to arrive.
 */
function limitConnections(server: Server, { keepAliveMs, requestMs }: HttpLimits): void {
  server.keepAliveTimeout = keepAliveMs;
  server.headersTimeout = server.requestTimeout = requestMs;
}

/**
 * Warns once about a request through an untrusted proxy: all callers then appear to share the
 * proxy's address and its limits. Used when no proxy is trusted.
 */
function warningOfProxies(): (request: Request, response: Response, next: NextFunction) => void {
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

/**
 * Serves everything below a base path only, except on the operations port, which also works without
 * it.
 */
function withoutBasePath(basePath: string) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.url !== basePath && !request.url.startsWith(`${basePath}/`)) {
      if (isForOperations(request)) return next();
      response.status(404).end();
      return;
    }
    request.url = request.url.slice(basePath.length) || '/';
    next();
  };
}

/** Treats a double slash at the start of a path as one, as the reference does. */
function singleLeadingSlash(request: Request, _: Response, next: NextFunction): void {
  if (request.url.startsWith('//')) request.url = request.url.replace(/^\/+/, '/');
  next();
}

/** The reference speaks SCIM at `/scim`, so that directories may know that address. */
function scimBelowVersion(request: Request, _: Response, next: NextFunction): void {
  if (/^\/scim\/(?!v2\/)/i.test(request.url)) request.url = SCIM_PATH + request.url.slice(5);
  next();
}

/** Some responses are compressed by this service, others by a proxy; `Vary` tells caches. */
function varyingByEncoding(_: Request, response: Response, next: NextFunction): void {
  response.setHeader('Vary', 'Accept-Encoding');
  next();
}
