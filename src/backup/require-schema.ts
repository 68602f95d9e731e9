import { MIGRATIONS } from '../../migrations/index.js';
import { VERSION } from '../config/version.js';
import type { DatabaseAddress } from '../database/data-source.js';
import { inMaintenance } from '../database/maintenance.js';
import { BackupError } from './backup.errors.js';
import { MIGRATIONS_DONE, TABLES } from './contents.sql.js';

/**
 * Checks that the database has the schema of this version or of a later one, which this version can
 * work with.
 * @throws BackupError
 */
export async function requireSchema(address: Pick<DatabaseAddress, 'url' | 'ssl'>): Promise<void> {
  const done = await inMaintenance(address, 'READ COMMITTED', async (query) =>
    (await query(TABLES)).some(({ name }) => name === 'migration')
      ? new Set((await query(MIGRATIONS_DONE)).map(({ name }) => name))
      : undefined,
  );
  if (!done) throw new BackupError('The database contains no data of the service.');
  const missing = MIGRATIONS.filter(({ name }) => !done.has(name)).length;
  if (missing > 0)
    throw new BackupError(
      `The database is of an earlier version and lacks ${missing} migrations of version ` +
        `${VERSION}. Use the command of that version, or start the service once.`,
    );
}
