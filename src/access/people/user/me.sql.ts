import { USER_JSON, ROOT_ROLE_IDS, allowsEverything } from './user.sql.js';
import { statement } from '../../../platform/database/statement.js';
import { ROLE_JSON } from '../../../core/auth/permissions/role.sql.js';
import type { Json } from '../../../platform/http/json.js';
import type { MeResponse, ProfileResponse } from './me.response.js';
import type { RolesResponse } from '../../../core/auth/permissions/role.response.js';

export const READ = statement<
  [userId: number, permissions: string, ofToken: string],
  { me: Json<MeResponse> }
>(
  'me.read',
  /* sql */ `
    SELECT jsonb_build_object('user', ${USER_JSON} || $3::jsonb, 'permissions', $2::jsonb,
      'feedback', '[]'::jsonb, 'splash', '{}'::jsonb)::text AS me
      FROM app_user u WHERE u.id = $1`,
);

export const PROFILE = statement<
  [userId: number, hiddenProjects: readonly string[]],
  { json: Json<ProfileResponse> }
>(
  'me.profile',
  /* sql */ `
    SELECT jsonb_build_object('rootRole', ${ROLE_JSON}, 'features', '[]'::jsonb,
      'subscriptions', '[]'::jsonb,
             'projects', (SELECT COALESCE(jsonb_agg(p.id ORDER BY p.id), '[]') FROM project p
                           WHERE p.archived_at IS NULL AND p.id <> ALL ($2::text[])))::text AS json
      FROM app_user u JOIN role r ON r.id = u.root_role_id WHERE u.id = $1`,
);

export const ROLES = statement<[userId: number, projectId: string], { json: Json<RolesResponse> }>(
  'me.roles',
  /* sql */ `
    WITH held AS (
      SELECT role, 'default' AS project /* as in the reference */
        FROM app_user u, LATERAL ${ROOT_ROLE_IDS} root(role), project p
       WHERE u.id = $1 AND p.id = $2 AND (p.mode = 'open' OR ${allowsEverything('role')})
      UNION SELECT h.role_id, h.project FROM project_user_role h
        WHERE h.project = $2 AND h.user_id = $1
      UNION SELECT h.role_id, h.project FROM project_group_role h
        JOIN group_member m ON m.group_id = h.group_id WHERE h.project = $2 AND m.user_id = $1
    )
    SELECT jsonb_build_object('version', 1, 'roles', (
             SELECT COALESCE(jsonb_agg(${ROLE_JSON}
               || jsonb_build_object('project', held.project)
                                       ORDER BY r.type LIKE 'root%' DESC, r.id), '[]') FROM held
                                         JOIN role r ON r.id = held.role))::text AS json
      FROM project p WHERE p.id = $2`,
);
