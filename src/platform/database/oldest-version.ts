import semver from 'semver';
import type { EntityManager } from 'typeorm';
import type { MarkedMigration } from '../../../migrations/marked-migration.js';
import { VERSION } from '../config/version.js';
import {
  HAS_OLDEST_VERSION,
  NOTE_OLDEST_VERSION,
  READ_OLDEST_VERSION,
} from './oldest-version.sql.js';
import { UnsupportedServerError } from './server-requirements.js';

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
