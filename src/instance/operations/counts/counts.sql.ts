import {
  MISSING_UNKNOWN_FEATURES,
  REPAIR_FEATURE_COUNTS,
  REPAIR_FEATURE_SEGMENTS,
  REPAIR_UNKNOWN_FEATURES,
  WRONG_FEATURE_COUNTS,
  WRONG_FEATURE_SEGMENTS,
} from '../../../flags/feature-count/feature-count.sql.js';
import {
  REPAIR_CONTEXT_FIELDS,
  REPAIR_STORED_STRATEGIES,
  REPAIR_STRATEGY_COUNTS,
  WRONG_CONTEXT_FIELDS,
  WRONG_STORED_STRATEGIES,
  WRONG_STRATEGY_COUNTS,
} from '../../../flags/feature/strategy/strategy-count.sql.js';
import {
  dynamicStatement,
  type NoColumns,
  statement,
} from '../../../platform/database/statement.js';

/** A stored count, such as a tally or a column maintained by a trigger. */
interface KeptCount {
  /** The table, or table and column, that stores it. */
  readonly name: string;
  /** Selects `key, expected, found` wherever the count is wrong. */
  readonly differences: string;
  /** Statements that repair it in one transaction, during normal operation. */
  readonly repair: readonly string[];
}

const HORIZON = `COALESCE((SELECT transaction_id FROM event_tally_horizon), '0')`;

/** Events before it may have been removed; days before it keep their counts. */
const EVENTS_FROM = `COALESCE((SELECT events_from FROM event_tally_horizon), '-infinity')`;

/**
 * Events below the horizon are final and must all be tallied. Horizon and tally are read in one
 * snapshot.
 */
function eventTally(
  name: string,
  key: string,
  keyOfEvent: string,
  condition = 'true',
  comparable = 'true',
): KeptCount {
  return {
    name,
    differences: /* sql */ `
      SELECT key, sum(expected)::bigint AS expected, sum(found)::bigint AS found FROM (
        SELECT ${keyOfEvent} AS key, count(*) AS expected, 0 AS found FROM event e
         WHERE e.transaction_id < ${HORIZON} AND ${condition} GROUP BY 1
        UNION ALL SELECT ${key}, 0, events FROM ${name} t WHERE ${comparable}
      ) c GROUP BY key HAVING sum(expected) <> sum(found)`,
    repair: ['SELECT FROM (SELECT recount_events()) done'],
  };
}

const hourOf = (hour: string): string => `to_char(${hour} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24')`;

/**
 * Usage buckets by day. Writers update the tally in the same transaction, and wait during a repair.
 */
function usageTally(kind: string, table: string): KeptCount {
  const buckets = /* sql */ `
    SELECT day, sum(expected)::bigint AS expected, sum(found)::bigint AS found FROM (
      SELECT (hour AT TIME ZONE 'UTC')::date AS day, count(*) AS expected, 0 AS found FROM ${table}
        GROUP BY 1
      UNION ALL SELECT day, 0, buckets FROM client_metric_day_tally WHERE kind = '${kind}'
    ) c GROUP BY day HAVING sum(expected) <> sum(found)`;
  return {
    name: `client_metric_day_tally.${kind}`,
    differences: `SELECT day::text AS key, expected, found FROM (${buckets}) b`,
    repair: [
      'LOCK TABLE client_metric_day_tally IN SHARE ROW EXCLUSIVE MODE',
      /* sql */ `
        WITH wrong AS MATERIALIZED (${buckets}),
             removed AS (DELETE FROM client_metric_day_tally t USING wrong w
               WHERE t.day = w.day AND t.kind = '${kind}' AND t.slot >= 0)
        INSERT INTO client_metric_day_tally AS t (day, kind, slot, buckets)
        -- -1 is no writer's slot, so that nothing is removed and inserted at once
        SELECT day, '${kind}', -1,
          expected - COALESCE((SELECT o.buckets FROM client_metric_day_tally o
                                                         WHERE o.day = w.day AND o.kind = '${kind}'
                                                           AND o.slot = -1), 0)
          FROM wrong w
        ON CONFLICT ON CONSTRAINT client_metric_day_tally_pkey DO UPDATE
          SET buckets = t.buckets + excluded.buckets`,
    ],
  };
}

/**
 * Strategies per feature environment. Changes of strategies update the row in the same transaction,
 * and wait during a repair.
 */
const strategyCount = (column: string, actual: string): KeptCount => ({
  name: `feature_environment.${column}`,
  differences: /* sql */ `
    SELECT feature_name || ' in ' || environment AS key, ${actual}::bigint AS expected,
      ${column}::bigint AS found
      FROM (${WRONG_STRATEGY_COUNTS}) w WHERE ${column} <> ${actual}`,
  repair: REPAIR_STRATEGY_COUNTS,
});

/** The first event that turned a feature on in an environment; compares ids of events. */
const FIRST_ON: KeptCount = {
  name: 'feature_first_on',
  differences: /* sql */ `
    SELECT concat_ws(' in ', COALESCE(a.feature_name, t.feature_name),
                     COALESCE(a.environment, t.environment)) AS key,
           a.event_id AS expected, t.event_id AS found
      FROM (SELECT e.feature_name, e.environment, min(e.id) AS event_id
              FROM event e
              JOIN feature f ON f.name = e.feature_name AND e.created_at >= f.created_at
             WHERE e.type = 'feature-environment-enabled' AND e.environment IS NOT NULL
               AND e.transaction_id < ${HORIZON} GROUP BY 1, 2) a
      FULL JOIN feature_first_on t USING (feature_name, environment)
     WHERE a.event_id IS DISTINCT FROM t.event_id
       AND (t.at IS NULL OR t.at >= ${EVENTS_FROM})`,
  repair: ['SELECT recount_events()'],
};

/**
 * When a project was last used, in seconds. It may be later than the use of any feature that still
 * exists, because features are deleted.
 */
const PROJECT_USAGE: KeptCount = {
  name: 'project_usage',
  differences: /* sql */ `
    SELECT f.project AS key, extract(epoch FROM max(u.last_seen_at))::bigint AS expected,
           extract(epoch FROM max(p.last_seen_at))::bigint AS found
      FROM feature_environment_usage u JOIN feature f ON f.name = u.feature_name
      LEFT JOIN project_usage p ON p.project = f.project
     GROUP BY 1 HAVING max(u.last_seen_at) > COALESCE(max(p.last_seen_at), '-infinity')`,
  repair: ['SELECT recount_usage_of_projects()'],
};

/** Strategies with a constraint on a context field, per feature. */
const CONTEXT_FIELDS: KeptCount = {
  name: 'feature_context_field',
  differences: /* sql */ `
    SELECT feature_name || ' by ' || context_field AS key, expected, found
      FROM (${WRONG_CONTEXT_FIELDS}) w`,
  repair: REPAIR_CONTEXT_FIELDS,
};

/** The JSON of strategies that features contain; compares checksums. */
const STORED_STRATEGIES: KeptCount = {
  name: 'feature_strategy_list',
  differences: /* sql */ `
    SELECT feature_name || ' in ' || environment AS key, expected, found
      FROM (${WRONG_STORED_STRATEGIES}) w`,
  repair: REPAIR_STORED_STRATEGIES,
};

/** Strategies with a segment, per feature. */
const FEATURE_SEGMENTS: KeptCount = {
  name: 'feature_segment',
  differences: /* sql */ `
    SELECT feature_name || ' with ' || segment_id AS key, expected, found
      FROM (${WRONG_FEATURE_SEGMENTS}) w`,
  repair: REPAIR_FEATURE_SEGMENTS,
};

/** Features per project: in a state, or with a context field or a segment. */
const FEATURES: KeptCount = {
  name: 'feature_count',
  differences: /* sql */ `
    SELECT concat_ws(' ', subject, NULLIF(key, ''), 'in', project) AS key, expected, found
      FROM (${WRONG_FEATURE_COUNTS}) w`,
  repair: REPAIR_FEATURE_COUNTS,
};

/** Names without a feature that applications asked for. There may be more, which readers skip. */
const UNKNOWN_FEATURES: KeptCount = {
  name: 'unknown_feature',
  differences: `SELECT feature_name AS key, 1 AS expected, 0 AS found
    FROM (${MISSING_UNKNOWN_FEATURES}) w`,
  repair: REPAIR_UNKNOWN_FEATURES,
};

/** All stored counts. A count of rows that are counted themselves follows them. */
export const KEPT_COUNTS: readonly KeptCount[] = [
  eventTally(
    'event_hour_tally',
    `t.environment || ' ' || ${hourOf('t.hour')}`,
    `e.environment || ' ' || ${hourOf('e.created_at')}`,
    'e.environment IS NOT NULL',
  ),
  eventTally('event_type_tally', 't.type', 'e.type'),
  eventTally(
    'event_total_tally',
    `concat_ws(' ', t.type, 'project', COALESCE(t.project, '-'), 'user', t.created_by_user_id)`,
    `concat_ws(' ', e.type, 'project', COALESCE(e.project, '-'), 'user', e.created_by_user_id)`,
  ),
  eventTally(
    'event_project_tally',
    `concat_ws(' ', t.project, t.day, t.type)`,
    `concat_ws(' ', e.project, (e.created_at AT TIME ZONE 'UTC')::date, e.type)`,
    `e.project IS NOT NULL AND e.created_at >= ${EVENTS_FROM}`,
    `t.day >= (${EVENTS_FROM} AT TIME ZONE 'UTC')::date`,
  ),
  FIRST_ON,
  PROJECT_USAGE,
  usageTally('enabled', 'client_metric'),
  usageTally('variant', 'client_metric_variant'),
  strategyCount('strategy_count', 'all_of_them'),
  strategyCount('active_strategy_count', 'active'),
  CONTEXT_FIELDS,
  STORED_STRATEGIES,
  FEATURE_SEGMENTS,
  FEATURES,
  UNKNOWN_FEATURES,
];

export const TRY_LOCK = statement<[lock: number], { taken: boolean }>(
  'counts.try-lock',
  'SELECT pg_try_advisory_xact_lock($1) AS taken',
);

/** Lets a repair write counts that only triggers write otherwise. */
export const BEGIN_REPAIR = statement<[], { repairing: string }>(
  'counts.begin-repair',
  "SELECT set_config('counts.repairing', 'on', true) AS repairing",
);

/** The first differences of a stored count, and how many there are. */
export const DIFFERENCES = dynamicStatement<
  [count: KeptCount, limit: number],
  { key: string; expected: string; found: string; places: string }
>('counts.differences', ({ differences }, limit) => ({
  text: /* sql */ `
    SELECT key, expected::text, found::text, count(*) OVER ()::text AS places
      FROM (${differences}) d ORDER BY key LIMIT $1`,
  values: [limit],
}));

/** One of the statements that repair a {@link KeptCount}. */
export const REPAIR = dynamicStatement<[step: string], NoColumns>('counts.repair', (step) => ({
  text: step,
  values: [],
}));

/**
 * Whether a verification is due, or needed at once because data were restored. Moved events are
 * counted at the end of a move, so nothing is due while one runs.
 */
export const IS_DUE = statement<
  [countVerificationHours: number],
  { due: boolean; isRestored: boolean }
>(
  'counts.is-due',
  /* sql */ `
    SELECT COALESCE(bool_or(is_restored), false) AS "isRestored",
           $1::integer > 0 AND COALESCE(bool_or(
             verified_at IS NULL OR verified_at < now() - $1::integer * interval '1 hour'), true)
             AND NOT EXISTS (SELECT FROM move_in
               WHERE finished_at IS NULL AND started_at > now() - interval '24 hours') AS due
      FROM event_tally_horizon`,
);

export const NOTE_VERIFIED = statement<[]>(
  'counts.note-verified',
  'UPDATE event_tally_horizon SET verified_at = now(), is_restored = false',
);
