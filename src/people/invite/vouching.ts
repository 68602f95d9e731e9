import type { Tx } from '../../event/tx.js';

const VOUCH =
  'UPDATE invited_user SET vouched_at = now() WHERE user_id = $1 AND vouched_at IS NULL RETURNING 1';

/**
 * Notes that the e-mail address of a user who signed up by an invite link is known to be theirs.
 * @returns Whether there is such a user for whom that was not known before.
 */
export async function vouchForInvited(userId: number, tx: Tx): Promise<boolean> {
  return (await tx.query(VOUCH, [userId])).length > 0;
}
