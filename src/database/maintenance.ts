import { Client } from 'pg';
import type { DatabaseAddress } from './data-source.js';

/** No statement of maintenance takes longer; the limits of requests do not hold for it. */
const STATEMENT_TIMEOUT_MS = 30 * 60_000;
/**
 * Maintenance waits for others, not others for it: a lock that is waited for holds back those who
 * come later.
 */
const LOCK_TIMEOUT_MS = 5_000;

/** Runs statements of one transaction. */
export type MaintenanceQuery = <Row extends object>(
  text: string,
  values?: unknown[],
) => Promise<Row[]>;

/**
 * Runs one transaction on a connection of its own, beside those that serve requests. For rare work
 * that may take long. All its settings end with the transaction, so a pooler in between may reuse
 * the connection.
 */
export async function inMaintenance<T>(
  { url, ssl }: Pick<DatabaseAddress, 'url' | 'ssl'>,
  mode: 'READ COMMITTED' | 'REPEATABLE READ, READ ONLY',
  work: (query: MaintenanceQuery) => Promise<T>,
): Promise<T> {
  const client = new Client({
    connectionString: url,
    ssl: ssl === false ? false : { rejectUnauthorized: ssl === 'verify' },
    application_name: 'feature-flag-admin maintenance',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on('error', () => {}); // the query that is running reports it too
  await client.connect();
  try {
    await client.query(`BEGIN ISOLATION LEVEL ${mode}`);
    await client.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const result = await work(
      async <Row extends object>(text: string, values: unknown[] = []) =>
        (await client.query(text, values)).rows as Row[],
    );
    await client.query('COMMIT');
    return result;
  } finally {
    // Ends what has not been committed, too.
    await client.end().catch(() => undefined);
  }
}
