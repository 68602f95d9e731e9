import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
export function inTurnsByConnection(serve: RequestListener): RequestListener {
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
