import type { PlainStatement as Statement } from '../../database/database.js';

/** $1 project, $2 feature. */
export const READ_LIFECYCLE: Statement = {
  name: 'lifecycle-read',
  text: /* sql */ `
    SELECT COALESCE(json_agg(
             CASE WHEN l.status IS NULL THEN json_build_object('stage', l.stage, 'enteredStageAt', iso8601(l.entered_at))
                  ELSE json_build_object('stage', l.stage, 'status', l.status, 'enteredStageAt', iso8601(l.entered_at)) END
             ORDER BY l.entered_at, array_position('{initial,pre-live,live,completed,archived}', l.stage)), '[]')::text AS stages
      FROM feature_lifecycle l JOIN feature f ON f.name = l.feature_name WHERE f.project = $1 AND f.name = $2`,
};

/**
 * Answers a row if it changed something. When a feature was completed first, stays. $1 feature, $2
 * status, $3 its value or null.
 */
export const COMPLETE = /* sql */ `
  INSERT INTO feature_lifecycle AS l (feature_name, stage, entered_at, status, status_value) VALUES ($1, 'completed', statement_timestamp(), $2, $3)
  ON CONFLICT ON CONSTRAINT feature_lifecycle_pkey DO UPDATE SET status = excluded.status, status_value = excluded.status_value
   WHERE (l.status, l.status_value) IS DISTINCT FROM (excluded.status, excluded.status_value)
  RETURNING 1`;

/**
 * The stages that features have come to by usage in environments: pre-live, where any has reported
 * it; live, too, where a production environment in which the feature is on has. Life goes forward:
 * what is live is not pre-live afterwards, and what is completed or archived is neither. $1
 * features, $2 environments, pairwise.
 */
const REACHED = /* sql */ `
  SELECT DISTINCT f.name, come.stage
    FROM unnest($1::text[], $2::text[]) AS reported(feature_name, environment)
    JOIN feature f ON f.name = reported.feature_name AND f.archived_at IS NULL
    JOIN environment e ON e.name = reported.environment
    JOIN feature_environment fe ON fe.feature_name = f.name AND fe.environment = e.name
    JOIN LATERAL (VALUES ('pre-live', true), ('live', e.type = 'production' AND fe.enabled)) AS come(stage, has_come) ON come.has_come
   WHERE NOT EXISTS (SELECT FROM feature_lifecycle l WHERE l.feature_name = f.name AND l.stage IN ('live', 'completed', 'archived', come.stage))`;

/**
 * Holds the features that have come to a stage, so that nobody completes or archives them
 * meanwhile. Mostly there are none.
 */
export const HOLD_REACHED = /* sql */ `
  SELECT feature.name FROM feature WHERE name IN (SELECT reached.name FROM (${REACHED}) reached) ORDER BY name COLLATE "C" FOR SHARE /* locks features */`;

/** $3 the features that are held. */
export const ENTER_REACHED = /* sql */ `
  INSERT INTO feature_lifecycle (feature_name, stage, entered_at)
  SELECT reached.name, reached.stage, statement_timestamp() FROM (${REACHED}) reached WHERE reached.name = ANY($3)
  ON CONFLICT ON CONSTRAINT feature_lifecycle_pkey DO NOTHING`;
