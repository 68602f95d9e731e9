import type { Tx } from '../../event/tx.js';

/**
 * Adds a user to the groups that map one of the given names; existing memberships stay as they are.
 */
const JOIN = /* sql */ `
  INSERT INTO group_member (group_id, user_id, created_by, by_sso)
  SELECT g.id, $1, $3, true FROM user_group g WHERE g.mappings_sso && $2::text[] ORDER BY g.id
  ON CONFLICT ON CONSTRAINT group_member_pkey DO NOTHING RETURNING group_id AS "groupId"`;

/**
 * Removes a user from mapped groups that no longer apply, only where single sign-on added the
 * membership.
 */
const LEAVE = /* sql */ `
  DELETE FROM group_member m USING user_group g
   WHERE g.id = m.group_id AND m.user_id = $1 AND m.by_sso AND NOT g.mappings_sso && $2::text[] RETURNING m.group_id AS "groupId"`;

/**
 * Synchronises the groups of a user, whose row must be locked, with those at the identity provider.
 */
export async function syncGroups(userId: number, names: string[], tx: Tx): Promise<void> {
  const left = await tx.query<{ groupId: number }>(LEAVE, [userId, names]);
  const joined = await tx.query<{ groupId: number }>(JOIN, [userId, names, tx.actor.name]);
  for (const { groupId } of left)
    await tx.record({ type: 'group-user-removed', preData: { groupId, userId } });
  for (const { groupId } of joined)
    await tx.record({ type: 'group-user-added', data: { groupId, userId } });
}
