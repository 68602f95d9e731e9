import type { PoolClient } from 'pg';
import type { WatchedClient } from './watched-client.js';

/**
 * SQLSTATE classes of refused statements, after which a connection remains usable. After any other
 * error, such as the end of the session (57P) or a network error (08, or a system code such as
 * `EPIPE`), the connection is closed.
 */
const REFUSED_STATEMENT = /^(?!57P|08|25P0[34]|E)[0-9A-Z]{5}$/;

/** Returns a connection to the pool, or closes it after a failure. */
export function release(client: WatchedClient & PoolClient, failure?: unknown): void {
  const { code = '' } = (failure ?? {}) as { code?: string };
  client.resetLimit();
  client.release(
    failure === undefined || REFUSED_STATEMENT.test(code) ? undefined : (failure as Error),
  );
}
