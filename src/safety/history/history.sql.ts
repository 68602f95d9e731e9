import { statement } from '../../platform/database/statement.js';
import { featureState } from '../../flags/feature/feature-state.sql.js';
import { STAGE_JSON } from '../../flags/feature/lifecycle/lifecycle.sql.js';
import { SEGMENT_JSON } from '../../flags/segment/segment.sql.js';
import {
  ABOUT,
  BOUNDARY,
  ENVIRONMENTS,
  EVENT_COLUMNS,
  HAS_MOVED,
  FIRST,
  FROM_BOUNDARY,
  OF_DEPENDENCIES,
  OF_FEATURES,
  OF_PLACES,
  OF_SEGMENTS,
  PART_FROM_BOUNDARY,
  SHARED,
  STEPS,
  ofDependency,
  membersOf,
  movedFrom,
  ofSegment,
  typed,
  type HistoryRow,
} from './history-steps.sql.js';

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
        AND (${ofDependency.text('data', 'feature')} = $2
          OR ${ofDependency.text('preData', 'feature')} = $2
          OR ${ofDependency.json('preData', 'dependencies')}
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

/** Whether a feature is live in the project, and one of the given ones. */
const IS_WANTED =
  'f.project = $2 AND f.archived_at IS NULL AND ($3::text[] IS NULL OR f.name = ANY ($3))';

const ofProject = (state: string): string => /* sql */ `
    WITH RECURSIVE ${BOUNDARY}, ${movedFrom('ARRAY[$2]')},
    chosen AS MATERIALIZED (
      SELECT ${EVENT_COLUMNS} FROM event e
       WHERE e.project = $2 AND ${FROM_BOUNDARY} AND e.feature_name IS NOT NULL
         AND ${typed([...OF_FEATURES, ...OF_PLACES])}
      UNION ALL
      SELECT ${EVENT_COLUMNS} FROM event e
       WHERE e.feature_name ${HAS_MOVED} AND e.project <> $2 AND ${FROM_BOUNDARY}
         AND ${typed([...OF_FEATURES, ...OF_PLACES])}
      UNION ALL
      SELECT ${EVENT_COLUMNS} FROM event e
       WHERE ${typed(SHARED)} AND ${FROM_BOUNDARY} AND (e.project IS NULL OR e.project = $2
         OR e.type = 'segment-deleted' OR e.type = 'tag-deleted')
      LIMIT $4 + 1
    ), ${FIRST},
    parts AS MATERIALIZED (
      SELECT r.* FROM removed_part r
       WHERE ${PART_FROM_BOUNDARY}
         AND (r.project = $2 OR r.project IS NULL OR r.feature_name ${HAS_MOVED})
       LIMIT $4 + 1
    ), ${features(IS_WANTED, `(f.project = $2 OR f.name ${HAS_MOVED})`, state)}
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
    WITH RECURSIVE ${BOUNDARY}, ${movedFrom('$3::text[]')},
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
      `($3::text[] IS NULL OR f.project = ANY ($3) OR f.name ${HAS_MOVED})`,
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
         AND ($2::int)::text
             IN (${ofSegment.text('data', 'id')}, ${ofSegment.text('preData', 'id')})
       LIMIT $3 + 1
    ), ${FIRST},
    parts AS (SELECT r.* FROM removed_part r WHERE false)
    ${ABOUT}
    UNION ALL ${STEPS}
    UNION ALL SELECT 'segment', s.id::text, (${SEGMENT_JSON})::text FROM segment s WHERE s.id = $2`,
);
