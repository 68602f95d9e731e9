import { ADMIN_ROLE } from '../../../core/auth/permissions/role-permissions.js';
import type { RolesResponse } from '../../../core/auth/permissions/role.response.js';
import { ROLE_JSON } from '../../../core/auth/permissions/role.sql.js';
import { dynamicStatement, statement } from '../../../platform/database/statement.js';
import type { ListRow } from '../../../platform/http/json-list.js';
import type { Json } from '../../../platform/http/json.js';
import { directionOf } from '../../../platform/http/validation/page-query.js';
import { IS_MANAGED_USER, USER_SCIM_ID } from '../directory/managed.js';
import type { PasswordOwner } from './password-rules.js';
import type { UserSearchQuery } from './user.dto.js';
import type {
  AdminCountResponse,
  FoundUserResponse,
  InactiveUsersResponse,
  MeResponse,
  ProfileResponse,
  UserAndRoleResponse,
  UsersAndGroupsResponse,
  UserSearchResponse,
} from './user.response.js';

/** Account type of a user `u`; null for the service itself. */
const ACCOUNT_TYPE =
  "CASE u.kind WHEN 'user' THEN 'User' WHEN 'service-account' THEN 'Service Account' END";

/**
 * JSON of a user `u`. Names and addresses that are not set are omitted; times of events that have
 * not happened are null.
 */
export const USER_JSON = /* sql */ `(
  jsonb_build_object('id', u.id, 'isAPI', u.kind = 'system', 'imageUrl', u.image_url,
    'seenAt', iso8601(u.seen_at), 'loginAttempts', u.login_attempts,
    'createdAt', iso8601(u.created_at), 'scimId', ${USER_SCIM_ID})
  || jsonb_strip_nulls(jsonb_build_object('name', u.name, 'username', u.username, 'email', u.email,
    'accountType', ${ACCOUNT_TYPE})))`;

/** JSON of a user `u` for other users, who need it to recognise colleagues. */
export const BRIEF_USER_JSON = /* sql */ `
  jsonb_strip_nulls(jsonb_build_object('id', u.id, 'name', u.name, 'username', u.username,
    'email', u.email, 'imageUrl', u.image_url, 'accountType', ${ACCOUNT_TYPE}))`;

/** JSON of a group `g` in short. */
const BRIEF_GROUP_JSON = /* sql */ `
  jsonb_build_object('id', g.id, 'name', g.name, 'description', g.description,
    'createdBy', g.created_by, 'createdAt', iso8601(g.created_at),
    'userCount', (SELECT count(*) FROM group_member m WHERE m.group_id = g.id))`;

/** Condition: a name or address of the user `u` contains a text, ignoring letter case. */
const namesContain = (part: string): string => /* sql */ `
  strpos(lower(concat_ws(chr(10), u.name, u.username, u.email)), lower(${part})) > 0`;

/** JSON of a user `u` with the root role, if any. */
export const USER_AND_ROLE_JSON = /* sql */ `
  (${USER_JSON} || jsonb_strip_nulls(jsonb_build_object('rootRole', u.root_role_id)))`;

/** Data of a user `u` for events. */
export const USER_EVENT_JSON = /* sql */ `jsonb_strip_nulls(
  jsonb_build_object('id', u.id, 'name', u.name, 'username', u.username, 'email', u.email,
    'rootRole', u.root_role_id))`;

/** Condition: an existing user, not a service account or the service itself. */
export const IS_PERSON = "u.kind = 'user' AND u.deleted_at IS NULL";

/** Condition: an existing user or service account. */
export const IS_ACCOUNT = "u.kind <> 'system' AND u.deleted_at IS NULL";

/** Ids of the root roles of a user `u`, including those of groups. */
const ROOT_ROLE_IDS = /* sql */ `(
  SELECT u.root_role_id WHERE u.root_role_id IS NOT NULL
  UNION SELECT g.root_role_id FROM group_member m JOIN user_group g ON g.id = m.group_id
    WHERE m.user_id = u.id AND g.root_role_id IS NOT NULL)`;

/** Condition: the role is Admin or another role with every permission. */
const allowsEverything = (role: string): string => /* sql */ `
    (${role} = ${ADMIN_ROLE} OR EXISTS (SELECT FROM role_permission rp
      WHERE rp.role_id = ${role} AND rp.permission = 'ADMIN'))`;

/** Condition: the user `u` has every permission. */
export const IS_ADMINISTRATOR = /* sql */ `
  EXISTS (SELECT FROM ${ROOT_ROLE_IDS} held(role) WHERE ${allowsEverything('held.role')})`;

/**
 * Condition: the user `u` has every permission, or may change sign-in settings and could thereby
 * become anybody. Includes root roles of groups.
 */
export const IS_POWERFUL = /* sql */ `EXISTS (
  SELECT FROM ${ROOT_ROLE_IDS} held(role)
   WHERE held.role = ${ADMIN_ROLE}
      OR EXISTS (SELECT FROM role_permission rp
        WHERE rp.role_id = held.role AND rp.permission IN ('ADMIN', 'UPDATE_AUTH_CONFIGURATION')))`;

/**
 * Condition: not seen, or since creation not used, for half a year, and not of the directory, which
 * decides itself who stays.
 */
const IS_INACTIVE = `COALESCE(u.seen_at, u.created_at) < now() - interval '4320 hours'
  AND NOT ${IS_MANAGED_USER}`;

export const READ = statement<[id: number], { json: Json<UserAndRoleResponse> }>(
  'user.read',
  /* sql */ `
    SELECT ${USER_AND_ROLE_JSON}::text AS json FROM app_user u WHERE u.id = $1 AND ${IS_PERSON}`,
);

/** A row with the JSON of each user `u` who meets a condition, and a head in the first row. */
const listedUsers = (head: string, json: string, condition: string): string => /* sql */ `
  SELECT CASE WHEN listed.n IS NULL OR listed.n = 1 THEN (${head})::text END AS head, listed.item
    FROM (VALUES (1)) AS one
    LEFT JOIN (SELECT row_number() OVER (ORDER BY u.id) AS n, (${json})::text AS item
                 FROM app_user u WHERE ${condition}) listed ON true
   ORDER BY listed.n`;

export const LIST = statement<[], ListRow>(
  'user.list',
  listedUsers(
    /* sql */ `
      SELECT jsonb_build_object('rootRoles', jsonb_agg(${ROLE_JSON} ORDER BY r.id)) FROM role r
       WHERE r.type IN ('root', 'root-custom')`,
    `${USER_AND_ROLE_JSON} || jsonb_build_object('inviteLink', '')`,
    IS_PERSON,
  ),
);

export const SEARCH = statement<[part: string], { json: Json<FoundUserResponse[]> }>(
  'user.search',
  /* sql */ `
    SELECT COALESCE(jsonb_agg(${BRIEF_USER_JSON} || jsonb_build_object('isAPI', false,
             'seenAt', iso8601(u.seen_at), 'scimId', ${USER_SCIM_ID}) ORDER BY u.id),
             '[]')::text AS json
      FROM app_user u WHERE ${IS_PERSON} AND length($1) >= 2 AND ${namesContain('$1')}`,
);

export const ACCESS = statement<[], ListRow>(
  'user.access',
  listedUsers(
    /* sql */ `
      SELECT jsonb_build_object('groups',
          COALESCE(jsonb_agg(${BRIEF_GROUP_JSON} ORDER BY g.name), '[]')) FROM user_group g`,
    BRIEF_USER_JSON,
    IS_ACCOUNT,
  ),
);

export const ADMIN_COUNT = statement<[], { json: Json<AdminCountResponse> }>(
  'user.admin-count',
  /* sql */ `
    WITH powerful AS (SELECT r.id FROM role r WHERE ${allowsEverything('r.id')})
    SELECT jsonb_build_object(
      'password',   count(*) FILTER (WHERE u.kind = 'user' AND u.password_hash IS NOT NULL),
      'noPassword', count(*) FILTER (WHERE u.kind = 'user' AND u.password_hash IS NULL),
      'service',    count(*) FILTER (WHERE u.kind = 'service-account'))::text AS json
      FROM app_user u WHERE ${IS_ACCOUNT} AND (
        u.root_role_id IN (SELECT id FROM powerful) OR u.id IN (
          SELECT m.user_id FROM group_member m JOIN user_group g ON g.id = m.group_id
           WHERE g.root_role_id IN (SELECT id FROM powerful)))`,
);

export const INACTIVE = statement<[], { json: Json<InactiveUsersResponse> }>(
  'user.inactive',
  /* sql */ `
    SELECT jsonb_build_object('version', 1, 'inactiveUsers', COALESCE(jsonb_agg(
        jsonb_strip_nulls(jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email,
          'username', u.username))
        || jsonb_build_object('seenAt', iso8601(u.seen_at), 'createdAt', iso8601(u.created_at),
          'patSeenAt', iso8601(p.seen_at))
        ORDER BY COALESCE(u.seen_at, u.created_at), u.id), '[]'))::text AS json
      FROM app_user u LEFT JOIN LATERAL (SELECT max(t.seen_at) AS seen_at FROM personal_token t
        WHERE t.user_id = u.id) p ON true
     WHERE ${IS_PERSON} AND ${IS_INACTIVE}`,
);

export const PASSWORD_OF = statement<[id: number], PasswordOwner & { hash: string | null }>(
  'user.password-of',
  /* sql */ `
    SELECT u.password_hash AS hash, u.name, u.username, u.email FROM app_user u
      WHERE u.id = $1 AND ${IS_PERSON}`,
);

/** Finds a user by user name, id or e-mail address. */
export const LOCK_BY_ANY_NAME = statement<
  [nameOrId: string, id: string | null],
  { id: number; name: string | null; email: string | null }
>(
  'user.lock-by-any-name',
  /* sql */ `
    SELECT u.id, u.name, u.email FROM app_user u
      WHERE (lower(u.email) = $2 OR u.username = $1 OR u.id::text = $1) AND ${IS_PERSON}
     ORDER BY lower(u.email) = $2 DESC NULLS LAST, u.username = $1 DESC NULLS LAST LIMIT 1
       FOR NO KEY UPDATE /* locks users */`,
);

export const READ_USER_AND_ROLE = statement<[id: number], { user: UserAndRoleResponse }>(
  'user.read-user-and-role',
  /* sql */ `
    SELECT ${USER_AND_ROLE_JSON} AS "user" FROM app_user u WHERE u.id = $1`,
);

export const LOCK_INACTIVE = statement<[within: readonly number[]], { id: number }>(
  'user.lock-inactive',
  /* sql */ `
    SELECT u.id FROM app_user u WHERE u.id = ANY($1) AND ${IS_PERSON} AND ${IS_INACTIVE}
      ORDER BY u.id FOR NO KEY UPDATE /* locks users */`,
);

export const LOCK_UNCHANGED_PASSWORD = statement<
  [userId: number, hash: string],
  { id: number; name: string | null; email: string | null }
>(
  'user.lock-unchanged-password',
  /* sql */ `
    SELECT id, name, email FROM app_user WHERE id = $1 AND password_hash = $2 AND deleted_at IS NULL
      FOR NO KEY UPDATE /* locks users */`,
);

const BY_NAME = 'lower(u.display_name)';

const SORT_KEYS = { name: BY_NAME, createdAt: 'u.created_at', seenAt: 'u.seen_at' } as const;

/** Finds a page of users, and counts all that match. */
export const SEARCH_USERS = dynamicStatement<
  [search: UserSearchQuery],
  { json: Json<UserSearchResponse> }
>('user.search-users', ({ query = '', offset, limit, sortBy = 'createdAt', sortOrder }) => {
  const order = `sort_key ${directionOf({ sortOrder })} NULLS LAST, id`;
  return {
    // All users are read once, for both the count and the page.
    text: /* sql */ `
        WITH found AS MATERIALIZED (
          SELECT u.id, ${SORT_KEYS[sortBy]} AS sort_key FROM app_user u
           WHERE ${IS_PERSON} AND ($1::text = '' OR ${namesContain('$1')})
        ), page AS (
          SELECT * FROM found ORDER BY ${order} LIMIT $2::int OFFSET $3::int
        )
        SELECT jsonb_build_object('total', (SELECT count(*) FROM found), 'users', COALESCE(
            jsonb_agg(${USER_AND_ROLE_JSON} ORDER BY ${order}),
            '[]'))::text AS json
          FROM page JOIN app_user u USING (id)`,
    values: [query, limit, offset],
  };
});

/** Finds users, service accounts and groups by a part of their names, some of each. */
export const SEARCH_ACCOUNTS = statement<
  [part: string, limit: number],
  { json: Json<UsersAndGroupsResponse> }
>(
  'user.search-accounts',
  /* sql */ `
    SELECT jsonb_build_object(
      'users', (SELECT COALESCE(jsonb_agg(${BRIEF_USER_JSON} ORDER BY ${BY_NAME}, u.id), '[]')
        FROM (SELECT * FROM app_user u
               WHERE ${IS_ACCOUNT} AND ($1 = '' OR ${namesContain('$1')})
               ORDER BY ${BY_NAME}, u.id LIMIT $2) u),
      'groups', (SELECT COALESCE(jsonb_agg(${BRIEF_GROUP_JSON} ORDER BY g.name), '[]')
        FROM (SELECT * FROM user_group g
               WHERE strpos(lower(g.name), lower($1)) > 0 ORDER BY g.name LIMIT $2) g)
    )::text AS json`,
);

export const READ_ME = statement<
  [userId: number, permissions: string, ofToken: string, sessionId: string | null],
  { me: Json<MeResponse> }
>(
  'user.read-me',
  /* sql */ `
    SELECT (jsonb_build_object('user', ${USER_JSON} || $3::jsonb || CASE WHEN s.id IS NULL THEN '{}'
          ELSE jsonb_build_object('seenAt', iso8601(s.seen_before)) END, 'permissions', $2::jsonb,
      'feedback', '[]'::jsonb, 'splash', '{}'::jsonb)
      || CASE WHEN c.columns IS NULL THEN '{}'
           ELSE jsonb_build_object('featureColumns', c.columns) END
      || CASE WHEN u.language IS NULL THEN '{}'
           ELSE jsonb_build_object('language', u.language) END)::text AS me
      FROM app_user u LEFT JOIN feature_columns c ON c.user_id = u.id
      LEFT JOIN session s ON s.id = $4 WHERE u.id = $1`,
);

export const PROFILE = statement<
  [userId: number, hiddenProjects: readonly string[]],
  { json: Json<ProfileResponse> }
>(
  'user.profile',
  /* sql */ `
    SELECT jsonb_build_object('rootRole', ${ROLE_JSON}, 'features', '[]'::jsonb,
      'subscriptions', '[]'::jsonb, 'canChangePassword', u.password_hash IS NOT NULL,
             'groups', (SELECT COALESCE(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name,
                'description', g.description) ORDER BY g.name), '[]')
               FROM group_member m JOIN user_group g ON g.id = m.group_id WHERE m.user_id = u.id),
             'projects', (SELECT COALESCE(jsonb_agg(p.id ORDER BY p.id), '[]') FROM project p
                           WHERE p.archived_at IS NULL AND p.id <> ALL ($2::text[])))::text AS json
      FROM app_user u JOIN role r ON r.id = u.root_role_id WHERE u.id = $1`,
);

export const ROLES = statement<[userId: number, projectId: string], { json: Json<RolesResponse> }>(
  'user.roles',
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
