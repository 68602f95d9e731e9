import { statement } from '../../platform/database/statement.js';
import type { DependencyPayload } from '../../core/event/feature-events.js';
import { DEPENDENCIES_BEFORE } from '../../flags/feature/dependency/dependency.sql.js';

/** The positions that strategies had before their order was changed. */
export const READ_REMOVED_POSITIONS = statement<
  [eventId: number],
  { positions: Record<string, number> }
>(
  'inverses.read-removed-positions',
  /* sql */ `
    SELECT r.data -> 'positions' AS positions FROM removed_part r
     WHERE r.event_id = $1::bigint AND r.data ? 'positions' LIMIT 1`,
);

/** Whether something was removed by an event besides what its payload names. */
export const HAS_REMOVED_PARTS = statement<[eventId: number], { found: boolean }>(
  'inverses.has-removed-parts',
  'SELECT EXISTS (SELECT FROM removed_part r WHERE r.event_id = $1::bigint) AS found',
);

/** The dependencies of a feature. */
export const READ_DEPENDENCIES = statement<[child: string], { dependencies: DependencyPayload[] }>(
  'inverses.read-dependencies',
  `SELECT ${DEPENDENCIES_BEFORE} AS dependencies`,
);

/**
 * Where archived features were on when the events archived them. Reviving turns them off and keeps
 * where they were on; unless they were revived since, they still are on there.
 */
export const READ_ON_WHEN_ARCHIVED = statement<
  [projectId: string, featureNames: readonly string[], eventIds: readonly number[]],
  { featureName: string; environment: string }
>(
  'inverses.read-on-when-archived',
  /* sql */ `
    SELECT a.feature_name AS "featureName", o.environment
      FROM unnest($2::text[], $3::bigint[]) AS a(feature_name, event_id)
     CROSS JOIN LATERAL (SELECT min(e.id) AS id FROM event e
       WHERE e.feature_name = a.feature_name AND e.type = 'feature-revived'
         AND e.id > a.event_id) r
     CROSS JOIN LATERAL (
       SELECT fe.environment FROM feature_environment fe
        WHERE r.id IS NULL AND fe.feature_name = a.feature_name AND fe.enabled
       UNION ALL
       SELECT p.environment FROM removed_part p
        WHERE p.event_id = r.id AND p.feature_name = a.feature_name
          AND (p.data -> 'enabled')::boolean) o
      JOIN project_environment pe ON pe.project = $1 AND pe.environment = o.environment
     ORDER BY o.environment, a.feature_name`,
);

/** Where revived features are on, except where they were turned on by the same transaction. */
export const READ_ON_SINCE_REVIVED = statement<
  [projectId: string, featureNames: readonly string[], eventIds: readonly number[]],
  { featureName: string; environment: string }
>(
  'inverses.read-on-since-revived',
  /* sql */ `
    SELECT fe.feature_name AS "featureName", fe.environment
      FROM unnest($2::text[], $3::bigint[]) AS a(feature_name, event_id)
      JOIN feature_environment fe ON fe.feature_name = a.feature_name AND fe.enabled
      JOIN project_environment pe ON pe.project = $1 AND pe.environment = fe.environment
     WHERE NOT EXISTS (
       SELECT FROM event r
         JOIN event e ON e.transaction_id = r.transaction_id AND e.created_at = r.created_at
          AND e.type = 'feature-environment-enabled' AND e.feature_name = fe.feature_name
          AND e.environment = fe.environment
        WHERE r.id = a.event_id)
     ORDER BY fe.environment, fe.feature_name`,
);

/** Locks a tag, so that no feature gets it. */
export const LOCK_TAG = statement<[type: string, value: string]>(
  'inverses.lock-tag',
  'SELECT FROM tag WHERE type = $1 AND value = $2 FOR UPDATE /* locks tags */',
);

/** Whether a feature has a tag. */
export const IS_TAG_USED = statement<[type: string, value: string], { isUsed: boolean }>(
  'inverses.is-tag-used',
  /* sql */ `
    SELECT EXISTS (SELECT FROM feature_tag t WHERE t.type = $1 AND t.value = $2) AS "isUsed"`,
);

/** The features that an event turned off besides what its payload says. */
export const READ_TURNED_OFF = statement<[eventId: number], { featureName: string }>(
  'inverses.read-turned-off',
  /* sql */ `
    SELECT r.feature_name AS "featureName" FROM removed_part r
     WHERE r.event_id = $1::bigint AND r.feature_name IS NOT NULL
       AND (r.data -> 'enabled')::boolean
     ORDER BY r.feature_name`,
);

/** Whether this transaction turned features off by removing an environment from a project. */
export const HAS_TURNED_OFF = statement<[project: string, environment: string], { found: boolean }>(
  'inverses.has-turned-off',
  /* sql */ `
    SELECT EXISTS (SELECT FROM event e JOIN removed_part r ON r.event_id = e.id
      WHERE e.transaction_id = pg_current_xact_id() AND e.created_at = now()
        AND e.type = 'project-environment-removed' AND e.project = $1 AND e.environment = $2)
      AS found`,
);
