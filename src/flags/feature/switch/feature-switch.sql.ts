import { recordingOf } from '../../../core/event/recording.sql.js';
import { statement } from '../../../platform/database/statement.js';
import { type Use, USE, useExpressions } from '../../preview/change-guard/change-guard.sql.js';
import type { GuardLevel } from '../../preview/impact.response.js';
import type { ImpactParams } from '../../preview/impact.sql.js';

/** The columns of the event. */
const OF_EVENT = {
  featureName: '$2',
  project: '$1',
  environment: '$3',
  createdBy: '$4',
  createdByUserId: '$5',
  token: '$6::jsonb',
  data: '$8::jsonb',
} as const;

/** The expression `guarded`: a row if the project has a guard and the switch is not forced. */
const GUARDED = /* sql */ `
    guarded AS MATERIALIZED (
      SELECT FROM project p WHERE p.id = $1 AND p.guard <> 'none' AND $8::jsonb IS NULL
    ),`;

/** Whether nothing was changed in an environment that requires approvals. */
const NEEDS_APPROVAL = /* sql */ `NOT $9::boolean AND NOT EXISTS (SELECT FROM changed) AND EXISTS (
             SELECT FROM project_environment pe WHERE pe.project = $1 AND pe.environment = $3
                AND pe.required_approvals IS NOT NULL)`;

/**
 * Switches a feature, records the event and updates the collaborator in one statement, hence one
 * transaction and one round trip. Of concurrent switches, the first to lock the row changes it; the
 * others see the change and record nothing. Features share no rows, so switches of different
 * features never wait for each other. The lock timeout is set within the statement before the row
 * is locked. Turning off changes nothing when the project has a guard, unless it is forced, which
 * is when the event has data. Nothing changes in an environment that requires approvals, unless
 * the switch may skip them; then the slower path decides.
 */
function switching(event: string, enabled: boolean, condition: string): string {
  const recording = recordingOf('changed', { type: `'${event}'`, ...OF_EVENT });
  return /* sql */ `
    WITH ${enabled ? '' : GUARDED} changed AS (
      UPDATE feature_environment fe SET enabled = ${enabled}
        FROM feature f, project_environment pe
       WHERE f.name = $2 AND f.project = $1 AND f.archived_at IS NULL AND pe.project = $1
         AND pe.environment = $3 AND (pe.required_approvals IS NULL OR $9::boolean)
         AND fe.feature_name = $2 AND fe.environment = $3 AND ${condition}
         AND (SELECT set_config('lock_timeout', $7, true)) IS NOT NULL
         ${enabled ? '' : 'AND NOT EXISTS (SELECT FROM guarded)'}
      RETURNING 1
    ), ${recording}
    SELECT (SELECT count(*)::int FROM changed) AS changes, false AS "isLocked",
           ${enabled ? 'false' : `EXISTS (SELECT FROM guarded) OR ${NEEDS_APPROVAL}`}
             AS "isGuarded"`;
}

/**
 * `token` is JSON of the token of the actor, if any; `lockTimeoutMs` limits waiting for a lock;
 * `data` is JSON of the data of the event; `skipsApproval` allows it where approvals are required.
 */
type SwitchParams = [
  projectId: string,
  featureName: string,
  environment: string,
  actorName: string,
  actorId: number,
  token: string | null,
  lockTimeoutMs: string,
  data: string | null,
  skipsApproval: boolean,
];

/** What came of a switch. */
export interface Switched {
  changes: number;
  /** Whether a row that was to be changed is locked; nothing was changed then. */
  isLocked: boolean;
  /** Whether the project has a guard or requires approvals, so that nothing was changed. */
  isGuarded: boolean;
}

/**
 * Whether nobody has changed the row `fe` since the statement began: after waiting for the row,
 * PostgreSQL reads it again, but not the project of the feature, which may have been moved.
 */
export const isUnchanged = (feature: string, environment: string): string => /* sql */ `
  fe.xmin = (SELECT seen.xmin FROM feature_environment seen
              WHERE seen.feature_name = ${feature} AND seen.environment = ${environment})`;

/** Whether a policy may refuse what is saved in a project: then the slower path looks. */
const hasPolicy = (project: string): string => /* sql */ `EXISTS (
  SELECT FROM policy po WHERE po.enforced AND (po.project IS NULL OR po.project = ${project}))`;

const OFF = ['feature-environment-disabled', false, 'fe.enabled'] as const;
const ON = [
  'feature-environment-enabled',
  true,
  /* sql */ `NOT fe.enabled AND fe.active_strategy_count > 0 AND NOT ${hasPolicy('$1')}
    AND ${isUnchanged('$2', '$3')}`,
] as const;

/** Turns a feature off. */
export const SWITCH_OFF = statement<SwitchParams, Switched>(
  'feature-switch.switch-off',
  switching(...OFF),
);

/**
 * Turns a feature on if it has an active strategy. A feature without one takes the slower path that
 * adds a strategy first, as does a feature that was changed at the same time.
 */
export const SWITCH_ON = statement<SwitchParams, Switched>(
  'feature-switch.switch-on',
  switching(...ON),
);

/** Keeps others from adding dependencies of a live feature until the transaction ends. */
export const KEEP_DEPENDENCIES = statement<
  [projectId: string, featureName: string, lockTimeoutMs: string]
>(
  'feature-switch.keep-dependencies',
  /* sql */ `
    SELECT FROM feature f
     WHERE f.name = $2 AND f.project = $1 AND f.archived_at IS NULL
       AND (SELECT set_config('lock_timeout', $3, true)) IS NOT NULL
       FOR SHARE OF f /* locks features */`,
);

/** What came of turning off with a guard. */
interface GuardedSwitch extends Use {
  changes: number;
  /** Whether it is off already. */
  isOff: boolean;
  /** The stricter one of what the project and the caller demand. */
  guard: GuardLevel;
}

/**
 * Turns a feature off whose dependencies are kept, unless it is in use and the guard blocks that,
 * and reads the warnings. Changes nothing where {@link SWITCH_OFF} would not either.
 */
export const SWITCH_OFF_GUARDED = statement<
  [
    ...ImpactParams<readonly string[]>,
    actorName: string,
    actorId: number,
    token: string | null,
    guard: GuardLevel,
    featureName: string,
  ],
  GuardedSwitch
>(
  'feature-switch.switch-off-guarded',
  /* sql */ `
    WITH ${useExpressions(true)}, demanded AS (
      SELECT CASE WHEN 'block' IN (p.guard, $9) THEN 'block'
               WHEN 'warn' IN (p.guard, $9) THEN 'warn' ELSE 'none' END AS guard
        FROM project p WHERE p.id = $3
    ), place AS MATERIALIZED (
      SELECT pe.required_approvals FROM subject s
        JOIN project_environment pe ON pe.project = $3 AND pe.environment = $2
    ), changed AS (
      UPDATE feature_environment fe SET enabled = false
       WHERE fe.feature_name = $10 AND fe.environment = $2 AND fe.enabled
         AND EXISTS (SELECT FROM place WHERE required_approvals IS NULL)
         AND ((SELECT guard FROM demanded) <> 'block'
           OR NOT EXISTS (SELECT FROM dependent) AND NOT EXISTS (SELECT FROM evaluated))
      RETURNING fe.feature_name
    ), ${recordingOf('changed', {
      type: `'feature-environment-disabled'`,
      featureName: 'feature_name',
      project: '$3',
      environment: '$2',
      createdBy: '$6',
      createdByUserId: '$7',
      token: '$8::jsonb',
      data: 'NULL',
    })}
    SELECT (SELECT count(*)::int FROM changed) AS changes, d.guard, ${USE},
           EXISTS (SELECT FROM place) AND EXISTS (SELECT FROM feature_environment fe
             WHERE fe.feature_name = $10 AND fe.environment = $2 AND NOT fe.enabled) AS "isOff"
      FROM demanded d`,
);

export const SWITCH_MANY = statement<
  [names: readonly string[], environment: string, enabled: boolean]
>(
  'feature-switch.switch-many',
  /* sql */ `
    UPDATE feature_environment SET enabled = $3
      WHERE feature_name = ANY ($1) AND environment = $2`,
);

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
    THEN NOT fe.enabled AND fe.active_strategy_count > 0 AND NOT ${hasPolicy('w.project')}
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
  'feature-switch.switch-batch',
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

/** Adds a feature that is on in an environment of a project; no row when no project has one. */
export const ADD_FEATURE = statement<
  [name: string, userId: number],
  { project: string; environment: string }
>(
  'feature-switch.add-feature',
  /* sql */ `
    WITH place AS (
      SELECT pe.project, pe.environment FROM project_environment pe
       WHERE pe.required_approvals IS NULL LIMIT 1
    ), added AS (
      INSERT INTO feature (name, project, created_by_user_id)
        SELECT $1, project, $2::int FROM place
    )
    INSERT INTO feature_environment (feature_name, environment, enabled)
      SELECT $1, environment, true FROM place
      RETURNING (SELECT project FROM place) AS project, environment`,
);

export const ADD_STRATEGY = statement<[name: string, environment: string]>(
  'feature-switch.add-strategy',
  /* sql */ `
    INSERT INTO feature_strategy (feature_name, environment, name)
    VALUES ($1, $2, 'flexibleRollout')`,
);
