import { anyPayloadOf } from '../event/event-payload.sql.js';
import type { EventOf, StoredEvent } from '../event/event.types.js';
import { statement } from '../database/statement.js';
import { featureState } from '../feature/feature-state.sql.js';
import { STAGE_JSON } from '../feature/stages.sql.js';
import { SEGMENT_JSON } from '../segment/segment.sql.js';

/** Events before the first one after the moment that are searched for events of later begin. */
const OVERLAP = 20_000;

/** Events of features, wherever they happen. */
const OF_FEATURES = [
  'feature-created',
  'feature-deleted',
  'feature-archived',
  'feature-revived',
  'feature-metadata-updated',
  'feature-stale-on',
  'feature-stale-off',
  'feature-tagged',
  'feature-untagged',
  'feature-dependency-added',
  'feature-dependency-removed',
  'feature-dependencies-removed',
  'feature-project-change',
] as const satisfies readonly StoredEvent['type'][];
/** Events of a feature in one environment. */
const OF_PLACES = [
  'feature-environment-enabled',
  'feature-environment-disabled',
  'feature-environment-variants-updated',
  'feature-strategy-add',
  'feature-strategy-update',
  'feature-strategy-remove',
  'strategy-order-changed',
] as const satisfies readonly StoredEvent['type'][];
/** Events that change many features, or what features refer to. */
const SHARED = [
  'project-created',
  'project-deleted',
  'project-environment-added',
  'project-environment-removed',
  'environment-created',
  'environment-updated',
  'environment-deleted',
  'tag-deleted',
  'tag-type-deleted',
  'segment-deleted',
] as const satisfies readonly StoredEvent['type'][];
const OF_SEGMENTS = [
  'segment-created',
  'segment-updated',
  'segment-deleted',
] as const satisfies readonly StoredEvent['type'][];
const OF_DEPENDENCIES = [
  'feature-dependency-added',
  'feature-dependency-removed',
  'feature-dependencies-removed',
] as const satisfies readonly StoredEvent['type'][];

type Strategy = `feature-strategy-${'add' | 'update' | 'remove'}`;
const strategy = anyPayloadOf<EventOf<Strategy>>();
const tag = anyPayloadOf<EventOf<'feature-tagged' | 'feature-untagged'>>();
const segment = anyPayloadOf<EventOf<(typeof OF_SEGMENTS)[number]>>();
const parent = anyPayloadOf<EventOf<(typeof OF_DEPENDENCIES)[number]>>();

const typed = (types: readonly string[]): string => `e.type = ANY ('{${types.join()}}'::text[])`;

/**
 * The expressions before those of each reading. `boundary` is the first event whose transaction
 * began after the moment `$1`; all from it on are undone. Ids nearly follow these times, so they
 * are searched by halving, and then some ids before for transactions that overlap.
 */
const BOUNDARY = /* sql */ `
  search (low, high) AS (
    SELECT min(e.id), max(e.id) + 1 FROM event e
    UNION ALL
    SELECT CASE WHEN probe.created_at > $1::timestamptz THEN s.low ELSE probe.id + 1 END,
           CASE WHEN probe.created_at > $1::timestamptz THEN s.middle ELSE s.high END
      FROM (SELECT low, high, (low + high) / 2 AS middle FROM search WHERE low < high) s
     CROSS JOIN LATERAL (SELECT e.id, e.created_at FROM event e
       WHERE e.id >= s.middle ORDER BY e.id LIMIT 1) probe
  ), near AS (SELECT max(low) AS id FROM search),
  boundary AS MATERIALIZED (
    SELECT COALESCE((SELECT e.id FROM event e
                      WHERE e.id >= (SELECT n.id FROM near n) - ${OVERLAP}
                        AND e.id < (SELECT n.id FROM near n) AND e.created_at > $1::timestamptz
                      ORDER BY e.id LIMIT 1), (SELECT n.id FROM near n)) AS id
  )`;

const FROM_BOUNDARY = 'e.id >= (SELECT b.id FROM boundary b)';
const PART_FROM_BOUNDARY = 'r.event_id >= (SELECT b.id FROM boundary b)';

/** What kept history is known of; the first row of each reading. */
const ABOUT = /* sql */ `
  SELECT 'about' AS kind, NULL::text AS name, json_build_object(
    'isKept', $1::timestamptz >= GREATEST(
      (SELECT e.created_at FROM event e ORDER BY e.id LIMIT 1),
      (SELECT h.events_from FROM event_tally_horizon h)),
    'keptFrom', iso8601(GREATEST((SELECT e.created_at FROM event e ORDER BY e.id LIMIT 1),
      (SELECT h.events_from FROM event_tally_horizon h))),
    'completeFrom', (SELECT s.complete_from_event_id FROM history_start s),
    'events', GREATEST((SELECT count(*) FROM chosen), (SELECT count(*) FROM parts))
    )::text AS value`;

/** What distinguishes events of one type about the same feature, project and environment. */
const SUBJECT = /* sql */ `
  CASE WHEN ${typed(['feature-strategy-add', 'feature-strategy-update', 'feature-strategy-remove'])}
       THEN COALESCE(${strategy.text('data', 'id')}, ${strategy.text('preData', 'id')})
       WHEN ${typed(['feature-tagged', 'feature-untagged'])}
       THEN COALESCE(${tag.text('data', 'type')}, ${tag.text('preData', 'type')}) || ':'
         || COALESCE(${tag.text('data', 'value')}, ${tag.text('preData', 'value')})
       WHEN ${typed(OF_DEPENDENCIES)} THEN e.id::text
       WHEN ${typed(OF_SEGMENTS)}
       THEN COALESCE(${segment.text('data', 'id')}, ${segment.text('preData', 'id')})
       ELSE '' END`;

/**
 * The first chosen event of each type and subject, which alone tells what was before. `chosen` has
 * one event more than the maximum when there are too many.
 */
const FIRST = /* sql */ `
  subjects AS (SELECT e.*, ${SUBJECT} AS subject FROM chosen e),
  first AS MATERIALIZED (
    SELECT DISTINCT ON (s.feature_name, s.project, s.environment, s.type, s.subject) s.*
      FROM subjects s
     ORDER BY s.feature_name, s.project, s.environment, s.type, s.subject, s.id
  )`;

const EVENT_COLUMNS =
  'e.id, e.type, e.created_at, e.feature_name, e.project, e.environment, e.data, e.pre_data';
const HAS_DATA = typed([...OF_DEPENDENCIES, 'feature-tagged']);

const STEPS = /* sql */ `
  SELECT 'step' AS kind, NULL::text AS name, json_build_object('id', e.id, 'type', e.type,
    'isPart', false, 'createdAt', iso8601(e.created_at), 'featureName', e.feature_name,
    'project', e.project, 'environment', e.environment, 'subject', e.subject,
    'data', CASE WHEN ${HAS_DATA} THEN e.data END, 'before', e.pre_data)::text AS value
    FROM first e
  UNION ALL
  SELECT 'step', NULL, json_build_object('id', r.event_id, 'type', r.type, 'isPart', true,
    'createdAt', NULL, 'featureName', r.feature_name, 'project', r.project,
    'environment', r.environment, 'subject', '', 'data', NULL, 'before', r.data)::text
    FROM parts r`;

/** Environments as they are. */
const ENVIRONMENTS = /* sql */ `
  SELECT 'environment', e.name, json_build_object('type', e.type, 'sortOrder', e.sort_order)::text
    FROM environment e`;

const membersOf = (condition: string): string => /* sql */ `
  SELECT 'member', pe.project, to_json(pe.environment)::text FROM project_environment pe
   WHERE ${condition}`;

/** A row of a reading; `value` is JSON. */
export interface HistoryRow {
  kind: string;
  name: string | null;
  value: string | null;
}

/** One feature and what happened to it after a moment. */
export const FEATURE_HISTORY = statement<
  [at: string, featureName: string, project: string, most: number],
  HistoryRow
>(
  'history.feature-history',
  /* sql */ `
    WITH RECURSIVE ${BOUNDARY},
    chosen AS MATERIALIZED (
      SELECT ${EVENT_COLUMNS} FROM event e
       WHERE e.feature_name = $2 AND ${FROM_BOUNDARY} AND ${typed([...OF_FEATURES, ...OF_PLACES])}
      UNION ALL
      SELECT ${EVENT_COLUMNS} FROM event e
       WHERE ${typed(SHARED)} AND ${FROM_BOUNDARY} AND (e.project IS NULL OR e.project = $3
         OR e.type = 'segment-deleted' OR e.type = 'tag-deleted')
      LIMIT $4 + 1
    ), ${FIRST},
    parts AS MATERIALIZED (
      SELECT r.* FROM removed_part r WHERE r.feature_name = $2 AND ${PART_FROM_BOUNDARY}
      UNION ALL
      SELECT r.* FROM removed_part r
       WHERE r.feature_name IS NULL AND r.project = $3 AND ${PART_FROM_BOUNDARY}
      LIMIT $4 + 1
    )
    ${ABOUT}
    UNION ALL ${STEPS}
    UNION ALL ${ENVIRONMENTS}
    UNION ALL ${membersOf('pe.project = $3')}
    UNION ALL
    SELECT 'feature', $2, (SELECT ${featureState()} FROM feature f WHERE f.name = $2)::text
    UNION ALL
    (SELECT 'stage', NULL, (${STAGE_JSON})::text FROM feature_lifecycle l
      WHERE l.feature_name = $2 AND l.entered_at <= $1::timestamptz
      ORDER BY l.entered_at DESC,
        array_position('{initial,pre-live,live,completed,archived}', l.stage) DESC LIMIT 1)
    UNION ALL SELECT 'child', d.child, NULL FROM feature_dependency d WHERE d.parent = $2
    UNION ALL
    (SELECT 'child-step', e.feature_name, json_build_object('id', e.id, 'type', e.type,
       'createdAt', iso8601(e.created_at), 'data', e.data, 'before', e.pre_data)::text
       FROM event e
      WHERE ${typed(OF_DEPENDENCIES)} AND ${FROM_BOUNDARY}
        AND (${parent.text('data', 'feature')} = $2 OR ${parent.text('preData', 'feature')} = $2
          OR ${parent.json('preData', 'dependencies')}
             @> jsonb_build_array(jsonb_build_object('feature', $2::text))
          OR (e.data IS NULL AND e.pre_data IS NULL))
      ORDER BY e.id LIMIT $4 + 1)
    UNION ALL
    SELECT 'user', u.id::text, json_build_object('id', u.id, 'name', u.display_name,
      'imageUrl', u.image_url)::text
      FROM app_user u
     WHERE u.id IN (SELECT f.created_by_user_id FROM feature f WHERE f.name = $2
                    UNION SELECT (r.data ->> 'createdBy')::int FROM parts r
                           WHERE r.type = 'feature-deleted')`,
);

/** Features in the order of their names: those of a list and those that have steps. */
const features = (isLive: string, isIn: string, state: string): string => /* sql */ `
  names AS (
    SELECT f.name FROM feature f WHERE ${isLive}
    UNION SELECT e.feature_name FROM first e WHERE e.feature_name IS NOT NULL
    UNION SELECT r.feature_name FROM parts r WHERE r.feature_name IS NOT NULL
  ), states AS (
    SELECT 'feature' AS kind, n.name, (${state})::text AS value
      FROM names n LEFT JOIN feature f ON f.name = n.name AND ${isIn}
     WHERE (SELECT count(*) FROM chosen) <= $4
     ORDER BY n.name
  )`;

/** A feature `f`, or null when there is none. */
const stateOr = (state: string): string => `CASE WHEN f.name IS NOT NULL THEN ${state} END`;

const ofProject = (state: string): string => /* sql */ `
    WITH RECURSIVE ${BOUNDARY},
    chosen AS MATERIALIZED (
      SELECT ${EVENT_COLUMNS} FROM event e
       WHERE e.project = $2 AND ${FROM_BOUNDARY} AND e.feature_name IS NOT NULL
         AND ${typed([...OF_FEATURES, ...OF_PLACES])}
      UNION ALL
      SELECT ${EVENT_COLUMNS} FROM event e
       WHERE ${typed(SHARED)} AND ${FROM_BOUNDARY} AND (e.project IS NULL OR e.project = $2
         OR e.type = 'segment-deleted' OR e.type = 'tag-deleted')
      LIMIT $4 + 1
    ), ${FIRST},
    parts AS MATERIALIZED (
      SELECT r.* FROM removed_part r
       WHERE ${PART_FROM_BOUNDARY} AND (r.project = $2 OR r.project IS NULL)
       LIMIT $4 + 1
    ), ${features(
      'f.project = $2 AND f.archived_at IS NULL AND ($3::text[] IS NULL OR f.name = ANY ($3))',
      'f.project = $2',
      state,
    )}
    ${ABOUT}
    UNION ALL ${STEPS}
    UNION ALL ${ENVIRONMENTS}
    UNION ALL ${membersOf('pe.project = $2')}
    UNION ALL SELECT s.* FROM states s`;

type ProjectParameters = [
  at: string,
  project: string,
  /** Names besides those with events; null for all live features. */
  names: readonly string[] | null,
  most: number,
];

/** The features of a project, with strategies in outline, and what happened after a moment. */
export const LIST_HISTORY = statement<ProjectParameters, HistoryRow>(
  'history.list-history',
  ofProject(stateOr(featureState('true', false))),
);

/** Like {@link LIST_HISTORY}, with the content of strategies. */
export const PROJECT_HISTORY = statement<ProjectParameters, HistoryRow>(
  'history.project-history',
  ofProject(stateOr(featureState())),
);

/** All features in one environment, all segments, and what happened after a moment. */
export const ENVIRONMENT_HISTORY = statement<
  [at: string, environment: string, projects: readonly string[] | null, most: number],
  HistoryRow
>(
  'history.environment-history',
  /* sql */ `
    WITH RECURSIVE ${BOUNDARY},
    chosen AS MATERIALIZED (
      SELECT ${EVENT_COLUMNS} FROM event e
       WHERE e.environment = $2 AND e.created_at > $1::timestamptz - interval '1 hour'
         AND ${FROM_BOUNDARY} AND ${typed([...OF_PLACES, ...SHARED])}
      UNION ALL
      SELECT ${EVENT_COLUMNS} FROM event e
       WHERE ${typed([...new Set([...OF_FEATURES, ...SHARED, ...OF_SEGMENTS])])}
         AND ${FROM_BOUNDARY} AND e.environment IS NULL
      LIMIT $4 + 1
    ), ${FIRST},
    parts AS MATERIALIZED (
      SELECT r.* FROM removed_part r
       WHERE ${PART_FROM_BOUNDARY} AND (r.environment = $2 OR r.environment IS NULL)
       LIMIT $4 + 1
    ), ${features(
      'f.archived_at IS NULL AND ($3::text[] IS NULL OR f.project = ANY ($3))',
      '($3::text[] IS NULL OR f.project = ANY ($3))',
      stateOr(featureState('fe.environment = $2')),
    )}
    ${ABOUT}
    UNION ALL ${STEPS}
    UNION ALL ${ENVIRONMENTS}
    UNION ALL ${membersOf('pe.environment = $2')}
    UNION ALL SELECT 'segment', s.id::text, (${SEGMENT_JSON})::text FROM segment s
    UNION ALL SELECT s.* FROM states s`,
);

/** One segment, and what happened to it after a moment. */
export const SEGMENT_HISTORY = statement<[at: string, id: number, most: number], HistoryRow>(
  'history.segment-history',
  /* sql */ `
    WITH RECURSIVE ${BOUNDARY},
    chosen AS MATERIALIZED (
      SELECT ${EVENT_COLUMNS} FROM event e
       WHERE ${typed(OF_SEGMENTS)} AND ${FROM_BOUNDARY}
         AND ($2::int)::text IN (${segment.text('data', 'id')}, ${segment.text('preData', 'id')})
       LIMIT $3 + 1
    ), ${FIRST},
    parts AS (SELECT r.* FROM removed_part r WHERE false)
    ${ABOUT}
    UNION ALL ${STEPS}
    UNION ALL SELECT 'segment', s.id::text, (${SEGMENT_JSON})::text FROM segment s WHERE s.id = $2`,
);
