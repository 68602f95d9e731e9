import { dynamicStatement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import { directionOf } from '../../../platform/http/validation/page-query.js';
import { groupJson, groupMembersJson } from './group.sql.js';
import type { GroupSearchQuery } from './group-search.dto.js';
import type { GroupSearchResponse } from './group-search.response.js';

const SORT_KEYS = { name: 'lower(g.name)', createdAt: 'g.created_at' } as const;
/** A group can have 10,000 members, and a page many groups. */
const SHOWN_MEMBERS = 5;

/** Finds a page of groups, and counts all that match. */
export const SEARCH = dynamicStatement<
  [search: GroupSearchQuery],
  { json: Json<GroupSearchResponse> }
>('group-search.search', (search) => {
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
