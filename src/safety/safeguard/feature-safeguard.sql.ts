import { statement } from '../../platform/database/statement.js';
import type { Json } from '../../platform/http/json.js';
import type { UsageBaseline } from '../../governance/release-plan/safeguard/measure.sql.js';
import type { FeatureSafeguardResponse } from './feature-safeguard.dto.js';
import type { FeatureSafeguard } from './watched.js';

const WATCHED = "jsonb_build_object('id', s.id) || s.watched";

/** Whether usage is counted only from now on: what was counted before belongs to another time. */
const ANEW = 'usage_baseline = NULL, crossed_since = NULL';

export const LIST = statement<
  [featureName: string, environment: string],
  { safeguards: Json<FeatureSafeguardResponse[]> }
>(
  'feature-safeguard.list',
  /* sql */ `
    SELECT COALESCE(jsonb_agg(${WATCHED} || jsonb_build_object(
             'impactMetric', s.watched -> 'impactMetric',
             'prometheusQuery', s.watched -> 'prometheusQuery', 'problem', s.problem,
             'forMinutes', s.for_minutes, 'checkedAt', iso8601(s.checked_at),
             'crossedSince', iso8601(s.crossed_since), 'triggeredAt', iso8601(s.triggered_at),
             'triggeredValue', s.triggered_value, 'createdAt', iso8601(s.created_at))
             ORDER BY s.created_at, s.id), '[]')::text AS safeguards
      FROM feature_safeguard s WHERE s.feature_name = $1 AND s.environment = $2`,
);

/** A safeguard as it is set. */
interface StoredSafeguard {
  safeguard: FeatureSafeguard;
  forMinutes: number;
  isTriggered: boolean;
}

export const READ_STORED = statement<[featureName: string, environment: string], StoredSafeguard>(
  'feature-safeguard.read-stored',
  /* sql */ `
    SELECT ${WATCHED} AS safeguard, s.for_minutes AS "forMinutes",
           s.triggered_at IS NOT NULL AS "isTriggered"
      FROM feature_safeguard s WHERE s.feature_name = $1 AND s.environment = $2`,
);

/** Adds a safeguard, or lets one watch anew. */
export const SET = statement<
  [id: string, featureName: string, environment: string, watched: string, forMinutes: number]
>(
  'feature-safeguard.set',
  /* sql */ `
    INSERT INTO feature_safeguard (id, feature_name, environment, watched, for_minutes)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT ON CONSTRAINT feature_safeguard_pkey DO UPDATE
      SET watched = excluded.watched, for_minutes = excluded.for_minutes, ${ANEW},
          checked_at = NULL, problem = NULL, triggered_at = NULL, triggered_value = NULL`,
);

export const DELETE = statement<
  [featureName: string, environment: string, id: string],
  { safeguard: FeatureSafeguard; forMinutes: number }
>(
  'feature-safeguard.delete',
  /* sql */ `
    DELETE FROM feature_safeguard s
     WHERE s.feature_name = $1 AND s.environment = $2 AND s.id::text = lower($3)
    RETURNING ${WATCHED} AS safeguard, s.for_minutes AS "forMinutes"`,
);

/** A safeguard to check. */
export interface UncheckedSafeguard {
  projectId: string;
  featureName: string;
  environment: string;
  safeguard: FeatureSafeguard;
  forMinutes: number;
  /** null when it has not begun to count since the feature was turned on. */
  usageBaseline: UsageBaseline | null;
  crossedSince: string | null;
  /** Why the last check of a query found no number. */
  problem: string | null;
  /** Whether the limit has been crossed for the time by now, if it still is. */
  isLongEnough: boolean;
  /** The present, by the clock of PostgreSQL. */
  now: string;
}

const COLUMNS = /* sql */ `
  f.project AS "projectId", s.feature_name AS "featureName", s.environment,
  ${WATCHED} AS safeguard, s.for_minutes AS "forMinutes", s.usage_baseline AS "usageBaseline",
  iso8601(s.crossed_since) AS "crossedSince", s.problem, iso8601(now()) AS now,
  COALESCE(s.crossed_since, now()) <= now() - make_interval(mins => s.for_minutes)
    AS "isLongEnough"`;

/** The places of safeguards of live features. */
const LIVE = /* sql */ `
  JOIN feature f ON f.name = s.feature_name AND f.archived_at IS NULL
  JOIN project_environment pe ON pe.project = f.project AND pe.environment = s.environment
  JOIN feature_environment fe ON fe.feature_name = s.feature_name
    AND fe.environment = s.environment`;

/** Those of queries wait for Prometheus, so they are not taken with others. */
const OF_QUERIES = "s.watched ? 'prometheusQuery'";

/**
 * Takes safeguards that were not checked for some seconds, each by one instance. Those of features
 * that are off begin anew when the feature is turned on, and are not taken until then. The
 * statement is run outside of a transaction, so its locks end with it.
 */
export const TAKE_UNCHECKED = statement<
  [seconds: number, limit: number, ofQueries: boolean],
  UncheckedSafeguard
>(
  'feature-safeguard.take-unchecked',
  /* sql */ `
    WITH taken AS (
      SELECT s.id, fe.enabled FROM feature_safeguard s ${LIVE}
       WHERE s.triggered_at IS NULL AND (fe.enabled OR s.usage_baseline IS NOT NULL)
         AND (${OF_QUERIES}) = $3
         AND (s.checked_at IS NULL OR s.checked_at <= now() - make_interval(secs => $1))
       ORDER BY s.checked_at NULLS FIRST LIMIT $2
         FOR NO KEY UPDATE OF s SKIP LOCKED
    ), checked AS (
      UPDATE feature_safeguard s
         SET checked_at = now(), usage_baseline = CASE WHEN t.enabled THEN s.usage_baseline END,
             crossed_since = CASE WHEN t.enabled THEN s.crossed_since END
        FROM taken t WHERE s.id = t.id
      RETURNING s.*, t.enabled AS is_on
    )
    SELECT ${COLUMNS} FROM checked s ${LIVE} WHERE s.is_on`,
);

/** Begins to count, unless it has begun or was set again meanwhile. */
export const BEGIN = statement<[id: string, baseline: string]>(
  'feature-safeguard.begin',
  /* sql */ `
    UPDATE feature_safeguard SET usage_baseline = $2
     WHERE id = $1 AND usage_baseline IS NULL AND triggered_at IS NULL`,
);

/** Notes whether a check found the limit crossed, and why it found no number. */
export const NOTE_CHECK = statement<[id: string, isCrossed: boolean, problem: string | null]>(
  'feature-safeguard.note-check',
  /* sql */ `
    UPDATE feature_safeguard
       SET crossed_since = CASE WHEN $2 THEN COALESCE(crossed_since, checked_at) END, problem = $3
     WHERE id = $1 AND usage_baseline IS NOT NULL AND triggered_at IS NULL`,
);

/** Reads a safeguard that still watches. Its feature is locked in the environment. */
export const READ_WATCHING = statement<[id: string], UncheckedSafeguard>(
  'feature-safeguard.read-watching',
  /* sql */ `
    SELECT ${COLUMNS} FROM feature_safeguard s ${LIVE}
     WHERE s.id = $1 AND s.triggered_at IS NULL AND fe.enabled
       AND s.usage_baseline IS NOT NULL`,
);

export const TRIGGER = statement<[id: string, value: number]>(
  'feature-safeguard.trigger',
  /* sql */ `
    UPDATE feature_safeguard
       SET triggered_at = now(), triggered_value = $2, ${ANEW} WHERE id = $1`,
);
