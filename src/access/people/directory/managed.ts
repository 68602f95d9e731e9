import type { Tx } from '../../../core/event/tx.js';
import { InvalidOperationError } from '../../../platform/errors/general.errors.js';
import { statement } from '../../../platform/database/statement.js';

/** Whether the directory (SCIM) manages anything at present. */
const IS_ON = /* sql */ `
  (SELECT (s.content ->> 'enabled')::boolean FROM setting s WHERE s.name = 'auth.scim') IS TRUE`;

/** The id of a user `u` in the directory; null for others. */
export const USER_SCIM_ID = '(SELECT d.user_id::text FROM directory_user d WHERE d.user_id = u.id)';
/** The id of a group `g` in the directory; null for others. */
export const GROUP_SCIM_ID =
  '(SELECT d.group_id::text FROM directory_group d WHERE d.group_id = g.id)';

/** Condition: the directory manages the user `u`. */
export const IS_MANAGED_USER = `(${USER_SCIM_ID} IS NOT NULL AND ${IS_ON})`;

const IS_USER_MANAGED = statement<[id: number]>(
  'managed.is-user-managed',
  `SELECT FROM app_user u WHERE u.id = $1 AND ${IS_MANAGED_USER}`,
);

const IS_GROUP_MANAGED = statement<[id: number]>(
  'managed.is-group-managed',
  `SELECT FROM user_group g WHERE g.id = $1 AND ${GROUP_SCIM_ID} IS NOT NULL AND ${IS_ON}`,
);

/** @throws InvalidOperationError when the directory manages the user or group. */
export async function requireByHand(of: 'user' | 'group', id: number, tx: Tx): Promise<void> {
  const [managed] = await tx.query(of === 'user' ? IS_USER_MANAGED : IS_GROUP_MANAGED, [id]);
  if (managed)
    throw new InvalidOperationError(
      `The directory (SCIM) manages this ${of}: change it there, or switch SCIM off first.`,
    );
}
