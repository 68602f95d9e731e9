import { statement } from '../../../platform/database/statement.js';

interface Usage {
  users: number;
  groups: string[];
  links: number;
  isDefault: boolean;
  projects: string[];
}

export const DELETE_ROLE_PERMISSION = statement<[roleId: number]>(
  'role-writer.delete-role-permission',
  'DELETE FROM role_permission WHERE role_id = $1',
);

export const ADD_ROLE_PERMISSION = statement<[roleId: number, grants: string]>(
  'role-writer.add-role-permission',
  /* sql */ `
    INSERT INTO role_permission (role_id, permission, environment)
      SELECT $1, g.permission, g.environment
      FROM jsonb_to_recordset($2::jsonb) AS g(permission text, environment text)`,
);

export const PROJECTS_WITH_ROLE = statement<[roleId: number], { project: string }>(
  'role-writer.projects-with-role',
  /* sql */ `
    SELECT project FROM project_user_role WHERE role_id = $1 UNION SELECT project
      FROM project_group_role WHERE role_id = $1 ORDER BY 1`,
);

export const USAGE = statement<[id: number], Usage>(
  'role-writer.usage',
  /* sql */ `
    SELECT (SELECT count(*)::int FROM app_user u WHERE u.root_role_id = $1::int) AS users,
           ARRAY(SELECT g.name FROM user_group g WHERE g.root_role_id = $1::int ORDER BY 1)
             AS groups,
           (SELECT count(*)::int FROM invite_link i WHERE i.role_id = $1::int) AS links,
           EXISTS (SELECT FROM setting s WHERE s.content ->> 'defaultRootRoleId' = $1::text)
             AS "isDefault",
           ARRAY(SELECT project FROM project_user_role WHERE role_id = $1::int UNION
             SELECT project FROM project_group_role WHERE role_id = $1::int ORDER BY 1)
             AS projects`,
);
