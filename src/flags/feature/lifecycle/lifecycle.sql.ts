import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import { visibleFeatures } from '../../feature-count/feature-count.sql.js';
import type { LifecycleCountResponse, LifecycleStageResponse } from './lifecycle.dto.js';

/** A lifecycle stage `l`; its status is absent unless the feature was completed with one. */
export const STAGE_JSON = /* sql */ `json_strip_nulls(json_build_object(
  'stage', l.stage, 'status', l.status, 'enteredStageAt', iso8601(l.entered_at)))`;

export const ADD_FEATURE_LIFECYCLE = statement<[featureNames: readonly string[], stage: string]>(
  'lifecycle.add-feature-lifecycle',
  /* sql */ `
    INSERT INTO feature_lifecycle (feature_name, stage, entered_at)
      SELECT unnest($1::text[]), $2, statement_timestamp()
    ON CONFLICT ON CONSTRAINT feature_lifecycle_pkey DO NOTHING`,
);

export const DELETE_FEATURE_LIFECYCLE = statement<[featureNames: readonly string[]]>(
  'lifecycle.delete-feature-lifecycle',
  'DELETE FROM feature_lifecycle WHERE feature_name = ANY($1)',
);

/** The stages in the order in which features enter them. */
const STAGES = ['initial', 'pre-live', 'live', 'completed', 'archived'] as const;
type Stage = (typeof STAGES)[number];

/** The stages of a feature. */
export const READ_LIFECYCLE = statement<
  [projectId: string | null, featureName: string],
  { stages: Json<LifecycleStageResponse[]> }
>(
  'lifecycle.read-lifecycle',
  /* sql */ `
    SELECT COALESCE(json_agg(
             ${STAGE_JSON}
             ORDER BY l.entered_at, array_position('{initial,pre-live,live,completed,archived}',
               l.stage)), '[]')::text AS stages
      FROM feature_lifecycle l JOIN feature f ON f.name = l.feature_name
      WHERE f.project = $1 AND f.name = $2`,
);

const POSITIONS = STAGES.map((stage, n) => `WHEN '${stage}' THEN ${n}`).join(' ');
const stageCount = (stage: Stage): string =>
  `count(*) FILTER (WHERE reached = ${STAGES.indexOf(stage)})`;

/**
 * Counts the features of visible projects by their current stage, which is the last of those that
 * they have entered, since features never go back. All features are in the initial stage until they
 * enter another one, so those that did not are the rest of a number that is kept.
 */
export const COUNT_STAGES = statement<
  [hiddenProjects: readonly string[]],
  { counts: Json<LifecycleCountResponse> }
>(
  'lifecycle.count-stages',
  /* sql */ `
    SELECT json_build_object('initial', ${visibleFeatures('$1')} - count(*),
             'preLive', ${stageCount('pre-live')}, 'live', ${stageCount('live')},
             'completed', ${stageCount('completed')},
             'archived', ${stageCount('archived')})::text AS counts
      FROM (SELECT max(CASE l.stage ${POSITIONS} END) AS reached
              FROM feature_lifecycle l
             WHERE l.stage <> 'initial' AND (cardinality($1::text[]) = 0
                OR l.feature_name NOT IN (SELECT f.name FROM feature f WHERE f.project = ANY ($1)))
             GROUP BY l.feature_name) one`,
);

/**
 * Completes a feature; the first completion time stays. Returns a row if that changed something.
 */
export const COMPLETE = statement<
  [featureName: string, status: string, statusValue: string | null]
>(
  'lifecycle.complete',
  /* sql */ `
    INSERT INTO feature_lifecycle AS l (feature_name, stage, entered_at, status, status_value)
      VALUES ($1, 'completed', statement_timestamp(), $2, $3)
    ON CONFLICT ON CONSTRAINT feature_lifecycle_pkey DO UPDATE
      SET status = excluded.status, status_value = excluded.status_value
     WHERE (l.status, l.status_value) IS DISTINCT FROM (excluded.status, excluded.status_value)
    RETURNING 1`,
);

/**
 * The stages that features reached by usage in environments: pre-live when any reported usage, live
 * when a production environment in which the feature is on did. Features never go back: live ones
 * do not become pre-live, completed and archived ones neither.
 */
const REACHED = /* sql */ `
  SELECT DISTINCT f.name, come.stage
    FROM unnest($1::text[], $2::text[]) AS reported(feature_name, environment)
    JOIN feature f ON f.name = reported.feature_name AND f.archived_at IS NULL
    JOIN environment e ON e.name = reported.environment
    JOIN feature_environment fe ON fe.feature_name = f.name AND fe.environment = e.name
    JOIN LATERAL (VALUES ('pre-live', true), ('live', e.type = 'production' AND fe.enabled))
      AS come(stage, has_come) ON come.has_come
   WHERE NOT EXISTS (SELECT FROM feature_lifecycle l
     WHERE l.feature_name = f.name AND l.stage IN ('live', 'completed', 'archived', come.stage))`;

/**
 * Locks the features that reached a stage, so that nobody completes or archives them meanwhile.
 * Usually none.
 */
export const LOCK_REACHED = statement<
  [featureNames: readonly string[], environments: readonly string[]],
  { name: string }
>(
  'lifecycle.lock-reached',
  /* sql */ `
    SELECT feature.name FROM feature
      WHERE name IN (SELECT reached.name FROM (${REACHED}) reached) ORDER BY name COLLATE "C"
        FOR SHARE /* locks features */`,
);

/** Enters the stages for locked features. */
export const ENTER_REACHED = statement<
  [featureNames: readonly string[], environments: readonly string[], held: readonly string[]]
>(
  'lifecycle.enter-reached',
  /* sql */ `
    INSERT INTO feature_lifecycle (feature_name, stage, entered_at)
    SELECT reached.name, reached.stage, statement_timestamp() FROM (${REACHED}) reached
      WHERE reached.name = ANY($3)
    ON CONFLICT ON CONSTRAINT feature_lifecycle_pkey DO NOTHING`,
);

export const DELETE_COMPLETED_STAGE = statement<[featureName: string]>(
  'lifecycle.delete-completed-stage',
  "DELETE FROM feature_lifecycle WHERE feature_name = $1 AND stage = 'completed' RETURNING 1",
);
