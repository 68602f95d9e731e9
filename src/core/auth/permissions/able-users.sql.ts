/** The built-in roles that grant a permission: see {@link builtInRolesWith}. */
export type RolesWith = [
  administrators: readonly number[],
  rootRoles: readonly number[],
  projectRoles: readonly number[],
];

/** The first parameters of a statement about {@link ableUsers}. */
export type AbleParams = [project: string, environment: string, ...roles: RolesWith];

/**
 * The users who have one of the permissions in an environment of a project, as a query of rows of
 * `app_user`. Whether one has is decided user by user, so that a page of them does not need all.
 * @param permissions SQL of an array.
 */
export function ableUsers(permissions: string): string {
  const isGranted = (role: string): string => /* sql */ `EXISTS (
    SELECT FROM role_permission rp WHERE rp.role_id = ${role}
       AND rp.permission = ANY (${permissions})
       AND (rp.environment IS NULL OR rp.environment = $2))`;
  return /* sql */ `
    WITH able_role AS (
      SELECT r.id FROM role r JOIN project p ON p.id = $1
       WHERE r.id = ANY ($3::int[]) OR p.mode = 'open'
         AND (r.id = ANY ($4::int[]) OR ${isGranted('r.id')})
    )
    SELECT u.* FROM app_user u
     WHERE u.kind = 'user' AND u.deleted_at IS NULL
       AND (u.root_role_id = ANY (ARRAY(SELECT id FROM able_role)) OR u.id IN (
         SELECT m.user_id FROM user_group g JOIN group_member m ON m.group_id = g.id
          WHERE g.root_role_id = ANY (ARRAY(SELECT id FROM able_role))
         UNION ALL
         SELECT h.user_id FROM project_user_role h
          WHERE h.project = $1 AND (h.role_id = ANY ($5::int[]) OR ${isGranted('h.role_id')})
         UNION ALL
         SELECT m.user_id FROM project_group_role h JOIN group_member m ON m.group_id = h.group_id
          WHERE h.project = $1 AND (h.role_id = ANY ($5::int[]) OR ${isGranted('h.role_id')})))`;
}
