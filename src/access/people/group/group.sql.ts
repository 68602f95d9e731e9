import type { GroupPayload } from '../../../core/event/grant-events.js';
import { dynamicStatement, statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import { directionOf } from '../../../platform/http/validation/page-query.js';
import { GROUP_SCIM_ID } from '../directory/managed.js';
import { BRIEF_USER_JSON } from '../user/user.sql.js';
import type {
  GroupResponse,
  GroupSearchQuery,
  GroupSearchResponse,
  GroupsResponse,
} from './group.dto.js';

/** JSON of a group `g` without its members. */
export const BARE_GROUP_JSON = /* sql */ `
  jsonb_build_object('id', g.id, 'name', g.name, 'description', g.description,
    'mappingsSSO', g.mappings_sso, 'rootRole', g.root_role_id,
    'createdBy', g.created_by, 'createdAt', iso8601(g.created_at), 'scimId', ${GROUP_SCIM_ID})`;

const MEMBER_ORDER = 'm.place, m.joined_at, m.user_id';

/**
 * Members of a group `g` in the order in which they were last given, because tools that manage
 * groups as code compare lists.
 * @param most How many, if not all.
 */
const groupMembersJson = (most?: number): string => {
  const members = /* sql */ `SELECT * FROM group_member m WHERE m.group_id = g.id`;
  const shown = most === undefined ? members : `${members} ORDER BY ${MEMBER_ORDER} LIMIT ${most}`;
  return /* sql */ `(
  SELECT COALESCE(jsonb_agg(jsonb_build_object('joinedAt', iso8601(m.joined_at),
    'createdBy', m.created_by, 'user', ${BRIEF_USER_JSON}) ORDER BY ${MEMBER_ORDER}), '[]')
    FROM (${shown}) m JOIN app_user u ON u.id = m.user_id)`;
};

export const GROUP_MEMBERS_JSON = groupMembersJson();

/** JSON of a group `g` with members. */
const groupJson = (members: string): string => /* sql */ `(
  ${BARE_GROUP_JSON} || jsonb_build_object(
  'users', ${members},
  'projects', (SELECT COALESCE(jsonb_agg(DISTINCT p.project), '[]') FROM project_group_role p
    WHERE p.group_id = g.id),
  'userCount', (SELECT count(*) FROM group_member m WHERE m.group_id = g.id)))`;

/** JSON of a group `g`. */
const GROUP_JSON = groupJson(GROUP_MEMBERS_JSON);

/** Data of a group `g` for events. */
const GROUP_EVENT_JSON = /* sql */ `
  jsonb_build_object('id', g.id, 'name', g.name, 'description', g.description,
    'mappingsSSO', g.mappings_sso, 'rootRole', g.root_role_id,
    'users', (SELECT COALESCE(jsonb_agg(m.user_id ORDER BY m.user_id), '[]') FROM group_member m
      WHERE m.group_id = g.id))`;

export const LIST = statement<[], { json: Json<GroupsResponse> }>(
  'group.list',
  /* sql */ `
    SELECT jsonb_build_object('groups', COALESCE(jsonb_agg(${GROUP_JSON} ORDER BY g.name),
      '[]'))::text AS json FROM user_group g`,
);

export const READ = statement<[id: number], { json: Json<GroupResponse> }>(
  'group.read',
  /* sql */ `
    SELECT ${GROUP_JSON}::text AS json FROM user_group g WHERE g.id = $1`,
);

export const ADD = statement<
  [
    name: string,
    description: string | null,
    mappingsSSO: readonly string[],
    role: number | null,
    callerName: string,
  ],
  { id: number }
>(
  'group.add',
  /* sql */ `
    INSERT INTO user_group (name, description, mappings_sso, root_role_id, created_by)
      VALUES ($1, $2, $3, $4, $5) RETURNING id`,
);

export const CHANGE = statement<
  [
    id: number,
    name: string,
    text: string | null,
    mappings: readonly string[],
    rootRoleId: number | null,
  ]
>(
  'group.change',
  /* sql */ `
    UPDATE user_group SET name = $2, description = $3, mappings_sso = $4, root_role_id = $5
      WHERE id = $1`,
);

/** Existing members stay and take their new position. */
export const PUT_MEMBERS = statement<
  [groupId: number, users: readonly number[], actorName: string]
>(
  'group.put-members',
  /* sql */ `
    INSERT INTO group_member AS m (group_id, user_id, created_by, place)
    SELECT $1, listed.id, $3, listed.place
      FROM unnest($2::integer[]) WITH ORDINALITY listed(id, place)
    ON CONFLICT ON CONSTRAINT group_member_pkey DO UPDATE SET place = excluded.place
    WHERE m.place <> excluded.place`,
);

export const REMOVE_MEMBERS = statement<[id: number, removed: readonly number[]]>(
  'group.remove-members',
  'DELETE FROM group_member WHERE group_id = $1 AND user_id = ANY ($2)',
);

export const DELETE = statement<[id: number]>(
  'group.delete',
  'DELETE FROM user_group WHERE id = $1',
);

export const READ_GROUP = statement<[id: number], { group: GroupPayload }>(
  'group.read-group',
  /* sql */ `
    SELECT ${GROUP_EVENT_JSON} AS "group" FROM user_group g WHERE g.id = $1`,
);

const SORT_KEYS = { name: 'lower(g.name)', createdAt: 'g.created_at' } as const;
/** A group can have 10,000 members, and a page many groups. */
const SHOWN_MEMBERS = 5;

/** Finds a page of groups, and counts all that match. */
export const SEARCH = dynamicStatement<
  [search: GroupSearchQuery],
  { json: Json<GroupSearchResponse> }
>('group.search', (search) => {
  const { query = '', offset, limit, sortBy = 'name' } = search;
  const order = `page.sort_key ${directionOf(search)}, page.id`;
  return {
    // All groups are read once, for both the count and the page.
    text: /* sql */ `
      WITH found AS MATERIALIZED (
        SELECT g.id, ${SORT_KEYS[sortBy]} AS sort_key FROM user_group g
         WHERE $1::text = ''
            OR strpos(lower(concat_ws(chr(10), g.name, g.description)), lower($1)) > 0
      ), page AS (
        SELECT * FROM found AS page ORDER BY ${order} LIMIT $2::int OFFSET $3::int
      )
      SELECT jsonb_build_object('total', (SELECT count(*) FROM found), 'groups', COALESCE((
          SELECT jsonb_agg(${groupJson(groupMembersJson(SHOWN_MEMBERS))} ORDER BY ${order})
            FROM page JOIN user_group g ON g.id = page.id), '[]'))::text AS json`,
    values: [query, limit, offset],
  };
});

/**
 * Adds a user to the groups that map one of the given names; existing memberships stay as they are.
 * The members of groups of the directory are its own.
 */
export const JOIN = statement<
  [userId: number, names: readonly string[], actorName: string],
  { groupId: number }
>(
  'group.join',
  /* sql */ `
    INSERT INTO group_member (group_id, user_id, created_by, by_sso)
    SELECT g.id, $1, $3, true FROM user_group g
     WHERE g.mappings_sso && $2::text[] AND ${GROUP_SCIM_ID} IS NULL ORDER BY g.id
    ON CONFLICT ON CONSTRAINT group_member_pkey DO NOTHING RETURNING group_id AS "groupId"`,
);

/**
 * Removes a user from mapped groups that no longer apply, only where single sign-on added the
 * membership.
 */
export const LEAVE = statement<[userId: number, names: readonly string[]], { groupId: number }>(
  'group.leave',
  /* sql */ `
    DELETE FROM group_member m USING user_group g
     WHERE g.id = m.group_id AND m.user_id = $1 AND m.by_sso
       AND NOT g.mappings_sso && $2::text[] AND ${GROUP_SCIM_ID} IS NULL
     RETURNING m.group_id AS "groupId"`,
);
