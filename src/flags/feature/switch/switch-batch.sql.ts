import { statement } from '../../../platform/database/statement.js';
import { recordingOf } from '../../../core/event/recording.sql.js';
import { isUnchanged, type Switched } from './feature-switch.sql.js';

/** The switches of a batch; the arrays are equally long. `tokens` are JSON. */
export type BatchParams = [
  projectIds: readonly string[],
  featureNames: readonly string[],
  environments: readonly string[],
  enabled: readonly boolean[],
  actorNames: readonly string[],
  actorIds: readonly number[],
  tokens: readonly (string | null)[],
  lockTimeoutMs: string,
];

/** Whether a row `fe` is to be changed by the switch `w`. */
const CHANGES = /* sql */ `
  CASE WHEN w.enabled
    THEN NOT fe.enabled AND fe.active_strategy_count > 0
      AND ${isUnchanged('w.feature_name', 'w.environment')}
    ELSE fe.enabled END`;

/** The row `fe` of the switch `w`. */
const ROW = 'fe.feature_name = w.feature_name AND fe.environment = w.environment';

/**
 * Switches several features at once, each like `SWITCH_ON` and `SWITCH_OFF`, without waiting for
 * rows that are locked. One transaction for all of them costs little more than one for each. The
 * rows of the result are in the order of the switches.
 */
export const SWITCH_BATCH = statement<BatchParams, Switched>(
  'switch-batch.switch-batch',
  /* sql */ `
    WITH wanted AS MATERIALIZED (
      -- Without OFFSET 0, PostgreSQL would see how long the arrays are and plan for each call anew,
      -- which takes several times as long as running it.
      SELECT w.* FROM (SELECT $1::text[] AS one, $2::text[] AS two, $3::text[] AS three,
               $4::boolean[] AS four, $5::text[] AS five, $6::integer[] AS six, $7::text[] AS seven
               OFFSET 0) a,
             unnest(a.one, a.two, a.three, a.four, a.five, a.six, a.seven) WITH ORDINALITY
               AS w(project, feature_name, environment, enabled, actor, actor_id, token, n)
    ), unlocked AS MATERIALIZED (
      -- As a join, PostgreSQL would read the whole table of an instance with 1,000 features.
      SELECT w.* FROM wanted w,
             LATERAL (SELECT FROM feature_environment fe WHERE ${ROW} AND ${CHANGES}
                         FOR NO KEY UPDATE SKIP LOCKED /* locks featureEnvironments */) locked
    ), changed AS (
      UPDATE feature_environment fe SET enabled = w.enabled
        FROM unlocked w, feature f, project p, project_environment pe
       WHERE f.name = w.feature_name AND f.project = w.project AND f.archived_at IS NULL
         AND p.id = w.project AND (w.enabled OR p.guard = 'none')
         AND pe.project = w.project AND pe.environment = w.environment
         AND pe.required_approvals IS NULL
         AND ${ROW} AND ${CHANGES}
         AND (SELECT set_config('lock_timeout', $8, true)) IS NOT NULL
      RETURNING w.*
    ), in_order AS (SELECT * FROM changed ORDER BY n), ${recordingOf('in_order', {
      type: `CASE WHEN enabled THEN 'feature-environment-enabled'
                  ELSE 'feature-environment-disabled' END`,
      featureName: 'in_order.feature_name',
      project: 'project',
      environment: 'environment',
      createdBy: 'actor',
      createdByUserId: 'actor_id',
      token: 'token::jsonb',
      data: 'NULL',
    })}
    SELECT (c.n IS NOT NULL)::int AS changes,
           u.n IS NULL AND EXISTS (SELECT FROM feature_environment fe WHERE ${ROW} AND ${CHANGES})
             AS "isLocked",
           NOT w.enabled
             AND (p.guard <> 'none' OR c.n IS NULL AND pe.required_approvals IS NOT NULL) IS TRUE
             AS "isGuarded"
      FROM wanted w
      LEFT JOIN unlocked u ON u.n = w.n
      LEFT JOIN changed c ON c.n = w.n
      LEFT JOIN project p ON p.id = w.project
      LEFT JOIN project_environment pe ON pe.project = w.project AND pe.environment = w.environment
     ORDER BY w.n`,
);
