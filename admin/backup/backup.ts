import { mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseAddress } from '../../src/platform/database/data-source.js';
import { WRITE } from '../../src/core/auth/setting.js';
import { inMaintenance } from '../../src/platform/database/maintenance.js';
import { VERSION } from '../../src/platform/config/version.js';
import {
  COUNT_ROWS,
  EXPORT_SNAPSHOT,
  LOCK_TABLES,
  MIGRATIONS_DONE,
  SERVER,
} from './contents.sql.js';
import { DUMP, FORMAT, hashOf, MANIFEST, type Manifest } from './manifest.js';
import { majorOf, PostgresProgram } from './postgres-program.js';
import { requireTables } from './require-schema.js';

/** How long pg_dump waits for a table that is locked exclusively. */
const LOCK_WAIT_MS = 30_000;
/** How file systems say that there is a folder of this name with something in it. */
const TAKEN = ['ENOTEMPTY', 'EEXIST'];
const UNFINISHED = '.unfinished-';
/** An unfinished backup to which nothing was written for this long was interrupted. */
const ABANDONED_AFTER_MS = 24 * 60 * 60_000;

type Address = Pick<DatabaseAddress, 'url' | 'ssl'>;
type Contents = Pick<Manifest, 'migrations' | 'rows'>;

/**
 * Backs a database up into a new folder of `parent`, while the service runs. The folder gets its
 * name when it is complete.
 * @returns The folder, what the backup contains, and whether the database was told of it.
 */
export async function backUp(
  address: Address,
  parent: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ folder: string; manifest: Manifest; isNoted: boolean }> {
  const { server, tables } = await inMaintenance(address, 'READ COMMITTED', async (query) => ({
    server: (await query(SERVER))[0]!.version,
    tables: await requireTables(query),
  }));
  const program = await PostgresProgram.find('pg_dump', majorOf(server), environment);
  const unfinished = await newFolder(parent);
  try {
    const createdAt = new Date().toISOString();
    const contents = await dump(address, program, tables, path.join(unfinished, DUMP));
    const manifest: Manifest = {
      format: FORMAT,
      version: VERSION,
      createdAt,
      postgres: { server, program: program.version },
      ...contents,
      dump: await described(path.join(unfinished, DUMP)),
    };
    const folder = await finish(unfinished, manifest);
    return { folder, manifest, isNoted: await note(address) };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** A folder for an unfinished backup, with a file for its dump that only the owner may read. */
async function newFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeAbandoned(parent);
  const folder = await mkdtemp(path.join(parent, UNFINISHED));
  await writeFile(path.join(folder, DUMP), '', { mode: 0o600 });
  return folder;
}

/**
 * Adds the manifest to a folder with a dump, and gives it its name. Everything is on the disk when
 * this returns, so that a backup that was reported survives a crash of the machine.
 */
async function finish(unfinished: string, manifest: Manifest): Promise<string> {
  const json = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(path.join(unfinished, MANIFEST), json, { mode: 0o600 });
  for (const name of [DUMP, MANIFEST]) await toDisk(path.join(unfinished, name));
  await namesToDisk(unfinished);
  const name = `flags-${manifest.createdAt.replace(/\.\d+Z$/, 'Z').replaceAll(':', '')}`;
  const folder = await renamed(unfinished, path.join(path.dirname(unfinished), name));
  await namesToDisk(path.dirname(folder));
  return folder;
}

/**
 * Notes in the database that a backup is complete, for a metric of the service. The backup is good
 * even where that is not possible, as on a standby server.
 */
async function note(address: Address): Promise<boolean> {
  const content = JSON.stringify({ completedAt: new Date().toISOString() });
  return inMaintenance(address, 'READ COMMITTED', (query) =>
    query(WRITE, ['backup', content]),
  ).then(
    () => true,
    () => false,
  );
}

/** Makes sure that the names of files in a folder are on the disk, if the file system can. */
const namesToDisk = (folder: string): Promise<void> => toDisk(folder).catch(() => undefined);

/** Makes sure that the content of a file is on the disk. */
async function toDisk(name: string): Promise<void> {
  const handle = await open(name);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives a folder a name, or one like it if several backups were made in the same second. */
async function renamed(folder: string, name: string): Promise<string> {
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name}-${n}`;
    try {
      await rename(folder, free);
      return free;
    } catch (error) {
      if (!TAKEN.includes((error as NodeJS.ErrnoException).code!)) throw error;
    }
  }
}

/** Removes the unfinished folders of interrupted backups. */
async function removeAbandoned(parent: string): Promise<void> {
  const abandonedSince = Date.now() - ABANDONED_AFTER_MS;
  for (const name of await readdir(parent)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const folder = path.join(parent, name);
    const { mtimeMs } = await stat(path.join(folder, DUMP)).catch(() => stat(folder));
    if (mtimeMs < abandonedSince) await rm(folder, { recursive: true, force: true });
  }
}

/** Dumps a snapshot, and counts the rows that it contains. */
function dump(
  address: Address,
  program: PostgresProgram,
  tables: readonly string[],
  file: string,
): Promise<Contents> {
  return inMaintenance(address, 'REPEATABLE READ, READ ONLY', async (query) => {
    // Before the snapshot, so that no partition is dropped that it needs.
    await query(LOCK_TABLES(tables));
    const [exported] = await query(EXPORT_SNAPSHOT);
    await program.run(address, [
      '--format=custom',
      `--file=${file}`,
      `--snapshot=${exported!.snapshot}`,
      `--lock-wait-timeout=${LOCK_WAIT_MS}`,
      '--no-password',
    ]);
    const rows: Record<string, number> = {};
    for (const table of tables) rows[table] = Number((await query(COUNT_ROWS(table)))[0]!.rows);
    return { rows, migrations: (await query(MIGRATIONS_DONE)).map(({ name }) => name) };
  });
}

const described = async (file: string): Promise<Manifest['dump']> => ({
  bytes: (await stat(file)).size,
  sha256: await hashOf(file),
});
