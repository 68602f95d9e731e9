import type { Tx } from '../../../core/event/tx.js';
import { LEAVE, JOIN } from './group.sql.js';

/**
 * Synchronises the groups of a user, whose row must be locked, with those at the identity provider.
 */
export async function syncGroups(userId: number, names: string[], tx: Tx): Promise<void> {
  const left = await tx.query(LEAVE, [userId, names]);
  const joined = await tx.query(JOIN, [userId, names, tx.actor.name]);
  for (const { groupId } of left)
    await tx.record({ type: 'group-user-removed', preData: { groupId, userId } });
  for (const { groupId } of joined)
    await tx.record({ type: 'group-user-added', data: { groupId, userId } });
}
