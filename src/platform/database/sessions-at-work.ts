import type { PoolClient } from 'pg';
import { AT_WORK } from './database.sql.js';
import { release } from './release.js';
import type { RowOf } from './statement.js';
import type { WatchedClient } from './watched-client.js';

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
