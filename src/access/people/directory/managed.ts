import type { Tx } from '../../../core/event/tx.js';
import { InvalidOperationError } from '../../../platform/errors/general.errors.js';
import { IS_GROUP_MANAGED, IS_USER_MANAGED } from './managed.sql.js';

/** @throws InvalidOperationError when the directory manages the user or group. */
export async function requireByHand(of: 'user' | 'group', id: number, tx: Tx): Promise<void> {
  const [managed] = await tx.query(of === 'user' ? IS_USER_MANAGED : IS_GROUP_MANAGED, [id]);
  if (managed)
    throw new InvalidOperationError(
      `The directory (SCIM) manages this ${of}: change it there, or switch SCIM off first.`,
    );
}
