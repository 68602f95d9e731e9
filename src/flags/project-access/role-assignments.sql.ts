import type { RoleAssignment } from '../../core/auth/permissions/project-roles.js';
import { statement } from '../../platform/database/statement.js';

export const READ = statement<[project: string], RoleAssignment>(
  'role-assignments.read',
  /* sql */ `
    SELECT 'user' AS kind, user_id AS id, role_id AS role FROM project_user_role
      WHERE project = $1
    UNION ALL SELECT 'group', group_id, role_id FROM project_group_role WHERE project = $1
      ORDER BY role, kind, id`,
);
