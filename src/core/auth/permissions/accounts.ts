import type { Tx } from '../../event/tx.js';
import { MAX_DETAILS } from '../../../platform/errors/api-error.js';
import { BadDataError } from '../../../platform/errors/general.errors.js';

/**
 * Locks users and service accounts against deletion until the transaction ends.
 * @throws BadDataError when one does not exist.
 */
export async function lockAccounts(ids: readonly number[], tx: Tx): Promise<void> {
  const { users } = await tx.lock({ users: { share: ids } });
  const present = users.filter(({ kind, deleted }) => kind !== 'system' && !deleted);
  requireAll(
    'user',
    ids,
    present.map(({ id }) => id),
  );
}

/**
 * Locks groups against deletion until the transaction ends.
 * @throws BadDataError when one does not exist.
 */
export async function lockGroups(ids: readonly number[], tx: Tx): Promise<void> {
  const { groups } = await tx.lock({ groups: { share: ids } });
  requireAll(
    'group',
    ids,
    groups.map(({ id }) => id),
  );
}

/** @throws BadDataError when a named item was not found. */
export function requireAll(what: string, named: readonly number[], found: readonly number[]): void {
  const present = new Set(found);
  const missing = [...new Set(named)].filter((id) => !present.has(id));
  if (missing.length > 0)
    throw new BadDataError(
      `There is no ${what} with the id ${missing.slice(0, MAX_DETAILS).join(', ')}.`,
    );
}
