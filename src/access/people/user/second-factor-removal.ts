import type { SecondFactorResetPayload } from '../../../core/event/access-payloads.js';
import type { Tx } from '../../../core/event/tx.js';
import { REMOVE_ALL } from './user-writer.sql.js';

/**
 * Removes all second factors of a user, whose row must be locked.
 * @returns The number of removed factors by kind.
 */
export async function removeSecondFactors(
  userId: number,
  tx: Tx,
): Promise<Omit<SecondFactorResetPayload, 'id'>> {
  const [counts] = await tx.query(REMOVE_ALL, [userId]);
  return counts!;
}
