import { statement } from '../../platform/database/statement.js';
import type { EventType } from './event.types.js';

/** The latest events of a type in this transaction, by feature; '' without one. */
const recorded = (type: string): string => /* sql */ `
  recorded AS MATERIALIZED (
    SELECT COALESCE(e.feature_name, '') AS feature_name, max(e.id) AS id FROM event e
     WHERE e.transaction_id = pg_current_xact_id() AND e.created_at = now() AND e.type = ${type}
     GROUP BY 1
  )`;

/** Stores what events of this transaction removed. */
export const KEEP_REMOVED = statement<[type: EventType, isOfFeature: boolean, rows: string]>(
  'removed-parts.keep-removed',
  /* sql */ `
    WITH ${recorded('$1')}
    INSERT INTO removed_part (event_id, type, project, environment, feature_name, data)
    SELECT e.id, $1, r.project, r.environment, r."featureName", r.data
      FROM jsonb_to_recordset($3::jsonb)
        AS r(project text, environment text, "featureName" text, data jsonb)
      JOIN recorded e ON e.feature_name = CASE WHEN $2 THEN r."featureName" ELSE '' END`,
);

/**
 * The text of a statement that keeps what the latest event of a type in this transaction removes.
 * @param event The feature of the event, as SQL; '' without one.
 * @param rows A SELECT of `project`, `environment`, `feature_name` and `data`.
 */
export const keepingRemoved = (type: EventType, event: string, rows: string): string => /* sql */ `
  WITH ${recorded(`'${type}'`)}
  INSERT INTO removed_part (event_id, type, project, environment, feature_name, data)
  SELECT e.id, '${type}', r.project, r.environment, r.feature_name, r.data
    FROM (${rows}) AS r(project, environment, feature_name, data)
    JOIN recorded e ON e.feature_name = ${event}`;

/** Removes the parts of events that are no longer kept. */
export const FORGET_REMOVED = statement<[most: number], { removed: number }>(
  'removed-parts.forget-removed',
  /* sql */ `
    WITH over AS (
      SELECT r.id FROM removed_part r
       WHERE r.event_id < (SELECT min(e.id) FROM event e) ORDER BY r.event_id LIMIT $1
    ), gone AS (DELETE FROM removed_part r USING over WHERE r.id = over.id RETURNING 1)
    SELECT count(*)::int AS removed FROM gone`,
);
