import { dynamicStatement } from '../../../platform/database/statement.js';
import { usesOf } from '../../feature-count/feature-count.sql.js';
import type { Json } from '../../../platform/http/json.js';
import { directionOf } from '../../../platform/http/validation/page-query.js';
import { isSeen, LISTED_SEGMENT_JSON } from '../segment.sql.js';
import type { SegmentSearchQuery } from './segment-search.dto.js';
import type { SegmentSearchResponse } from './segment-search.response.js';

const SORT_KEYS = { name: 's.name', createdAt: 's.created_at' } as const;

/** Finds a page of segments, and counts all that match. */
export const SEARCH = dynamicStatement<
  [search: SegmentSearchQuery, hiddenProjects: readonly string[]],
  { json: Json<SegmentSearchResponse> }
>('segment-search.search', (search, hiddenProjects) => {
  const { query = '', offset, limit, sortBy = 'name' } = search;
  const order = `page.sort_key ${directionOf(search)}, page.id`;
  return {
    // All segments are read once, for both the count and the page.
    text: /* sql */ `
      WITH found AS MATERIALIZED (
        SELECT s.id, ${SORT_KEYS[sortBy]} AS sort_key FROM segment s
         WHERE ${isSeen('$4')} AND ($1::text = '' OR
           strpos(lower(concat_ws(chr(10), s.name, s.description, s.project)), lower($1)) > 0)
      ), page AS (
        SELECT * FROM found AS page ORDER BY ${order} LIMIT $2::int OFFSET $3::int
      ), used AS (${usesOf('segment', '$4::text[]')})
      SELECT jsonb_build_object('total', (SELECT count(*) FROM found), 'segments', COALESCE((
          SELECT jsonb_agg(${LISTED_SEGMENT_JSON} ORDER BY ${order})
            FROM page JOIN segment s ON s.id = page.id
            LEFT JOIN used u ON u.key = s.id::text), '[]'))::text AS json`,
    values: [query, limit, offset, hiddenProjects],
  };
});
