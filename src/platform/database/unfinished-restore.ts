import type { EntityManager } from 'typeorm';
import { UnsupportedServerError } from './server-requirements.js';
import { statement } from './statement.js';

/** Whether a restore into the database has begun and is not complete. */
export const HAS_UNFINISHED_RESTORE = statement<[], { unfinished: boolean }>(
  'unfinished-restore.has-unfinished-restore',
  // A search by name would fail for a role that may not use the schema.
  /* sql */ `
    SELECT EXISTS (SELECT FROM pg_class WHERE relname = 'unfinished_restore'
                      AND relnamespace = to_regnamespace('public')) AS unfinished`,
);

/** Marks the database. The mark is a table because any role that can restore can create one. */
export const BEGIN_RESTORE = statement<[]>(
  'unfinished-restore.begin-restore',
  'CREATE TABLE IF NOT EXISTS public.unfinished_restore ()',
);

/** Removes the mark. */
export const FINISH_RESTORE = statement<[]>(
  'unfinished-restore.finish-restore',
  'DROP TABLE public.unfinished_restore',
);

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
