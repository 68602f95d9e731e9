import { Client } from 'pg';
import type { DatabaseAddress } from './data-source.js';
import { startFailure } from './start-failure.js';
import { tlsOf } from './watched-client.js';

type Address = Pick<DatabaseAddress, 'url' | 'ssl'>;

/** How long a command waits for a connection. */
const COMMAND_MS = 5_000;

/** Whether PostgreSQL accepts a connection within a time limit. Never rejects. */
export function isReachable(address: Address, milliseconds: number): Promise<boolean> {
  return probe(address, milliseconds).then(
    () => true,
    () => false,
  );
}

/** @throws DatabaseStartError when a command cannot connect; other errors as they are. */
export async function requireReachable(address: Address): Promise<void> {
  try {
    await probe(address, COMMAND_MS);
  } catch (error) {
    throw startFailure(error, address) ?? error;
  }
}

async function probe({ url, ssl }: Address, milliseconds: number): Promise<void> {
  const client = new Client({
    connectionString: url,
    ssl: tlsOf(ssl),
    application_name: 'feature-flag-admin probe',
    connectionTimeoutMillis: milliseconds,
    query_timeout: milliseconds,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT');
  } finally {
    void client.end().catch(() => undefined);
  }
}
