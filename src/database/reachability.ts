import { Client } from 'pg';
import type { DatabaseAddress } from './data-source.js';

/** Whether PostgreSQL accepts a connection within a time limit. Never rejects. */
export async function isReachable(
  { url, ssl }: Pick<DatabaseAddress, 'url' | 'ssl'>,
  milliseconds: number,
): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    ssl: ssl === false ? false : { rejectUnauthorized: ssl === 'verify' },
    application_name: 'feature-flag-admin probe',
    connectionTimeoutMillis: milliseconds,
    query_timeout: milliseconds,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT');
    return true;
  } catch {
    return false;
  } finally {
    void client.end().catch(() => undefined);
  }
}
