import { IS_HELD } from './access.sql.js';
import { OWNER_ROLE } from './role-permissions.js';
import type { GrantingRole } from '../caller/role-bounds.js';
import { statement } from '../../../platform/database/statement.js';

/** JSON of a role `r`. */
export const ROLE_JSON = /* sql */ `
  jsonb_build_object('id', r.id, 'type', r.type, 'name', r.name, 'description', r.description)`;

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
          WHERE h.project = $1 AND (h.role_id = ANY ($5::int[]) OR ${isGranted('h.role_id')})
         UNION ALL
         SELECT r.user_id FROM access_request r
          WHERE r.project = $1 AND ${IS_HELD} AND (r.environment IS NULL OR r.environment = $2)
            AND (r.role_id = ANY ($5::int[]) OR ${isGranted('r.role_id')})))`;
}

/** The users with a role in project `p`, directly or through a group, and since when. */
const MEMBERS = /* sql */ `(
  SELECT held.user_id, min(held.since) AS since
    FROM (SELECT h.user_id, h.added_at AS since FROM project_user_role h WHERE h.project = p.id
          UNION ALL
          SELECT gm.user_id, GREATEST(h.added_at, gm.joined_at)
            FROM project_group_role h JOIN group_member gm ON gm.group_id = h.group_id
            WHERE h.project = p.id) held
    JOIN app_user person ON person.id = held.user_id AND person.kind = 'user'
      AND person.deleted_at IS NULL
   GROUP BY 1)`;

/** Number of users with a role in project `p`. */
export const MEMBER_COUNT = `(SELECT count(*) FROM ${MEMBERS} m)`;

/** Number of users who got a role in project `p` within the last 30 days. */
export const NEW_MEMBER_COUNT = /* sql */ `
  (SELECT count(*) FROM ${MEMBERS} m WHERE m.since > now() - interval '720 hours')`;

/**
 * Owners of project `p`: users in alphabetical order, then groups; the service itself when there is
 * none.
 */
export const OWNERS = /* sql */ `(
  SELECT COALESCE(json_agg(owner ORDER BY kind, name),
    json_build_array(json_build_object('ownerType', 'system')))
    FROM (SELECT 1 AS kind, u.display_name AS name,
                 json_build_object('ownerType', 'user', 'name', u.display_name,
                   'imageUrl', u.image_url, 'email', u.email) AS owner
            FROM project_user_role h JOIN app_user u ON u.id = h.user_id
            WHERE h.project = p.id AND h.role_id = ${OWNER_ROLE}
          UNION ALL
          SELECT 2, g.name, json_build_object('ownerType', 'group', 'name', g.name)
            FROM project_group_role h JOIN user_group g ON g.id = h.group_id
            WHERE h.project = p.id AND h.role_id = ${OWNER_ROLE}) owners)`;

export const READ_BOUNDS = statement<[ids: readonly number[]], GrantingRole>(
  'role.read-bounds',
  /* sql */ `
    SELECT r.id, r.name, r.type, r.description,
           (SELECT COALESCE(jsonb_agg(jsonb_build_object('permission', p.permission,
             'environment', p.environment) ORDER BY p.permission, p.environment), '[]')
              FROM role_permission p WHERE p.role_id = r.id) AS grants
      FROM role r WHERE r.id = ANY ($1) ORDER BY r.id`,
);
