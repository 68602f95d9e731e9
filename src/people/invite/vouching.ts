import type { Tx } from '../../event/tx.js';

const VOUCH =
  'UPDATE invited_user SET vouched_at = now() WHERE user_id = $1 AND vouched_at IS NULL RETURNING 1';

/**
 * Marks the e-mail address of a user who signed up through an invite link as verified.
 * @returns Whether it was unverified before.
 */
export async function vouchForInvited(userId: number, tx: Tx): Promise<boolean> {
  return (await tx.query(VOUCH, [userId])).length > 0;
}
