import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { makeResettable, takeDatabase } from './recycled-databases.mjs';

const ATTEMPTS = 20;
const OBJECT_IN_USE = '55006';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Key of the advisory lock for the prepared template. */
const PREPARING = 4_242_900;

/** Creates a migrated database for one test file. Dropping it disconnects everybody. */
export function createTestDatabase(): Promise<TestDatabase> {
  const template = fromGlobalSetup('TEST_TEMPLATE');
  return cloned(newName(template), async () => template);
}

/**
 * A migrated and prepared database for one test file. On the server of the run, another file of
 * this worker may have used it before; it is then reset to the state after its preparation.
 * @param prepare Prepares the database, once per run; it is then cloned.
 */
export function preparedDatabase(prepare: (url: string) => Promise<void>): Promise<TestDatabase> {
  const template = fromGlobalSetup('TEST_TEMPLATE');
  const clone = (): Promise<TestDatabase> =>
    cloned(newName(template), (client) => preparedTemplate(client, template, prepare));
  return canReset() ? takeDatabase(clone) : clone();
}

/** Clones what `from` names. */
async function cloned(
  name: string,
  from: (client: Client) => Promise<string>,
): Promise<TestDatabase> {
  await onServer(async (client) => clone(client, await from(client), name));
  return {
    url: urlOf(name),
    drop: () =>
      onServer(
        async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
      ),
  };
}

/** The first test file that needs it makes it, while those of other workers wait. */
async function preparedTemplate(
  client: Client,
  template: string,
  prepare: (url: string) => Promise<void>,
): Promise<string> {
  const name = template.replace(/template$/, 'prepared');
  const exists = async (): Promise<boolean> =>
    (await client.query('SELECT FROM pg_database WHERE datname = $1', [name])).rows.length > 0;
  if (await exists()) return name;
  await client.query('SELECT pg_advisory_lock($1)', [PREPARING]);
  if (!(await exists())) {
    const making = newName(template);
    await clone(client, template, making);
    await prepare(urlOf(making));
    if (canReset()) await makeResettable(urlOf(making));
    await client.query(`ALTER DATABASE ${making} ALLOW_CONNECTIONS false`);
    await client.query(`ALTER DATABASE ${making} RENAME TO ${name}`);
  }
  await client.query('SELECT pg_advisory_unlock($1)', [PREPARING]);
  return name;
}

/** Only the superuser can, whom a server of somebody else does not admit. */
const canReset = (): boolean => process.env['TEST_SUPERUSER_URL'] !== undefined;

const newName = (template: string): string =>
  template.replace(/template$/, randomBytes(6).toString('hex'));

function urlOf(database: string): string {
  const url = new URL(fromGlobalSetup('TEST_SERVER_URL'));
  url.pathname = `/${database}`;
  return url.href;
}

async function clone(client: Client, template: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      // With this strategy, copying a database of this size takes 15 ms instead of 100, as long as
      // the server need not sync.
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
      return;
    } catch (error) {
      // Only autovacuum can be connected to the template.
      if (!(error instanceof DatabaseError) || error.code !== OBJECT_IN_USE || attempt === ATTEMPTS)
        throw error;
      await sleep(Math.random() * 100);
    }
  }
}

async function onServer(work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: fromGlobalSetup('TEST_SERVER_URL') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function fromGlobalSetup(name: 'TEST_SERVER_URL' | 'TEST_TEMPLATE'): string {
  const value = process.env[name];
  if (!value)
    throw new Error(
      `${name} is not set: start the tests by jest, whose global setup makes the database.`,
    );
  return value;
}
