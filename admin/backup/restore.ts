import path from 'node:path';
import { MIGRATIONS } from '../../migrations/index.js';
import type { DatabaseAddress } from '../../src/platform/database/data-source.js';
import { inMaintenance, type MaintenanceQuery } from '../../src/platform/database/maintenance.js';
import { MIGRATION_LOCK, migrateDatabase } from '../../src/platform/database/migrate.js';
import { requireServer } from '../../src/platform/database/server-requirements.js';
import {
  BEGIN_RESTORE,
  FINISH_RESTORE,
  HAS_UNFINISHED_RESTORE,
  UNFINISHED_RESTORE,
} from '../../src/platform/database/unfinished-restore.js';
import { VERSION } from '../../src/platform/config/version.js';
import { BackupError } from './backup.errors.js';
import { databaseArgument, PROGRAM_SESSIONS } from './connection-environment.js';
import {
  ANALYZE,
  COUNT_ROWS,
  FOREIGN_OBJECTS,
  PROGRAMS_AT_WORK,
  SERVER,
  TABLES,
  TRY_MIGRATION_LOCK,
} from './contents.sql.js';
import { checkDump, DUMP, type Manifest, readManifest } from './manifest.js';
import { majorOf, PostgresProgram } from './postgres-program.js';
import { rebuild } from './rebuild.js';

/** Differences that are named. */
const MOST_NAMED = 20;
const OPTIONS = [
  // Either all of it is restored or nothing, so that it can be repeated.
  '--single-transaction',
  '--exit-on-error',
  // The role that restores owns everything, and comments on extensions need another one.
  '--no-owner',
  '--no-privileges',
  '--no-comments',
  '--no-password',
];

type Address = Pick<DatabaseAddress, 'url' | 'ssl'>;

interface RestoreOptions {
  /** The variables of the command, for pg_restore. */
  environment: NodeJS.ProcessEnv;
  /** Gets a line for each step. */
  log: (line: string) => void;
}

/** A backup that this version can restore, with a dump that is what its manifest says. */
export async function readBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const known = new Set<string>(MIGRATIONS.map(({ name }) => name));
  const unknown = manifest.migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new BackupError(
      `The backup was made by version ${manifest.version} of the service, whose database has ` +
        `migrations that this version, ${VERSION}, does not know: ` +
        `${unknown.slice(0, 5).join(', ')}` +
        `${unknown.length > 5 ? ', …' : ''}. Restore it with that version or a later one.`,
    );
  await checkDump(folder, manifest);
  return manifest;
}

/**
 * Restores a backup into an empty database, migrates it, and rebuilds what is derived. The database
 * is marked until all of this is done, so that no instance uses it if the command is killed.
 * @throws BackupError before anything is changed, or when the restored rows are not those of the
 *     backup.
 */
export async function restore(
  address: Address,
  folder: string,
  manifest: Manifest,
  { environment, log }: RestoreOptions,
): Promise<void> {
  await inMaintenance(address, 'READ COMMITTED', (query) => requireEmpty(query, manifest));
  const program = await PostgresProgram.find(
    'pg_restore',
    majorOf(manifest.postgres.program),
    environment,
  );
  await inMaintenance(address, 'READ COMMITTED', (query) => begin(query, manifest));
  await program
    .run(address, [databaseArgument(address.url), ...OPTIONS, path.join(folder, DUMP)])
    .catch((error: unknown) => throwWithHint(error, program, address));
  await requireRows(address, manifest);
  log(`Restored ${Object.values(manifest.rows).reduce((a, b) => a + b, 0)} rows.`);
  await inMaintenance(address, 'READ COMMITTED', (query) => query(ANALYZE));
  await migrateDatabase(address, { isRestoring: true });
  log(`Migrated to version ${VERSION}.`);
  for (const line of await rebuild(address)) log(`Rebuilt: ${line}`);
  await inMaintenance(address, 'READ COMMITTED', (query) => query(FINISH_RESTORE));
}

/** Marks the database if it can take the backup. */
async function begin(query: MaintenanceQuery, manifest: Manifest): Promise<void> {
  const [lock] = await query(TRY_MIGRATION_LOCK, [MIGRATION_LOCK]);
  if (!lock!.locked)
    throw new BackupError(
      'An instance, or another restore, has just begun to use the database. Create a new one and ' +
        'restore into that.',
    );
  await requireEmpty(query, manifest);
  await query(BEGIN_RESTORE);
}

/** Checks that the server can take the backup, and that there is nothing in the database. */
async function requireEmpty(query: MaintenanceQuery, { postgres }: Manifest): Promise<void> {
  const [server] = await query(SERVER);
  requireServer(server!.version, false);
  if (majorOf(server!.version) < majorOf(postgres.server))
    throw new BackupError(
      `The backup is of PostgreSQL ${majorOf(postgres.server)}, and this server has version ` +
        `${server!.version}. Restore it to version ${majorOf(postgres.server)} or later.`,
    );
  const [atWork] = await query(PROGRAMS_AT_WORK, [PROGRAM_SESSIONS]);
  if (atWork)
    throw new BackupError(
      `pg_restore is still restoring into the database ${server!.database}, perhaps for a ` +
        'command that was killed. Wait until it has ended, or end it with SELECT ' +
        `pg_terminate_backend(${atWork.pid}).`,
    );
  const [found] = await query(FOREIGN_OBJECTS);
  if (found!.objects === '0') return;
  const [restore] = await query(HAS_UNFINISHED_RESTORE);
  throw new BackupError(
    `The database ${server!.database} is not empty` +
      (restore!.unfinished
        ? `. ${UNFINISHED_RESTORE}`
        : `: it has ${found!.objects} tables, functions and others, such as ${found!.first}. ` +
          'Create a new database and restore into that.'),
  );
}

/** A newer program can send settings that an older server does not know. */
async function throwWithHint(
  error: unknown,
  program: PostgresProgram,
  address: Address,
): Promise<never> {
  const [server] = await inMaintenance(address, 'READ COMMITTED', (query) => query(SERVER));
  if (!(error instanceof BackupError) || majorOf(program.version) <= majorOf(server!.version))
    throw error;
  throw new BackupError(
    `${error.message}\n${program.name} ${program.version} is newer than the server ` +
      `(${server!.version}). If that is the reason, use the programs of the server's version.`,
  );
}

/** Compares the numbers of rows with those of the manifest. */
async function requireRows(address: Address, { rows }: Manifest): Promise<void> {
  const found = await inMaintenance(address, 'READ COMMITTED', async (query) => {
    const counts: Record<string, number> = {};
    for (const { name } of await query(TABLES))
      counts[name] = Number((await query(COUNT_ROWS(name)))[0]!.rows);
    return counts;
  });
  const tables = [...new Set([...Object.keys(rows), ...Object.keys(found)])];
  const differences = tables
    .filter((name) => rows[name] !== found[name])
    .map((name) => `${name}: ${found[name] ?? 'no table'} instead of ${rows[name] ?? 'no table'}`);
  if (differences.length > 0)
    throw new BackupError(
      `The restored rows are not those of the backup, so do not use this database:\n` +
        differences.slice(0, MOST_NAMED).join('\n'),
    );
}
