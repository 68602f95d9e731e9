import type { SecondFactorResetPayload } from '../../event/event-payloads.js';
import type { Tx } from '../../event/tx.js';
import { REMOVE_ALL } from './second-factor-removal.sql.js';

/**
 * Removes all that a user, whose row is locked, could give as a second factor. @returns How many of
 * each there were.
 */
export async function removeSecondFactors(
  userId: number,
  tx: Tx,
): Promise<Omit<SecondFactorResetPayload, 'id'>> {
  const [counts] = await tx.query(REMOVE_ALL, [userId]);
  return counts!;
}
