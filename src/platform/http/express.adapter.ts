import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import { inTurnsByConnection } from './connection-turns.js';
import { GzippedJson } from './gzip.interceptor.js';
import { JsonParts } from './json.js';
import { setVersionTag } from './object-version.js';
import { failureOf, withCurrent } from './precondition-failed.js';
import { OtherStatus } from './other-status.js';
import { isLargeText, sendParts } from './large-answer.js';

/** Interval at which Node.js closes slow senders. */
const CHECK_EVERY_MS = 1_000;

/**
 * Creates requests and responses with Express's prototypes from the start. Express changes the
 * prototype of each, and V8 is slow on objects after that: a third of the CPU time of a request.
 * TLS ends in front of the service.
 */
export class PreparedExpressAdapter extends ExpressAdapter {
  /** Answers requests that need not go the ordinary way. @returns Whether it has. */
  early: (request: Request, response: Response) => boolean = () => false;
  /** Creates a server whose requests and responses have the prototypes of Express. */
  newServer!: (answer: (request: Request, response: Response) => void) => Server;
  private closed?: Promise<void>;

  /** Accepts no further connections. @returns When the last request has been answered. */
  override close(): Promise<void> {
    return (this.closed ??= Promise.resolve(super.close() as Promise<void>));
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (body instanceof OtherStatus) return this.reply(response, body.body, body.status);
    if (body instanceof GzippedJson) return body.send(response);
    const parts =
      body instanceof JsonParts
        ? body.parts
        : typeof body === 'string' && isLargeText(body)
          ? [body]
          : undefined;
    if (!(body instanceof JsonParts)) {
      setVersionTag(response, body);
      if (failureOf(response)) return super.reply(response, withCurrent(response, body), 412);
    }
    if (!parts) return super.reply(response, body, status);
    if (status !== undefined) response.status(status);
    return sendParts(parts, response);
  }

  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    class ExpressRequest extends IncomingMessage {
      #parsed?: { url: string | undefined; query: unknown };

      /** Express parses the query at each access, which takes milliseconds for a long one. */
      get query(): unknown {
        const ofExpress = Object.getPrototypeOf(ExpressRequest.prototype) as object;
        if (!this.#parsed || this.#parsed.url !== this.url)
          this.#parsed = { url: this.url, query: Reflect.get(ofExpress, 'query', this) };
        return this.#parsed.query;
      }
    }
    class ExpressResponse extends ServerResponse<ExpressRequest> {}
    app.request = Object.setPrototypeOf(
      ExpressRequest.prototype,
      app.request,
    ) as Express['request'];
    app.response = Object.setPrototypeOf(
      ExpressResponse.prototype,
      app.response,
    ) as Express['response'];
    const classes = { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
    this.newServer = (answer) =>
      createServer(
        { ...classes, connectionsCheckingInterval: CHECK_EVERY_MS },
        inTurnsByConnection((request, response) =>
          answer(request as Request, response as Response),
        ),
      );
    this.httpServer = this.newServer((request, response) => {
      if (!this.early(request, response)) app(request, response);
    });
  }
}
