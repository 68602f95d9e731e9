import { IS_HELD } from '../../../core/auth/permissions/access.sql.js';
import type { GrantingRole } from '../../../core/auth/caller/role-bounds.js';
import type { RolesResponse } from '../../../core/auth/permissions/role.response.js';
import { ROLE_JSON } from '../../../core/auth/permissions/role.sql.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';

export const ENVIRONMENTS = statement<[], { name: string }>(
  'role.environments',
  'SELECT name FROM environment ORDER BY sort_order, name',
);

export const LIST = statement<[], { json: Json<RolesResponse> }>(
  'role.list',
  /* sql */ `
    SELECT jsonb_build_object('version', 1,
      'roles', COALESCE(jsonb_agg(${ROLE_JSON} ORDER BY r.id), '[]'))::text AS json FROM role r`,
);

export const READ = statement<[id: number], GrantingRole>(
  'role.read',
  /* sql */ `
    SELECT r.id, r.name, r.type, r.description,
           (SELECT COALESCE(jsonb_agg(jsonb_build_object('permission', p.permission,
             'environment', p.environment)), '[]')
              FROM role_permission p WHERE p.role_id = r.id) AS grants
      FROM role r WHERE r.id = $1`,
);

export const FAULTS = statement<
  [name: string, environments: readonly string[]],
  { taken: boolean; unknown: string | null }
>(
  'role.faults',
  /* sql */ `
    SELECT EXISTS (SELECT FROM role WHERE name = $1) AS taken,
           (SELECT wanted.name FROM unnest($2::text[]) wanted(name)
             WHERE NOT EXISTS (SELECT FROM environment e WHERE e.name = wanted.name) LIMIT 1)
               AS unknown`,
);

export const ADD_ROLE = statement<
  [name: string, description: string, type: string],
  { id: number }
>('role.add-role', 'INSERT INTO role (name, description, type) VALUES ($1, $2, $3) RETURNING id');

export const UPDATE_ROLE = statement<[id: number, name: string, description: string]>(
  'role.update-role',
  'UPDATE role SET name = $2, description = $3 WHERE id = $1',
);

export const DELETE_ROLE = statement<[id: number]>(
  'role.delete-role',
  'DELETE FROM role WHERE id = $1',
);

interface Usage {
  users: number;
  groups: string[];
  links: number;
  isDefault: boolean;
  projects: string[];
}

export const DELETE_ROLE_PERMISSION = statement<[roleId: number]>(
  'role.delete-role-permission',
  'DELETE FROM role_permission WHERE role_id = $1',
);

export const ADD_ROLE_PERMISSION = statement<[roleId: number, grants: string]>(
  'role.add-role-permission',
  /* sql */ `
    INSERT INTO role_permission (role_id, permission, environment)
      SELECT $1, g.permission, g.environment
      FROM jsonb_to_recordset($2::jsonb) AS g(permission text, environment text)`,
);

export const PROJECTS_WITH_ROLE = statement<[roleId: number], { project: string }>(
  'role.projects-with-role',
  /* sql */ `
    SELECT project FROM project_user_role WHERE role_id = $1 UNION SELECT project
      FROM project_group_role WHERE role_id = $1
    UNION SELECT r.project FROM access_request r WHERE r.role_id = $1 AND ${IS_HELD} ORDER BY 1`,
);

export const USAGE = statement<[id: number], Usage>(
  'role.usage',
  /* sql */ `
    SELECT (SELECT count(*)::int FROM app_user u WHERE u.root_role_id = $1::int) AS users,
           ARRAY(SELECT g.name FROM user_group g WHERE g.root_role_id = $1::int ORDER BY 1)
             AS groups,
           (SELECT count(*)::int FROM invite_link i WHERE i.role_id = $1::int) AS links,
           EXISTS (SELECT FROM setting s WHERE s.content ->> 'defaultRootRoleId' = $1::text)
             AS "isDefault",
           ARRAY(SELECT project FROM project_user_role WHERE role_id = $1::int UNION
             SELECT project FROM project_group_role WHERE role_id = $1::int UNION
             SELECT r.project FROM access_request r WHERE r.role_id = $1::int AND ${IS_HELD}
              ORDER BY 1) AS projects`,
);
