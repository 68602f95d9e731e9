import { Client } from 'pg';
import type { DatabaseAddress } from './data-source.js';
import { type AssembledStatement, type Statement, valuesOf } from './statement.js';
import { WITHOUT_TIME_LIMITS } from './time-limits.js';
import { tlsOf } from './watched-client.js';

/** Time limit of a maintenance statement, which replaces the limits of requests. */
const STATEMENT_TIMEOUT_MS = 30 * 60_000;
/**
 * Maintenance waits only briefly for locks, because a waiting lock request would block every later
 * one.
 */
const LOCK_TIMEOUT_MS = 5_000;

/** Runs statements within one maintenance transaction. */
export interface MaintenanceQuery {
  <Row extends object>(statement: Statement<readonly [], Row>): Promise<Row[]>;
  <Row extends object>(statement: AssembledStatement<Row>): Promise<Row[]>;
  <Params extends readonly unknown[], Row extends object>(
    statement: Statement<Params, Row>,
    values: NoInfer<Params>,
  ): Promise<Row[]>;
}

/**
 * Runs one transaction on a separate connection, for rare work that may take long. Its settings are
 * local to the transaction, so it works behind a pooler.
 */
export async function inMaintenance<T>(
  address: Pick<DatabaseAddress, 'url' | 'ssl'>,
  mode: 'READ COMMITTED' | 'REPEATABLE READ, READ ONLY',
  work: (query: MaintenanceQuery) => Promise<T>,
): Promise<T> {
  const client = await connect(address);
  try {
    await client.query(`BEGIN ISOLATION LEVEL ${mode}`);
    // A command may work on something else in between, such as a dump of the same snapshot.
    await client.query(WITHOUT_TIME_LIMITS);
    await client.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const result = await work(
      async <Row extends object>(
        statement: Statement<never, Row> | AssembledStatement<Row>,
        values?: readonly unknown[],
      ) => (await client.query(statement.text, valuesOf(statement, values))).rows as Row[],
    );
    await client.query('COMMIT');
    return result;
  } finally {
    // Also rolls back what is not committed.
    await client.end().catch(() => undefined);
  }
}

async function connect({ url, ssl }: Pick<DatabaseAddress, 'url' | 'ssl'>): Promise<Client> {
  const client = new Client({
    connectionString: url,
    ssl: tlsOf(ssl),
    application_name: 'feature-flag-admin maintenance',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on('error', () => {}); // The running query reports the error too.
  await client.connect();
  return client;
}
