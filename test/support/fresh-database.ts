import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { TestDatabase } from './database.js';

/** A database on the server of the tests. */
export interface FreshDatabase extends TestDatabase {
  /** Runs statements on a session of their own. */
  run(text: string): Promise<object[]>;
}

/** A database without the schema of the service. @param options Options of `CREATE DATABASE`. */
export async function createFreshDatabase(options = ''): Promise<FreshDatabase> {
  const template = new URL(process.env['TEST_SERVER_URL']!);
  const prefix = process.env['TEST_TEMPLATE']!.replace(/template$/, '');
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  await onServer(template.href, `CREATE DATABASE ${name} TEMPLATE template0 ${options}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    run: (text) => onServer(url.href, text),
    drop: async () =>
      void (await onServer(template.href, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

/** Runs statements on a session of their own. @returns The rows of the last one. */
export async function onServer(url: string, text: string): Promise<object[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const results = [await client.query<object>(text)].flat();
    return results.at(-1)!.rows;
  } finally {
    await client.end();
  }
}
