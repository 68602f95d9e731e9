import { statement } from '../database/statement.js';
import type { DependencyPayload } from '../event/event-payloads.js';
import { DEPENDENCIES_BEFORE } from '../feature/dependency.sql.js';

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

/** Where features are on. */
export const READ_SWITCHED_ON = statement<
  [projectId: string, featureNames: readonly string[]],
  { featureName: string; environment: string }
>(
  'inverses.read-switched-on',
  /* sql */ `
    SELECT fe.feature_name AS "featureName", fe.environment FROM feature_environment fe
      JOIN project_environment pe ON pe.project = $1 AND pe.environment = fe.environment
     WHERE fe.feature_name = ANY ($2) AND fe.enabled
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
