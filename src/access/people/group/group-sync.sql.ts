import { statement } from '../../../platform/database/statement.js';

/**
 * Adds a user to the groups that map one of the given names; existing memberships stay as they are.
 */
export const JOIN = statement<
  [userId: number, names: readonly string[], actorName: string],
  { groupId: number }
>(
  'group-sync.join',
  /* sql */ `
    INSERT INTO group_member (group_id, user_id, created_by, by_sso)
    SELECT g.id, $1, $3, true FROM user_group g WHERE g.mappings_sso && $2::text[] ORDER BY g.id
    ON CONFLICT ON CONSTRAINT group_member_pkey DO NOTHING RETURNING group_id AS "groupId"`,
);

/**
 * Removes a user from mapped groups that no longer apply, only where single sign-on added the
 * membership.
 */
export const LEAVE = statement<[userId: number, names: readonly string[]], { groupId: number }>(
  'group-sync.leave',
  /* sql */ `
    DELETE FROM group_member m USING user_group g
     WHERE g.id = m.group_id AND m.user_id = $1 AND m.by_sso
       AND NOT g.mappings_sso && $2::text[]
     RETURNING m.group_id AS "groupId"`,
);
