import { Connection, type ConnectionConfig, type PoolClient } from 'pg';
import type { DatabaseAddress } from './data-source.js';
import { AT_WORK } from './database.sql.js';
import type { RowOf } from './statement.js';
import { release, tlsOf, type WatchedClient } from './watched-client.js';

/**
 * Asks on a connection, and returns it to the pool.
 * @returns Which sessions run a statement; undefined behind a pooler, whose session ids differ from
 * PostgreSQL's.
 */
export async function sessionsAtWork(
  client: WatchedClient & PoolClient,
  sessions: readonly number[],
): Promise<ReadonlySet<number> | undefined> {
  try {
    const { rows } = await client.query<RowOf<typeof AT_WORK>>({ ...AT_WORK, values: [sessions] });
    release(client);
    return rows[0]!.own === client.session ? new Set(rows[0]!.working) : undefined;
  } catch (error) {
    release(client, error);
    throw error;
  }
}

/** How long to try to send the cancel request. */
const TIMEOUT_MS = 2_000;

/** Internals of `pg` that its type declarations omit. */
interface CancellingConnection extends Connection {
  connect(port: number, host: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

/** The backend key by which PostgreSQL, or a pooler, identifies a connection. */
interface Key {
  processID: number | null;
  secretKey: number | null;
}

/**
 * Sends PostgreSQL's cancel request for a connection; poolers forward it. The protocol does not
 * confirm a cancellation, so the connection must not be reused. Never rejects.
 */
export function cancelRunning(client: WatchedClient, ssl: DatabaseAddress['ssl']): Promise<void> {
  const { processID, secretKey } = client as unknown as Key;
  if (processID === null || secretKey === null) return Promise.resolve();
  const tls = tlsOf(ssl);
  const connection = new Connection({ ssl: tls } as ConnectionConfig) as CancellingConnection;
  return new Promise((resolve) => {
    const timer = setTimeout(() => connection.stream.destroy(), TIMEOUT_MS).unref();
    const ask = (): void => connection.cancel(processID, secretKey);
    connection.on('error', () => connection.stream.destroy());
    connection.once('end', () => (clearTimeout(timer), resolve()));
    connection.once('connect', () => (tls ? connection.requestSsl() : ask()));
    connection.once('sslconnect', ask);
    const isSocket = client.host.startsWith('/');
    if (isSocket)
      (connection.connect as unknown as (path: string) => void)(
        `${client.host}/.s.PGSQL.${client.port}`,
      );
    else connection.connect(client.port, client.host);
  });
}
