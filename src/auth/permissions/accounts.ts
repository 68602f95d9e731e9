import type { Tx } from '../../event/tx.js';
import { MAX_DETAILS } from '../../errors/api-error.js';
import { BadDataError } from '../../errors/general.errors.js';

/**
 * Keeps users and service accounts from being deleted until the transaction ends, so that nobody
 * who is gone is given anything.
 * @throws BadDataError when one of them does not exist.
 */
export async function holdAccounts(ids: readonly number[], tx: Tx): Promise<void> {
  const sql =
    "SELECT id FROM app_user WHERE id = ANY ($1) AND kind <> 'system' AND deleted_at IS NULL ORDER BY id FOR SHARE";
  const found = await tx.query<{ id: number }>(sql, [ids]);
  requireAll(
    'user',
    ids,
    found.map(({ id }) => id),
  );
}

/**
 * Keeps groups from being deleted until the transaction ends. @throws BadDataError when one of them
 * does not exist.
 */
export async function holdGroups(ids: readonly number[], tx: Tx): Promise<void> {
  const found = await tx.query<{ id: number }>(
    'SELECT id FROM user_group WHERE id = ANY ($1) ORDER BY id FOR SHARE',
    [ids],
  );
  requireAll(
    'group',
    ids,
    found.map(({ id }) => id),
  );
}

/** @throws BadDataError when something that was named was not found. */
export function requireAll(what: string, named: readonly number[], found: readonly number[]): void {
  const present = new Set(found);
  const missing = [...new Set(named)].filter((id) => !present.has(id));
  if (missing.length > 0)
    throw new BadDataError(
      `There is no ${what} with the id ${missing.slice(0, MAX_DETAILS).join(', ')}.`,
    );
}
