import { MIGRATIONS } from '../../migrations/index.js';
import { VERSION } from '../../src/platform/config/version.js';
import type { DatabaseAddress } from '../../src/platform/database/data-source.js';
import { inMaintenance, type MaintenanceQuery } from '../../src/platform/database/maintenance.js';
import {
  HAS_UNFINISHED_RESTORE,
  UNFINISHED_RESTORE,
} from '../../src/platform/database/unfinished-restore.js';
import { BackupError } from './backup.errors.js';
import { MIGRATIONS_DONE, TABLES } from './contents.sql.js';

/**
 * Checks that the database has the schema of this version or of a later one, which this version can
 * work with, and that no restore has left it incomplete.
 * @throws BackupError
 */
export async function requireSchema(address: Pick<DatabaseAddress, 'url' | 'ssl'>): Promise<void> {
  const done = await inMaintenance(address, 'READ COMMITTED', async (query) => {
    await requireTables(query);
    return new Set((await query(MIGRATIONS_DONE)).map(({ name }) => name));
  });
  const missing = MIGRATIONS.filter(({ name }) => !done.has(name)).length;
  if (missing > 0)
    throw new BackupError(
      `The database is of an earlier version and lacks ${missing} migrations of version ` +
        `${VERSION}. Use the command of that version, or start the service once.`,
    );
}

/**
 * The tables of a database that the service uses.
 * @throws BackupError when there are none, or when a restore has left them incomplete.
 */
export async function requireTables(query: MaintenanceQuery): Promise<string[]> {
  const [restore] = await query(HAS_UNFINISHED_RESTORE);
  if (restore!.unfinished) throw new BackupError(UNFINISHED_RESTORE);
  const tables = (await query(TABLES)).map(({ name }) => name);
  if (!tables.includes('migration'))
    throw new BackupError('The database contains no data of the service.');
  return tables;
}
