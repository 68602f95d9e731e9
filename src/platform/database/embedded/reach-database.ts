import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config/config.js';
import { requireReachable } from '../start-failure.js';

/** How a command uses the embedded database. */
interface Use {
  /** Whether it is migrated when it is started. */
  migrates?: boolean;
  /** Whether it is created if there is none. */
  creates?: boolean;
}

/**
 * The configured database, for a command: the embedded one is started if it is not running.
 * @throws DatabaseStartError when the server cannot be reached.
 */
export async function reachDatabase(
  { database }: Pick<Config, 'database'>,
  { migrates = true, creates = false }: Use = {},
): Promise<{ url: string; close: () => Promise<void> }> {
  if (database.url) {
    const { url, ssl } = database;
    await requireReachable({ url, ssl });
    return { url, close: async () => {} };
  }
  // Only here, because loading it takes longer than some commands.
  const { EmbeddedPostgres } = await import('./embedded-postgres.js');
  const dir = path.resolve(database.embeddedDir);
  const running = await EmbeddedPostgres.runningAt(dir);
  if (running) return { url: running, close: async () => {} };
  if (!creates && !existsSync(path.join(dir, 'pgdata')))
    throw new Error(`There is no database in ${dir}. Set DATABASE_URL or EMBEDDED_DATABASE_DIR.`);
  const embedded = await EmbeddedPostgres.start({ dir });
  if (migrates) {
    const { migrateDatabase } = await import('../migrate.js');
    await migrateDatabase({ url: embedded.url });
  }
  return { url: embedded.url, close: () => embedded.stop() };
}
