import type { IncomingMessage, Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, Response } from 'express';
import type { Config } from '../../platform/config/config.js';
import { unknownPath } from '../../platform/http/error.filter.js';
import type { PreparedExpressAdapter } from '../../platform/http/express.adapter.js';

const DOCS = /^\/docs(\/|$)/i;
const FIGURES = /^\/internal-backstage(\/|$)/i;
const LIVENESS = /^\/(health|ready)\/?$/i;

/** Requests received on the operations port. */
const byOperationsPort = new WeakSet<IncomingMessage>();

/** Whether a request came through the operations port. */
export function isForOperations(request: IncomingMessage): boolean {
  return byOperationsPort.has(request);
}

/**
 * Restricts the operations port to documentation, metrics, health and readiness; with such a port,
 * documentation and metrics are only there. Disabled ones respond with 404.
 */
export function operationsGate({ operations }: Pick<Config, 'operations'>) {
  const isOff = (path: string): boolean =>
    (DOCS.test(path) && !operations.docs) || (FIGURES.test(path) && !operations.prometheus);
  return (request: Request, _: Response, next: NextFunction): void => {
    const { path } = request;
    const isMoved = DOCS.test(path) || FIGURES.test(path);
    const isHere = isForOperations(request)
      ? isMoved || LIVENESS.test(path)
      : !isMoved || operations.port === undefined;
    next(isHere && !isOff(path) ? undefined : unknownPath(request));
  };
}

/**
 * Listens on the operations port with the same application.
 * @returns The server; `undefined` when no such port is configured.
 */
export async function listenForOperations(
  app: NestExpressApplication,
  { operations, host }: Config,
): Promise<Server | undefined> {
  if (operations.port === undefined) return undefined;
  const adapter = app.getHttpAdapter() as PreparedExpressAdapter;
  const handle = adapter.getInstance<Express>();
  const server = adapter.newServer((request, response) => {
    byOperationsPort.add(request);
    handle(request, response);
  });
  // Closes connections of clients that do not send their request.
  server.requestTimeout = 10_000;
  server.headersTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(operations.port, host, () => resolve());
  });
  return server;
}
