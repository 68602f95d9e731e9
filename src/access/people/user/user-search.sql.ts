import { dynamicStatement, statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import { directionOf } from '../../../platform/http/validation/page-query.js';
import {
  BRIEF_GROUP_JSON,
  BRIEF_USER_JSON,
  IS_ACCOUNT,
  IS_PERSON,
  namesContain,
  USER_AND_ROLE_JSON,
} from './user.sql.js';
import type { UsersAndGroupsResponse } from './user.response.js';
import type { UserSearchQuery } from './user-search.dto.js';
import type { UserSearchResponse } from './user-search.response.js';

const BY_NAME = 'lower(u.display_name)';

const SORT_KEYS = { name: BY_NAME, createdAt: 'u.created_at', seenAt: 'u.seen_at' } as const;

/** Finds a page of users, and counts all that match. */
export const SEARCH = dynamicStatement<
  [search: UserSearchQuery],
  { json: Json<UserSearchResponse> }
>('user-search.search', ({ query = '', offset, limit, sortBy = 'createdAt', sortOrder }) => {
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
  'user-search.search-accounts',
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
