import { dynamicStatement, statement } from '../../../platform/database/statement.js';
import type { UserPayload } from '../../../core/event/account-events.js';
import { USER_EVENT_JSON } from '../user/user.sql.js';
import { conditionOf, type Filterable, GROUPS, USERS } from './scim-condition.js';
import type { Filter } from './scim-filter.js';
import type { GroupRow, UserRow } from './scim-resource.js';

/** A page of a list. */
interface Page {
  filter: Filter | undefined;
  offset: number;
  limit: number;
}

const TIMES = 'iso8601(d.created_at) AS created, iso8601(d.changed_at) AS "lastModified"';

const MEMBERSHIPS = /* sql */ `(
  SELECT COALESCE(jsonb_agg(jsonb_build_object('value', g.id::text, 'display', g.name)
           ORDER BY g.id), '[]')
    FROM directory_member m JOIN user_group g ON g.id = m.group_id
   WHERE m.user_id = d.user_id)`;

/** The columns of a row of users `d` with their account `u`. */
const userRow = (groups: string): string => /* sql */ `
  d.user_id AS id, d.resource, u.deleted_at IS NULL AS active, ${TIMES}, ${groups} AS groups`;

const MEMBERS = /* sql */ `(
  SELECT COALESCE(jsonb_agg(jsonb_build_object('value', m.user_id::text,
           'display', o.resource ->> 'userName') ORDER BY m.user_id), '[]')
    FROM directory_member m JOIN directory_user o ON o.user_id = m.user_id
   WHERE m.group_id = d.group_id)`;

/** The columns of a row of groups `d` with their group `g`. */
const groupRow = (members: string): string => /* sql */ `
  d.group_id AS id, d.external_id AS "externalId", g.name AS "displayName", ${TIMES},
  ${members} AS members`;

const FROM_USERS = 'directory_user d JOIN app_user u ON u.id = d.user_id';
const FROM_GROUPS = 'directory_group d JOIN user_group g ON g.id = d.group_id';

/** How many memberships a page has, up to those of its last resource. */
const MOST_MEMBERSHIPS = 10_000;

/**
 * A page of those that meet a filter, and how many do. It ends early when its resources have many
 * memberships.
 */
function pageOf(
  { filter, offset, limit }: Page,
  { from, key, row, of }: { from: string; key: string; row: string; of: Filterable },
  hasMemberships: boolean,
) {
  const values: unknown[] = [limit, offset];
  const [, column] = key.split('.');
  const size = hasMemberships
    ? `(SELECT count(*) FROM directory_member m WHERE m.${column} = f.id)`
    : '0';
  const condition = filter ? conditionOf(filter, of, values) : 'true';
  return {
    text: /* sql */ `
      WITH found AS MATERIALIZED (SELECT ${key} AS id FROM ${from} WHERE ${condition}),
           wanted AS (SELECT id FROM found ORDER BY id LIMIT $1::int OFFSET $2::int),
           sized AS (SELECT f.id, ${size} AS size FROM wanted f),
           page AS (SELECT id FROM (
             SELECT id, sum(size) OVER (ORDER BY id) - size AS before FROM sized
           ) s WHERE before < ${MOST_MEMBERSHIPS})
      SELECT (SELECT count(*) FROM found)::int AS total, COALESCE((
        SELECT jsonb_agg(to_jsonb(r) ORDER BY r.id)
          FROM (SELECT ${row} FROM page JOIN ${from} ON ${key} = page.id) r), '[]') AS rows`,
    values,
  };
}

export const LIST_USERS = dynamicStatement<
  [page: Page, hasGroups: boolean],
  { total: number; rows: UserRow[] }
>('directory.list-users', (page, hasGroups) => {
  const row = userRow(hasGroups ? MEMBERSHIPS : "'[]'::jsonb");
  return pageOf(page, { from: FROM_USERS, key: 'd.user_id', row, of: USERS }, hasGroups);
});

export const LIST_GROUPS = dynamicStatement<
  [page: Page, hasMembers: boolean],
  { total: number; rows: GroupRow[] }
>('directory.list-groups', (page, hasMembers) => {
  const row = groupRow(hasMembers ? MEMBERS : "'[]'::jsonb");
  return pageOf(page, { from: FROM_GROUPS, key: 'd.group_id', row, of: GROUPS }, hasMembers);
});

export const READ_USER_ROW = statement<[id: number], UserRow>(
  'directory.read-user-row',
  `SELECT ${userRow(MEMBERSHIPS)} FROM ${FROM_USERS} WHERE d.user_id = $1`,
);

export const READ_GROUP_ROW = statement<[id: number], GroupRow>(
  'directory.read-group-row',
  `SELECT ${groupRow(MEMBERS)} FROM ${FROM_GROUPS} WHERE d.group_id = $1`,
);

/** What is changed of a user. The payload is also that of one who is not active. */
export const READ_CHANGING_USER = statement<
  [id: number],
  { resource: UserRow['resource']; active: boolean; payload: UserPayload }
>(
  'directory.read-changing-user',
  /* sql */ `
    SELECT d.resource, u.deleted_at IS NULL AS active, ${USER_EVENT_JSON} AS payload
      FROM ${FROM_USERS} WHERE d.user_id = $1`,
);

/** The accounts that have one of these names, by user name or address. */
export const ACCOUNTS_WITH_NAMES = statement<
  [hashes: readonly Buffer[]],
  { id: number; kind: string; isOfDirectory: boolean }
>(
  'directory.accounts-with-names',
  /* sql */ `
    SELECT DISTINCT u.id, u.kind,
           EXISTS (SELECT FROM directory_user d WHERE d.user_id = u.id) AS "isOfDirectory"
      FROM sign_in_name n JOIN app_user u ON u.id = n.user_id
     WHERE n.name_hash = ANY ($1::bytea[]) AND (u.deleted_at IS NULL
       OR EXISTS (SELECT FROM directory_user d WHERE d.user_id = u.id))
     ORDER BY u.id`,
);

export const ADD_USER = statement<[id: number, resource: string]>(
  'directory.add-user',
  'INSERT INTO directory_user (user_id, resource) VALUES ($1, $2)',
);

export const CHANGE_USER = statement<[id: number, resource: string]>(
  'directory.change-user',
  'UPDATE directory_user SET resource = $2, changed_at = now() WHERE user_id = $1',
);

export const DELETE_USER = statement<[id: number]>(
  'directory.delete-user',
  'DELETE FROM directory_user WHERE user_id = $1',
);

/** Keeps the role of a user who is about to be deactivated. */
export const KEEP_ROLE = statement<[id: number]>(
  'directory.keep-role',
  /* sql */ `
    UPDATE directory_user d SET former_role_id = u.root_role_id FROM app_user u
     WHERE d.user_id = $1 AND u.id = $1`,
);

/** Gives a deactivated user their account back, with the role they had if there still is one. */
export const REACTIVATE = statement<[id: number, presetRoleId: number]>(
  'directory.reactivate',
  /* sql */ `
    UPDATE app_user u
       SET deleted_at = NULL, login_attempts = 0, root_role_id = COALESCE(d.former_role_id, $2)
      FROM directory_user d WHERE u.id = $1 AND d.user_id = $1`,
);

export const REJOIN = statement<[userId: number, actorName: string], { groupId: number }>(
  'directory.rejoin',
  /* sql */ `
    INSERT INTO group_member (group_id, user_id, created_by)
    SELECT m.group_id, m.user_id, $2 FROM directory_member m WHERE m.user_id = $1
     ORDER BY m.group_id
    ON CONFLICT ON CONSTRAINT group_member_pkey DO NOTHING RETURNING group_id AS "groupId"`,
);

/** Which of these ids are users of the directory. */
export const KNOWN_USERS = statement<[ids: readonly number[]], { id: number }>(
  'directory.known-users',
  'SELECT user_id AS id FROM directory_user WHERE user_id = ANY ($1::int[])',
);

/** What is changed of a group. */
export const READ_CHANGING_GROUP = statement<
  [id: number],
  { name: string; externalId: string | null }
>(
  'directory.read-changing-group',
  `SELECT g.name, d.external_id AS "externalId" FROM ${FROM_GROUPS} WHERE d.group_id = $1`,
);

export const GROUP_WITH_NAME = statement<[name: string], { id: number }>(
  'directory.group-with-name',
  'SELECT id FROM user_group WHERE name = $1',
);

export const ADD_GROUP = statement<[id: number, externalId: string | null]>(
  'directory.add-group',
  'INSERT INTO directory_group (group_id, external_id) VALUES ($1, $2)',
);

export const CHANGE_GROUP = statement<[id: number, externalId: string | null]>(
  'directory.change-group',
  'UPDATE directory_group SET external_id = $2, changed_at = now() WHERE group_id = $1',
);

export const RENAME_GROUP = statement<[id: number, name: string]>(
  'directory.rename-group',
  'UPDATE user_group SET name = $2 WHERE id = $1',
);

export const COUNT_MEMBERS = statement<[groupId: number], { count: number }>(
  'directory.count-members',
  'SELECT count(*)::int AS count FROM directory_member WHERE group_id = $1',
);

/** Adds members. Those who are not active join once they are. Returns who joined. */
export const ADD_MEMBERS = statement<
  [groupId: number, userIds: readonly number[], actorName: string],
  { userId: number }
>(
  'directory.add-members',
  /* sql */ `
    WITH listed AS (
      INSERT INTO directory_member (group_id, user_id) SELECT $1, unnest($2::int[])
      ON CONFLICT ON CONSTRAINT directory_member_pkey DO NOTHING
    )
    INSERT INTO group_member (group_id, user_id, created_by)
    SELECT $1, u.id, $3 FROM app_user u WHERE u.id = ANY ($2::int[]) AND u.deleted_at IS NULL
     ORDER BY u.id
    ON CONFLICT ON CONSTRAINT group_member_pkey DO NOTHING RETURNING user_id AS "userId"`,
);

/** Removes members. Returns who left. */
export const REMOVE_MEMBERS = statement<
  [groupId: number, userIds: readonly number[]],
  { userId: number }
>(
  'directory.remove-members',
  /* sql */ `
    WITH listed AS (
      DELETE FROM directory_member WHERE group_id = $1 AND user_id = ANY ($2::int[])
    )
    DELETE FROM group_member WHERE group_id = $1 AND user_id = ANY ($2::int[])
    RETURNING user_id AS "userId"`,
);

/** Removes every member who is not listed, also those added by hand. */
export const REMOVE_OTHER_MEMBERS = statement<
  [groupId: number, kept: readonly number[]],
  { userId: number }
>(
  'directory.remove-other-members',
  /* sql */ `
    WITH listed AS (
      DELETE FROM directory_member WHERE group_id = $1 AND user_id <> ALL ($2::int[])
    )
    DELETE FROM group_member WHERE group_id = $1 AND user_id <> ALL ($2::int[])
    RETURNING user_id AS "userId"`,
);
