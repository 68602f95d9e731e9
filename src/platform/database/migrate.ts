import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { Logger } from '@nestjs/common';
import semver from 'semver';
import { MIGRATIONS } from '../../../migrations/index.js';
import { ADD_SEARCH_INDEX, WITHOUT_TRIGRAMS } from '../../../migrations/without-trigrams.js';
import type { MarkedMigration } from '../../../migrations/marked-migration.js';
import { VERSION } from '../config/version.js';
import { type DatabaseAddress, newDataSource } from './data-source.js';
import {
  checkServer,
  readAllowedConnections,
  UnsupportedServerError,
} from './server-requirements.js';
import { placeOf, startFailure } from './start-failure.js';
import { WITHOUT_TIME_LIMITS } from './time-limits.js';
import { requireFinishedRestore } from './unfinished-restore.js';
import { statement } from './statement.js';

const HAS_OLDEST_VERSION = statement<[], { exists: boolean }>(
  'migrate.has-oldest-version',
  `SELECT to_regclass('oldest_version') IS NOT NULL AS exists`,
);

const READ_OLDEST_VERSION = statement<[], { version: string }>(
  'migrate.read-oldest-version',
  'SELECT version FROM oldest_version',
);

const NOTE_OLDEST_VERSION = statement<[version: string]>(
  'migrate.note-oldest-version',
  /* sql */ `
    INSERT INTO oldest_version (version) VALUES ($1)
    ON CONFLICT ON CONSTRAINT oldest_version_pkey DO UPDATE SET version = excluded.version`,
);

type Migration = new () => MarkedMigration;

/**
 * Checks that nothing was removed from the database that this version needs.
 * @throws UnsupportedServerError
 */
export async function requireNewEnough(turn: EntityManager, version = VERSION): Promise<void> {
  const oldest = await readOldestVersion(turn);
  if (oldest !== undefined && semver.lt(version, oldest))
    throw new UnsupportedServerError(
      `This is version ${version} of the service, and the database works with version ${oldest} ` +
        'and later only: a later version has removed what this one needs. Start that version, or ' +
        'restore a backup of this one.',
    );
}

/** Notes the version that is needed after migrations that have removed something. */
export async function noteOldestVersion(
  turn: EntityManager,
  migrations: readonly Migration[],
): Promise<void> {
  const needed = migrations
    .flatMap((One) => new One().contracts ?? [])
    .map(({ readySince }) => readySince)
    .reduce<string | undefined>((a, b) => (a !== undefined && semver.gt(a, b) ? a : b), undefined);
  if (needed === undefined) return;
  const noted = await readOldestVersion(turn);
  if (noted === undefined || semver.gt(needed, noted))
    await turn.query(NOTE_OLDEST_VERSION.text, [needed]);
}

async function readOldestVersion(turn: EntityManager): Promise<string | undefined> {
  const [{ exists }] = await turn.query<[{ exists: boolean }]>(HAS_OLDEST_VERSION.text);
  if (!exists) return undefined;
  const [row] = await turn.query<{ version: string }[]>(READ_OLDEST_VERSION.text);
  return row?.version;
}

/** Whether the index of the search exists and is complete. */
const HAS_INDEX = /* sql */ `
  SELECT EXISTS (SELECT FROM pg_index
                  WHERE indexrelid = to_regclass('feature_search_text') AND indisvalid) AS yes`;
/** The extension may be in a schema that is not in the search path. */
const IS_USABLE = /* sql */ `
  SELECT EXISTS (SELECT FROM pg_opclass
                  WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) AS yes`;

/**
 * Runs the migrations that are missing, with the index of trigrams for the search of features where
 * the extension `pg_trgm` can be used. Without it the search reads all features.
 */
async function migrateWithTrigrams(source: DataSource): Promise<void> {
  if (await is(source, HAS_INDEX)) return void (await source.runMigrations());
  if (!(await isUsable(source))) {
    for (const other of WITHOUT_TRIGRAMS) {
      const n = source.migrations.findIndex(({ constructor }) => constructor.name === other.name);
      if (n >= 0) source.migrations.splice(n, 1, other);
    }
    return void (await source.runMigrations());
  }
  await source.runMigrations();
  if (!(await is(source, HAS_INDEX)))
    for (const statement of ADD_SEARCH_INDEX) await source.query(statement);
}

async function isUsable(source: DataSource): Promise<boolean> {
  const refusal = await source.query('CREATE EXTENSION IF NOT EXISTS pg_trgm').then(
    () => 'it is in a schema that is not in the search path of the role',
    (error: Error) => error.message,
  );
  if (await is(source, IS_USABLE)) return true;
  new Logger('database').warn(
    `The extension pg_trgm cannot be used (${refusal}). Searches for features read all of them, ` +
      'which takes longer with tens of thousands. Once the extension can be created or found, ' +
      'the next start adds the index.',
  );
  return false;
}

async function is(source: DataSource, question: string): Promise<boolean> {
  const [{ yes }] = await source.query<[{ yes: boolean }]>(question);
  return yes;
}

/**
 * Settings of PostgreSQL that the statements of the service rely on. All of these are defaults of
 * PostgreSQL, except `jit`.
 */
const NEEDED: Readonly<Record<string, string>> = {
  // Compiling a statement takes up to seconds, and these statements run for milliseconds.
  jit: 'off',
  // A statement that has waited for a lock must see what was committed meanwhile.
  default_transaction_isolation: 'read committed',
  // The driver parses dates in this format.
  DateStyle: 'ISO',
  // Statements contain backslashes in strings, which must not start escapes.
  standard_conforming_strings: 'on',
};

/**
 * Gives the role of the service these settings in its database, where they differ. Settings of a
 * role in a database precede those of the role, the database and the server, apply to every new
 * session, also behind a pooler that refuses start-up parameters, and any role may change its own.
 */
async function prepareRole(source: DataSource): Promise<void> {
  const found = await source.query<{ name: string; setting: string }[]>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)',
    [Object.keys(NEEDED)],
  );
  for (const { name, setting } of found) {
    const needed = NEEDED[name]!;
    // DateStyle ends with the order of day and month, which does not matter.
    if (setting !== needed && !setting.startsWith(`${needed},`)) await set(source, name, needed);
  }
}

async function set(source: DataSource, name: string, value: string): Promise<void> {
  try {
    await source.query(`
      DO $$ BEGIN
        EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I SET ${name} = ''${value}''',
                       current_database());
      END $$`);
  } catch (error) {
    new Logger('database').warn(
      `PostgreSQL refuses to set ${name} = '${value}' for the role of the service ` +
        `(${(error as Error).message}). The service needs it: set it for this role.`,
    );
  }
}

/** Key of the advisory lock for migrations; the same in every instance. */
export const MIGRATION_LOCK = 4_242_001;

/** Options of a migration. */
interface MigrateOptions {
  /** Whether the caller is the restore that is not complete yet. */
  isRestoring?: boolean;
  /** Gets a sentence if the database is not reached at once; see {@link DatabaseStartError}. */
  tell?: (reason: string) => void;
}

/** Pause between two attempts to get the turn. */
const TURN_PAUSE_MS = 200;
/** Pause between two attempts to connect. */
const ATTEMPT_PAUSE_MS = 1_000;
/** How long a start may wait without a line about it. */
const SILENCE_MS = 1_500;

/**
 * Migrates the schema. Instances that start together take turns, so each migration runs once. The
 * advisory lock belongs to a transaction that stays open until the last migration has committed: a
 * session lock would leak behind a pooler. Migrations of a later version are left alone.
 * @throws UnsupportedServerError when a later version has removed what this one needs, or when a
 *     restore is not complete.
 */
export async function migrate(
  source: DataSource,
  { isRestoring = false }: MigrateOptions = {},
): Promise<void> {
  while (!(await migrateIfFree(source, isRestoring))) await sleep(TURN_PAUSE_MS);
}

/**
 * Migrates unless another instance does. It does not wait for the lock: a transaction that waits
 * has a snapshot, and `CREATE INDEX CONCURRENTLY` of the other instance would wait for its end. The
 * first statements have no parameters, because PostgreSQL keeps the snapshot of one that has.
 * @returns Whether it had its turn.
 */
function migrateIfFree(source: DataSource, isRestoring: boolean): Promise<boolean> {
  return source.transaction(async (turn) => {
    // It stays idle while migrations run on another connection.
    await turn.query(WITHOUT_TIME_LIMITS);
    const [row] = await turn.query<{ taken: boolean }[]>(
      `SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS taken`,
    );
    if (!row?.taken) return false;
    if (!isRestoring) await requireFinishedRestore(turn);
    await requireNewEnough(turn);
    await migrateWithTrigrams(source);
    await noteOldestVersion(turn, MIGRATIONS);
    return true;
  });
}

/**
 * Checks the server, prepares the role's settings, and migrates the database at an address over
 * separate connections. Waits for a server that is still starting.
 * @returns How many connections the server allows.
 * @throws UnsupportedServerError
 * @throws DatabaseStartError when the database cannot be reached.
 */
export async function migrateDatabase(
  at: Pick<DatabaseAddress, 'url'> & Partial<DatabaseAddress>,
  options: MigrateOptions = {},
): Promise<number> {
  const address = { ssl: false as const, ...at, poolMax: 2 };
  const { tell = () => {} } = options;
  const allowed = await onConnections(address, tell, async (source) => {
    await checkServer(source);
    await prepareRole(source);
    return readAllowedConnections(source);
  });
  // New sessions have the settings of the role.
  await onConnections(address, tell, (source) => migrate(source, options));
  return allowed;
}

async function onConnections<T>(
  address: DatabaseAddress,
  tell: (reason: string) => void,
  work: (source: DataSource) => Promise<T>,
): Promise<T> {
  const source = await reach(address, tell);
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

/**
 * Connects, and tries again while the server may still be starting.
 * @param tell Gets the reason of the first wait.
 * @throws DatabaseStartError when the database stays out of reach.
 */
async function reach(
  address: DatabaseAddress,
  tell: (reason: string) => void,
): Promise<DataSource> {
  let told = false;
  const tellOnce = (reason: string): void => {
    if (!told) tell(reason);
    told = true;
  };
  const waiting = `Waiting for PostgreSQL at ${placeOf(address.url)} to answer.`;
  const slow = setTimeout(() => tellOnce(waiting), SILENCE_MS);
  try {
    return await connect(address, tellOnce);
  } finally {
    clearTimeout(slow);
  }
}

async function connect(
  address: DatabaseAddress,
  tell: (reason: string) => void,
): Promise<DataSource> {
  for (const began = performance.now(); ; await sleep(ATTEMPT_PAUSE_MS)) {
    try {
      return await newDataSource(address).initialize();
    } catch (error) {
      const failure = startFailure(error, address);
      if (!failure) throw error;
      if (performance.now() - began >= failure.patienceMs) throw failure;
      tell(`${failure.message} Trying again for ${failure.patienceMs / 1000} s.`);
    }
  }
}
