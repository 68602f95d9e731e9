import { FEATURE_FIELDS, SDK_STRATEGY } from '../client-features.sql.js';
import { SDK_DEPENDENCY_JSON } from '../../../flags/feature/dependency/dependency.sql.js';
import { type EventIn, typesOf } from '../../../core/event/event-entries.js';
import { payloadOf } from '../../../core/event/event-payload.sql.js';
import { statement } from '../../../platform/database/statement.js';

/** A row that describes a feature, a segment or a deletion. */
export interface ReadingRow {
  kind: 'feature' | 'segment' | 'tag' | 'environment' | 'drill' | null;
  environment: string | null;
  name: string | null;
  project: string | null;
  position: number | null;
  tags: string | null;
  text: string | null;
}

/** A row of a reading, or none, with the snapshot of the reading. */
interface InSnapshot extends ReadingRow {
  snapshot: string;
  latestEvent: number | null;
}

/**
 * Maximum number of events, or of features they concern, that one statement reads; more are read in
 * pages.
 */
export const MAX_EVENTS = 1_000;
export const MAX_PLACES = 1_000;
/** Features per page. */
export const PAGE = 1_000;
/** With more events than this, everything is loaded again instead. */
export const TOO_MANY_EVENTS = 200_000;

/**
 * Enabled strategies of a feature `f` at the place `p`, with their segments; none when the project
 * lacks the environment.
 */
const STRATEGIES = /* sql */ `
  SELECT COALESCE(json_agg(${SDK_STRATEGY} ORDER BY fs.sort_order, fs.created_at, fs.id), '[]')
    FROM feature_strategy fs
    CROSS JOIN LATERAL (
      SELECT json_agg(ss.segment_id ORDER BY ss.segment_id) AS ids FROM feature_strategy_segment ss
        WHERE ss.strategy_id = fs.id
    ) g
   WHERE fs.feature_name = w.name AND fs.environment = w.environment AND NOT fs.disabled`;

/**
 * The features at `place (name, environment)` as SDKs get them; `text` is null when there is no
 * such live feature. Places are looked up one by one, so that a few are cheap whatever the planner
 * estimates.
 */
const FEATURES_IN_PLACES = /* sql */ `
  SELECT 'feature' AS kind, p.environment, p.name, w.project, w.position,
         (SELECT json_agg(t.type || ':' || t.value ORDER BY t.type, t.value) FROM feature_tag t
           WHERE t.feature_name = w.name)::text AS tags,
         CASE WHEN w.name IS NULL THEN NULL
              WHEN d.list IS NULL THEN json_build_object(${FEATURE_FIELDS})
              ELSE json_build_object(${FEATURE_FIELDS}, 'dependencies', d.list) END::text AS text
    FROM place p
    LEFT JOIN LATERAL (
      SELECT f.name, f.project, f.type, f.stale, f.description, f.impression_data, pe.environment,
             (extract(epoch FROM f.created_at) * 1000000)::float8 AS position,
             COALESCE(fe.enabled AND pe.environment IS NOT NULL, false) AS enabled,
             CASE WHEN pe.environment IS NULL THEN '[]'
               ELSE COALESCE(fe.variants, '[]') END AS variants
        FROM feature f
        LEFT JOIN project_environment pe ON pe.project = f.project
          AND pe.environment = p.environment
        LEFT JOIN feature_environment fe ON fe.feature_name = f.name
          AND fe.environment = p.environment
       WHERE f.name = p.name AND f.archived_at IS NULL
       OFFSET 0
    ) w ON true
    LEFT JOIN LATERAL (${STRATEGIES}) s (list) ON w.name IS NOT NULL
    LEFT JOIN LATERAL (SELECT json_agg(${SDK_DEPENDENCY_JSON} ORDER BY d.parent) AS list
      FROM feature_dependency d WHERE d.child = w.name) d ON true`;

const SEGMENT_JSON = /* sql */ `
  json_build_object('id', g.id, 'name', g.name, 'constraints', g.constraints)::text`;

/** The columns that only rows of features fill. */
const BESIDE = 'NULL::text AS project, NULL::float8 AS position, NULL::text AS tags';

/** What {@link LOAD} calls the environment of the drill. No environment has such a name. */
export const DRILL = ':drill';

/**
 * The reserved features of the drill, one for each environment, as SDKs would get them (ADR 51).
 * The description says which drill has switched them, and in which transaction.
 * @param condition Which state of the drill `d`.
 */
const drillFeatures = (condition: string): string => /* sql */ `
  SELECT 'drill', NULL, w.name, w.project, w.position, NULL,
         json_build_object(${FEATURE_FIELDS})::text
    FROM (SELECT n.name, 'drill' AS project, 'kill-switch' AS type, d.enabled, false AS stale,
            '[]'::json AS variants, d.round || ' ' || d.transaction_id AS description,
            false AS impression_data, 0::float8 AS position
            FROM drill d CROSS JOIN environment n WHERE ${condition}) w,
         (SELECT json_build_array(json_build_object('name', 'default', 'constraints', '[]'::json,
            'parameters', '{}'::json, 'variants', '[]'::json))) s (list)`;

/**
 * The next live features in an environment after the name `last`; the first page includes all
 * segments.
 */
export const LOAD = statement<
  [environment: string, last: string],
  InSnapshot & { count: number; last: string | null }
>(
  'snapshot.load',
  /* sql */ `
    WITH place AS MATERIALIZED (
      SELECT f.name, $1::text AS environment FROM feature f
        WHERE f.archived_at IS NULL AND f.name > $2 AND $1 <> '${DRILL}'
        ORDER BY f.name LIMIT ${PAGE}
    )
    SELECT s.*, c.*
      FROM (SELECT pg_current_snapshot()::text AS snapshot,
        (SELECT max(id)::float8 FROM event) AS "latestEvent",
                   (SELECT count(*)::int FROM place) AS count,
                     (SELECT max(name) FROM place) AS last) s
      LEFT JOIN (
        ${FEATURES_IN_PLACES}
        UNION ALL SELECT 'segment', NULL, g.id::text, ${BESIDE}, ${SEGMENT_JSON} FROM segment g
          WHERE $2 = ''
        UNION ALL ${drillFeatures(`$1 = '${DRILL}'`)}
      ) c ON true`,
);

/** How long it is known that changes were served late. */
const KEPT = "interval '35 days'";

/** Notes that this instance serves only now what was committed between two snapshots. */
export const NOTE_LATE = statement<[since: string, until: string]>(
  'snapshot.note-late',
  /* sql */ `
    WITH forgotten AS (DELETE FROM late_serving WHERE served_at < now() - ${KEPT})
    INSERT INTO late_serving (since, until) VALUES ($1::pg_snapshot, $2::pg_snapshot)`,
);

/** The current state of features in environments. */
export const FEATURES = statement<
  [names: readonly (string | null)[], environments: readonly (string | null)[]],
  ReadingRow
>(
  'snapshot.features',
  /* sql */ `
    WITH place AS (SELECT * FROM unnest($1::text[], $2::text[]) AS p (name, environment))
    ${FEATURES_IN_PLACES}`,
);

/** Whether an environment exists. */
export const IS_ENVIRONMENT = statement<[name: string], { isThere: boolean }>(
  'snapshot.is-environment',
  'SELECT EXISTS (SELECT FROM environment WHERE name = $1) AS "isThere"',
);

/** The columns of an event that determine its scope. */
const TRACE = 'e.id, e.type, e.feature_name, e.project, e.environment, e.data, e.pre_data';

/**
 * The events since a snapshot, up to a limit. An event is new when its transaction is not visible
 * in that snapshot: it was still running then, or began later. Transaction ids that this cluster
 * has not assigned yet come from another cluster, from which the database was restored; their
 * events are not new.
 *
 * The parameters are in sub-selects to hide them from the planner, which would otherwise plan again
 * for each snapshot and take longer than the read. The limit also bounds its estimate.
 */
const recent = (limit: number): string => /* sql */ `
  SELECT r.* FROM (
    (SELECT ${TRACE} FROM event e
      WHERE e.transaction_id >= (SELECT pg_snapshot_xmax($1::pg_snapshot))
        AND e.transaction_id < (SELECT pg_snapshot_xmax(pg_current_snapshot()))
      ORDER BY e.transaction_id LIMIT ${limit})
    UNION ALL
    SELECT ${TRACE} FROM event e
      WHERE e.transaction_id = ANY (ARRAY(SELECT pg_snapshot_xip((SELECT $1::pg_snapshot))))
  ) r LIMIT ${limit}`;

/** The features in the environments `held` that the `recent` events concern. */
const REACHED = /* sql */ `
  SELECT e.feature_name AS name, h.environment FROM recent e
    JOIN held h ON h.environment = COALESCE(e.environment, h.environment)
   WHERE e.type IN (${typesOf('feature')})
  UNION
  SELECT f.name, h.environment FROM recent e JOIN held h ON h.environment = e.environment
    JOIN feature f ON f.project = e.project
   WHERE e.type IN (${typesOf('project')})`;

const segment = payloadOf<EventIn<'segment'>>();
const tag = payloadOf<EventIn<'tag'>>();
const tagType = payloadOf<EventIn<'tag-type'>>();

const HELD = 'held AS MATERIALIZED (SELECT unnest((SELECT $2::text[])) AS environment)';
/** The move from another instance has one event for the features of a place, none for segments. */
const CHANGED_SEGMENT = `changed_segment AS MATERIALIZED (
      SELECT (${segment.text('either', 'id')})::int AS id FROM recent e
       WHERE e.type IN (${typesOf('segment')})
      UNION
      SELECT g.id FROM segment g
       WHERE EXISTS (SELECT FROM recent e WHERE e.type = 'features-moved-in')
    )`;

/** The current state of everything else that the `recent` events concern, and of the drill. */
const BESIDE_FEATURES = /* sql */ `
  SELECT 'segment', NULL, n.id::text, ${BESIDE},
    (SELECT ${SEGMENT_JSON} FROM segment g WHERE g.id = n.id) FROM changed_segment n
  UNION ALL
  SELECT 'tag', NULL, (${tag.text('data', 'type')}) || ':' || (${tag.text('data', 'value')}),
         ${BESIDE}, NULL
    FROM recent e WHERE e.type IN (${typesOf('tag')})
  UNION ALL
  SELECT 'tag', NULL, (${tagType.text('preData', 'name')}) || ':', ${BESIDE}, NULL FROM recent e
   WHERE e.type IN (${typesOf('tag-type')})
  UNION ALL
  SELECT 'environment', e.environment, NULL, ${BESIDE}, NULL FROM recent e
    WHERE e.type IN (${typesOf('environment')})
  UNION ALL
  ${drillFeatures(`NOT pg_visible_in_snapshot(d.transaction_id, (SELECT $1::pg_snapshot))`)}`;

/**
 * Reads what has changed in environments since a snapshot, in its current state, so that late
 * commits are not missed. When there is too much for one statement, returns the amount and no
 * features.
 */
export const REFRESH = statement<
  [since: string, environments: readonly string[]],
  InSnapshot & { events: number; places: number }
>(
  'snapshot.refresh',
  /* sql */ `
    WITH recent AS MATERIALIZED (${recent(MAX_EVENTS)}), ${HELD},
      reached AS MATERIALIZED (${REACHED} LIMIT ${MAX_PLACES + 1}), place AS MATERIALIZED (
      SELECT r.* FROM reached r
        WHERE (SELECT count(*) FROM reached) <= ${MAX_PLACES}
          AND (SELECT count(*) FROM recent) < ${MAX_EVENTS}
    ), ${CHANGED_SEGMENT}
    SELECT s.*, c.*
      FROM (SELECT pg_current_snapshot()::text AS snapshot, count(*)::int AS events,
        max(id)::float8 AS "latestEvent",
                   (SELECT count(*)::int FROM reached) AS places FROM recent) s
      LEFT JOIN (
        ${FEATURES_IN_PLACES}
        UNION ALL
        ${BESIDE_FEATURES}
      ) c ON true`,
);

/** Like {@link REFRESH} for any amount, but only with the names of changed features. */
export const CHANGED = statement<
  [since: string, environments: readonly string[]],
  InSnapshot & { events: number }
>(
  'snapshot.changed',
  /* sql */ `
    WITH recent AS MATERIALIZED (${recent(TOO_MANY_EVENTS)}), ${HELD}, ${CHANGED_SEGMENT}
    SELECT s.*, c.*
      FROM (SELECT pg_current_snapshot()::text AS snapshot, count(*)::int AS events,
        max(id)::float8 AS "latestEvent" FROM recent) s
      LEFT JOIN (
        SELECT 'feature' AS kind, p.environment, p.name, ${BESIDE}, NULL AS text FROM (${REACHED}) p
        UNION ALL
        ${BESIDE_FEATURES}
      ) c ON true`,
);
