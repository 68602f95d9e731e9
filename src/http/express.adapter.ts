import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';

/** Interval at which Node.js closes slow senders. */
const CHECK_EVERY_MS = 1_000;

/**
 * Creates requests and responses with Express's prototypes from the start. Express changes the
 * prototype of each, and V8 is slow on objects after that: a third of the CPU time of a request.
 * TLS ends in front of the service.
 */
export class PreparedExpressAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    class ExpressRequest extends IncomingMessage {}
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
    this.httpServer = createServer(
      { ...classes, connectionsCheckingInterval: CHECK_EVERY_MS },
      app,
    );
  }
}
