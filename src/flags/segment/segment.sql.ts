import type { Reason } from '../../core/auth/permissions/hidden.js';
import type { SegmentPayload } from '../../core/event/instance-events.js';
import { dynamicStatement, statement } from '../../platform/database/statement.js';
import type { ListRow } from '../../platform/http/json-list.js';
import type { Json } from '../../platform/http/json.js';
import { directionOf } from '../../platform/http/validation/page-query.js';
import { usesOf } from '../feature-count/feature-count.sql.js';
import { STRATEGY_USE_JSON, STRATEGY_USE_ORDER } from '../feature/strategy/strategy-use.js';
import { AS_USER, planUsers } from '../feature/strategy/strategy.sql.js';
import type {
  SegmentResponse,
  SegmentSearchQuery,
  SegmentSearchResponse,
  SegmentsResponse,
} from './segment.dto.js';

/** JSON of a segment `s`, as in responses and events. */
export const SEGMENT_JSON = /* sql */ `
  jsonb_build_object('id', s.id, 'name', s.name, 'description', s.description,
    'constraints', s.constraints,
    'createdBy', s.created_by, 'createdAt', iso8601(s.created_at))
    || CASE WHEN s.project IS NULL THEN '{}' ELSE jsonb_build_object('project', s.project) END`;

/** JSON of a segment `s` in lists, with its uses `u`. */
const LISTED_SEGMENT_JSON = /* sql */ `
  ${SEGMENT_JSON} || jsonb_build_object('usedInProjects', COALESCE(u.projects, 0),
    'usedInFeatures', COALESCE(u.features, 0))`;

/** Whether the segment `s` belongs to none of the hidden projects. */
export const isSeen = (hidden: string): string =>
  `COALESCE(s.project <> ALL (${hidden}::text[]), true)`;

/** Segments without those of hidden projects, whose features do not count as usage. */
export const LIST = statement<
  [hiddenProjects: readonly string[]],
  { list: Json<SegmentsResponse> }
>(
  'segment.list',
  /* sql */ `
    WITH used AS (${usesOf('segment', '$1::text[]')})
    SELECT json_build_object('segments', COALESCE(json_agg(${LISTED_SEGMENT_JSON}
      ORDER BY s.name), '[]'))::text AS list
      FROM segment s LEFT JOIN used u ON u.key = s.id::text WHERE ${isSeen('$1')}`,
);

/** One segment, unless it belongs to a hidden project. */
export const READ = statement<
  [id: number, hiddenProjects: readonly string[]],
  { segment: Json<SegmentResponse> }
>(
  'segment.read',
  /* sql */ `
    SELECT (${SEGMENT_JSON})::text AS segment FROM segment s WHERE s.id = $1 AND ${isSeen('$2')}`,
);

/** The segments of a strategy, unless it belongs to a hidden project. */
export const LIST_OF_STRATEGY = statement<
  [strategyId: string | null, hiddenProjects: readonly string[]],
  { list: Json<SegmentsResponse> }
>(
  'segment.list-of-strategy',
  /* sql */ `
    SELECT json_build_object('segments', COALESCE(json_agg(${SEGMENT_JSON} ORDER BY s.name),
      '[]'))::text AS list
      FROM feature_strategy_segment ss JOIN segment s ON s.id = ss.segment_id
      JOIN feature_strategy fs ON fs.id = ss.strategy_id
      JOIN feature f ON f.name = fs.feature_name AND f.project <> ALL ($2::text[])
     WHERE ss.strategy_id = $1`,
);

/** The strategies that use a segment, without those of hidden projects. */
export const LIST_STRATEGIES = statement<[id: number, hiddenProjects: readonly string[]], ListRow>(
  'segment.list-strategies',
  /* sql */ `
    SELECT NULL AS head, ${STRATEGY_USE_JSON}::text AS item
      FROM feature_strategy_segment ss
      JOIN feature f ON f.name = ss.feature_name AND f.archived_at IS NULL
        AND f.project <> ALL ($2::text[])
      JOIN feature_strategy fs ON fs.id = ss.strategy_id
     WHERE ss.segment_id = $1
     ORDER BY ${STRATEGY_USE_ORDER}`,
);

export const TAKEN = statement<[name: string]>(
  'segment.taken',
  'SELECT FROM segment WHERE name = $1',
);

/** Locks the features that use a segment. */
export const LOCK_FEATURES = statement<[id: number]>(
  'segment.lock-features',
  /* sql */ `
    SELECT FROM feature f
     WHERE f.name IN (
       SELECT ss.feature_name FROM feature_strategy_segment ss WHERE ss.segment_id = $1)
     ORDER BY f.name COLLATE "C" FOR SHARE OF f /* locks features */`,
);

/** Features, also archived ones, default strategies and release plans that use a segment. */
const USED_BY = /* sql */ `
    SELECT ${AS_USER} AS name, f.project FROM feature f
     WHERE f.name IN (
       SELECT ss.feature_name FROM feature_strategy_segment ss WHERE ss.segment_id = $1)
    UNION ALL
    SELECT format('the default strategy of the project "%s" in "%s"', pe.project, pe.environment),
      pe.project FROM project_environment pe
     WHERE pe.default_strategy -> 'segments' @> to_jsonb($1::int)
    UNION ALL
    ${planUsers(`jsonb_build_object('segments', jsonb_build_array($1::int))`)}`;

/** Descriptions of everything that uses a segment. */
export const USERS = statement<[id: number], Reason>('segment.users', `${USED_BY} ORDER BY 1`);

/** Projects that are not open, or hidden from somebody, and in which something uses a segment. */
export const CLOSED_USERS = statement<
  [id: number, hiddenProjects: readonly string[]],
  { id: string }
>(
  'segment.closed-users',
  /* sql */ `
    WITH used AS (${USED_BY})
    SELECT p.id FROM project p
     WHERE (p.mode <> 'open' OR p.id = ANY ($2)) AND p.id IN (SELECT u.project FROM used u)
     ORDER BY p.id`,
);

export const READ_IN_EVENT = statement<[id: number], { segment: SegmentResponse }>(
  'segment.read-in-event',
  /* sql */ `
    SELECT ${SEGMENT_JSON} AS segment FROM segment s WHERE s.id = $1`,
);

export const DELETE_OF_PROJECT = statement<[projectId: string], { segment: SegmentPayload }>(
  'segment.delete-of-project',
  /* sql */ `
    DELETE FROM segment s WHERE s.project = $1 RETURNING ${SEGMENT_JSON} AS segment`,
);

const SORT_KEYS = { name: 's.name', createdAt: 's.created_at' } as const;

/** Finds a page of segments, and counts all that match. */
export const SEARCH = dynamicStatement<
  [search: SegmentSearchQuery, hiddenProjects: readonly string[]],
  { json: Json<SegmentSearchResponse> }
>('segment.search', (search, hiddenProjects) => {
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
