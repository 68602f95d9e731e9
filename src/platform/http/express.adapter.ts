import {
  createServer,
  IncomingMessage,
  type Server,
  ServerResponse,
  type RequestListener,
} from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import type { Socket } from 'node:net';
import { GzippedJson } from './gzip.interceptor.js';
import { JsonParts } from './json.js';
import { setVersionTag } from './object-version.js';
import { failureOf, withCurrent } from './precondition-failed.js';
import { OtherStatus } from './endpoint.js';
import { isLargeText, sendParts } from './large-answer.js';
import { RoutesByShape } from './routes-by-shape.js';

/**
 * Requests of one connection that may wait for the response before them. Clients that send more
 * without reading responses are disconnected; proxies and SDKs send the next request when they have
 * the response.
 */
const MAX_WAITING = 10;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** The present exchange of a connection, and those that wait for its end. */
interface Line {
  current: ServerResponse;
  waiting: Exchange[];
}

/**
 * Serves the requests of each connection one after the other, since responses must be sent in this
 * order anyway. Node.js would start all requests that have arrived, of which thousands fit into one
 * packet.
 */
function inTurnsByConnection(serve: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>();

  const begin = (line: Line, { request, response }: Exchange): void => {
    line.current = response;
    serve(request, response);
  };

  const next = (line: Line, socket: Socket): void => {
    if (socket.destroyed) line.waiting = [];
    const exchange = line.waiting.shift();
    if (!exchange) return;
    if (line.waiting.length > 0) whenClosed(exchange.response, () => next(line, socket));
    begin(line, exchange);
  };

  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (!line) {
      lines.set(socket, { current: response, waiting: [] });
      return serve(request, response);
    }
    const { current, waiting } = line;
    if (waiting.length === 0 && current.closed) return begin(line, { request, response });
    if (waiting.length >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    if (waiting.push({ request, response }) === 1) whenClosed(current, () => next(line, socket));
  };
}

/** Calls a function when a response has been sent, and after events of other connections. */
function whenClosed(response: ServerResponse, then: () => void): void {
  const later = (): void => void setImmediate(then);
  if (response.closed) later();
  else response.once('close', later);
}

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
  /** All routes; `routes.handle` has to be used as the last middleware. */
  readonly routes = new RoutesByShape();
  private closed?: Promise<void>;

  constructor() {
    super();
    Object.assign(this, this.routes.methods);
  }

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
    return sendParts(parts, response, (text) => super.reply(response, text));
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
