import { statement } from '../../../platform/database/statement.js';
import { DELETED_PRIVATE_PROJECTS } from './hidden.sql.js';

/** The projects that can be reached from some IP addresses only, as JSON. */
export const LIMITED_PROJECTS_JSON = /* sql */ `(
  SELECT COALESCE(jsonb_agg(jsonb_build_object('id', limited.id, 'addresses',
    limited.allowed_addresses) ORDER BY limited.id), '[]')
    FROM project limited WHERE limited.allowed_addresses IS NOT NULL)`;

/**
 * Whether a request `r` for access gives its role now. The clock decides, not a job and not when
 * the transaction began; nothing outlives the account of whoever approved it.
 */
export const IS_HELD = /* sql */ `(
  r.state = 'approved' AND r.expires_at > clock_timestamp() AND EXISTS (
    SELECT FROM app_user approver
     WHERE approver.id = r.decided_by AND approver.deleted_at IS NULL))`;

/**
 * JSON with everything that determines the permissions of a user `u`, for `Access`: the user's
 * roles, and the projects that are not open. Administrators do not need it, but are too few to
 * treat specially.
 */
export const ACCESS_JSON = /* sql */ `(
  WITH groups AS (
    SELECT g.id, g.root_role_id FROM group_member m JOIN user_group g ON g.id = m.group_id
      WHERE m.user_id = u.id
  ), root AS (
    SELECT u.root_role_id AS role WHERE u.root_role_id IS NOT NULL UNION SELECT root_role_id
      FROM groups WHERE root_role_id IS NOT NULL
  ), held AS (
    SELECT p.project, p.role_id AS role, NULL::text AS environment, NULL::timestamptz AS until
      FROM project_user_role p WHERE p.user_id = u.id
    UNION SELECT p.project, p.role_id, NULL, NULL
      FROM project_group_role p JOIN groups g ON g.id = p.group_id
    UNION SELECT r.project, r.role_id, r.environment, r.expires_at
      FROM access_request r WHERE r.user_id = u.id AND ${IS_HELD}
  )
  SELECT jsonb_build_object(
    'rootRoles', (SELECT COALESCE(jsonb_agg(role), '[]') FROM root),
    'projectRoles', (SELECT COALESCE(jsonb_agg(jsonb_build_object('project', project, 'role', role)
      || CASE WHEN until IS NULL THEN '{}'
           ELSE jsonb_build_object('environment', environment, 'until', iso8601(until)) END
      ORDER BY project, role, until, environment), '[]') FROM held),
    'grants', (SELECT COALESCE(jsonb_agg(jsonb_build_object('role', rp.role_id,
    'permission', rp.permission, 'environment', rp.environment)
                                         ORDER BY rp.role_id, rp.permission, rp.environment), '[]')
                 FROM role_permission rp WHERE rp.role_id = ANY (
                   ARRAY(SELECT role FROM root) || ARRAY(SELECT role FROM held))),
    'limitedProjects', ${LIMITED_PROJECTS_JSON},
    'closedProjects', (SELECT COALESCE(jsonb_agg(jsonb_build_object('id', closed.id,
    'isPrivate', closed.is_private)), '[]')
                         FROM (SELECT p.id, p.mode = 'private' AS is_private FROM project p
                           WHERE p.mode <> 'open'
                               UNION ALL ${DELETED_PRIVATE_PROJECTS}) closed)))`;

export const PROJECT_OF = statement<[name: string], { project: string }>(
  'access.project-of',
  'SELECT f.project FROM feature f WHERE f.name = $1',
);

/** Scope of a personal token `p`; null without a scope. */
export const SCOPE_JSON = /* sql */ `
  CASE WHEN p.read_only OR p.propose_only OR p.projects IS NOT NULL OR p.environments IS NOT NULL
       THEN jsonb_build_object('readOnly', p.read_only, 'projects', p.projects,
         'environments', p.environments)
         || CASE WHEN p.propose_only THEN '{"proposeOnly": true}' ELSE '{}'::jsonb END END`;

/**
 * As {@link SCOPE_JSON}, for evaluation: `outside` lists all other projects, including deleted
 * ones.
 */
export const TOKEN_SCOPE_JSON = /* sql */ `(
  ${SCOPE_JSON} || jsonb_build_object('outside', CASE WHEN p.projects IS NULL THEN '[]' ELSE (
    SELECT COALESCE(jsonb_agg(other.id), '[]')
      FROM (SELECT project.id FROM project UNION SELECT d.id FROM deleted_project d) other
     WHERE other.id <> ALL (p.projects)) END))`;
