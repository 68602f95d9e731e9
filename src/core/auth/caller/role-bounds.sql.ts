import type { GrantingRole } from './role-bounds.js';
import { statement } from '../../../platform/database/statement.js';

export const READ = statement<[ids: readonly number[]], GrantingRole>(
  'role-bounds.read',
  /* sql */ `
    SELECT r.id, r.name, r.type, r.description,
           (SELECT COALESCE(jsonb_agg(jsonb_build_object('permission', p.permission,
             'environment', p.environment) ORDER BY p.permission, p.environment), '[]')
              FROM role_permission p WHERE p.role_id = r.id) AS grants
      FROM role r WHERE r.id = ANY ($1) ORDER BY r.id`,
);
