import { BARE_GROUP_JSON, GROUP_MEMBERS_JSON } from '../../access/people/group/group.sql.js';
import type { RoleAssignment } from '../../core/auth/permissions/project-roles.js';
import { ROLE_JSON } from '../../core/auth/permissions/role.sql.js';
import { statement } from '../../platform/database/statement.js';
import type { Json } from '../../platform/http/json.js';
import type { ProjectAccessResponse, RoleUsageResponse } from './project-access.dto.js';

const HELD = "'addedAt', iso8601(h.added_at), 'roleId', h.roles[1], 'roles', h.roles";

const rolesHeld = (table: string, column: string): string => /* sql */ `
    (SELECT ${column} AS id, min(added_at) AS added_at,
      array_agg(role_id ORDER BY role_id) AS roles FROM ${table} WHERE project = p.id
        GROUP BY 1) h`;

export const READ = statement<[projectId: string], { json: Json<ProjectAccessResponse> }>(
  'project-access.read',
  /* sql */ `
    SELECT jsonb_build_object(
        'groups', (SELECT COALESCE(jsonb_agg(${BARE_GROUP_JSON}
          || jsonb_build_object(${HELD}, 'users', ${GROUP_MEMBERS_JSON}) ORDER BY g.name), '[]')
                     FROM ${rolesHeld('project_group_role', 'group_id')}
                     JOIN user_group g ON g.id = h.id),
        'users', (SELECT COALESCE(jsonb_agg(jsonb_build_object('id', u.id, 'isAPI', false,
        'name', u.display_name, 'email', u.email,
                                                               'imageUrl', u.image_url, ${HELD})
                                                                 ORDER BY u.id), '[]')
                    FROM ${rolesHeld('project_user_role', 'user_id')}
                    JOIN app_user u ON u.id = h.id),
        'roles', (SELECT COALESCE(jsonb_agg(${ROLE_JSON} ORDER BY r.id), '[]') FROM role r
          WHERE r.type IN ('project', 'custom')))::text AS json
      FROM project p WHERE p.id = $1`,
);

export const USAGE = statement<
  [roleId: number, hiddenProjects: readonly string[]],
  { json: Json<RoleUsageResponse> }
>(
  'project-access.usage',
  /* sql */ `
    WITH held AS (
      SELECT h.project, u.kind FROM project_user_role h JOIN app_user u ON u.id = h.user_id
        WHERE h.role_id = $1
      UNION ALL SELECT h.project, 'group' FROM project_group_role h WHERE h.role_id = $1
    ), counted AS (
      SELECT project, count(*) FILTER (WHERE kind = 'user') AS users, count(*)
        FILTER (WHERE kind = 'service-account') AS accounts,
             count(*) FILTER (WHERE kind = 'group') AS groups
        FROM held WHERE project <> ALL ($2) GROUP BY 1
    )
    SELECT jsonb_build_object('projects', (
        SELECT COALESCE(jsonb_agg(jsonb_build_object('project', project, 'role', r.id,
          'userCount', users, 'serviceAccountCount', accounts,
                                                     'groupCount', groups) ORDER BY project), '[]')
                                                       FROM counted))::text AS json
      FROM role r WHERE r.id = $1`,
);

export const READ_ASSIGNMENTS = statement<[project: string], RoleAssignment>(
  'project-access.read-assignments',
  /* sql */ `
    SELECT 'user' AS kind, user_id AS id, role_id AS role FROM project_user_role
      WHERE project = $1
    UNION ALL SELECT 'group', group_id, role_id FROM project_group_role WHERE project = $1
      ORDER BY role, kind, id`,
);
