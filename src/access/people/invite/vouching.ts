import type { Tx } from '../../../core/event/tx.js';
import { END_INVITATION } from './invite.sql.js';

/**
 * Marks the e-mail address of a user who signed up through an invite link as verified.
 * @returns Whether it was unverified before.
 */
export async function vouchForInvited(userId: number, tx: Tx): Promise<boolean> {
  return (await tx.query(END_INVITATION, [userId])).length > 0;
}
