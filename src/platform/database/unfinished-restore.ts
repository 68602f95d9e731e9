import type { EntityManager } from 'typeorm';
import { UnsupportedServerError } from './server-requirements.js';
import { HAS_UNFINISHED_RESTORE } from './unfinished-restore.sql.js';

/** Why a database is not used, and what to do. */
export const UNFINISHED_RESTORE =
  'A restore of a backup into this database has begun and is not complete: wait for it. If it ' +
  'was ended, drop the database, create it again, and repeat the restore.';

/**
 * Checks that the database is not one that a restore has left incomplete.
 * @throws UnsupportedServerError
 */
export async function requireFinishedRestore(turn: EntityManager): Promise<void> {
  const [{ unfinished }] = await turn.query<[{ unfinished: boolean }]>(HAS_UNFINISHED_RESTORE.text);
  if (unfinished) throw new UnsupportedServerError(UNFINISHED_RESTORE);
}
