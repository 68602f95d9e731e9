import { statement } from '../../platform/database/statement.js';
import type { StrategyVariantResponse } from '../../flags/feature/variant/variant.dto.js';
import type { RemovalApplicationResponse, RemovalRepositoryResponse } from './removal.dto.js';

/** A strategy as far as it decides who gets a feature. */
export interface FactStrategy {
  name: string;
  parameters: Record<string, string>;
  disabled: boolean;
  isLimited: boolean;
  variants: Pick<StrategyVariantResponse, 'name' | 'weight'>[];
}

/** A variant as far as it decides who gets it. */
export interface FactVariant {
  name: string;
  weight: number;
  overrides?: readonly unknown[];
}

/** A feature in an environment as it is, and when that began. */
export interface PresentState {
  enabled: boolean;
  strategies: FactStrategy[];
  variants: FactVariant[];
  parents: string[];
  children: string[];
}

/** The feature in an environment of its project. */
export const READ_STATE = statement<
  [project: string, feature: string, environment: string],
  { state: PresentState }
>(
  'removal.read-state',
  /* sql */ `
    SELECT jsonb_build_object('enabled', COALESCE(fe.enabled, false),
      'variants', COALESCE(fe.variants, '[]'),
      'strategies', (SELECT COALESCE(jsonb_agg(jsonb_build_object('name', s.name,
          'parameters', s.parameters, 'disabled', s.disabled, 'variants', s.variants,
          'isLimited', s.constraints <> '[]' OR EXISTS (
            SELECT FROM feature_strategy_segment g WHERE g.strategy_id = s.id))
          ORDER BY s.sort_order, s.created_at, s.id), '[]')
        FROM feature_strategy s WHERE s.feature_name = f.name AND s.environment = pe.environment),
      'parents', (SELECT COALESCE(jsonb_agg(d.parent ORDER BY d.parent), '[]')
        FROM feature_dependency d WHERE d.child = f.name),
      'children', (SELECT COALESCE(jsonb_agg(d.child ORDER BY d.child), '[]')
        FROM feature_dependency d WHERE d.parent = f.name)) AS state
      FROM feature f
      JOIN project_environment pe ON pe.project = f.project AND pe.environment = $3
      LEFT JOIN feature_environment fe
        ON fe.feature_name = f.name AND fe.environment = pe.environment
     WHERE f.name = $2 AND f.project = $1`,
);

/** What changes whether a feature is on at all, and by that what is off for everybody. */
const OF_BEING_OFF = [
  ...['feature-created', 'feature-archived', 'feature-revived', 'feature-project-change'],
  ...['feature-environment-enabled', 'feature-environment-disabled'],
];
/** Events after which a feature may be on for other people than before. */
const OF_BEING_ON = [
  ...OF_BEING_OFF,
  ...['feature-strategy-add', 'feature-strategy-update', 'feature-strategy-remove'],
  ...['strategy-order-changed', 'feature-environment-variants-updated'],
  ...['feature-dependency-added', 'feature-dependency-removed', 'feature-dependencies-removed'],
  ...['release-plan-added', 'release-plan-removed', 'release-plan-milestone-started'],
];

/** When a state began. */
export interface Beginning {
  instanceId: string;
  now: string;
  /** Since when the state is known to be the same. */
  since: string;
  /** The event that began it; null when it is older than what is kept. */
  event: { id: number; type: string } | null;
  /** When the database was restored last; null when it never was. */
  restoredAt: string | null;
  /** When an instance that had been cut off served the change. */
  servedAt: string | null;
}

/**
 * When the present state began: with the last event that could have changed it, but not before the
 * audit log begins, nor before the database was restored.
 */
export const READ_BEGINNING = statement<
  [project: string, feature: string, environment: string, isOn: boolean],
  { beginning: Beginning }
>(
  'removal.read-beginning',
  /* sql */ `
    WITH last AS MATERIALIZED (
      SELECT e.id, e.type, e.created_at, e.transaction_id FROM event e
       WHERE e.feature_name = $2 AND (e.environment IS NULL OR e.environment = $3)
         AND e.type = ANY (CASE WHEN $4 THEN '{${OF_BEING_ON.join()}}'::text[]
           ELSE '{${OF_BEING_OFF.join()}}'::text[] END)
       ORDER BY e.id DESC LIMIT 1
    ), place AS MATERIALIZED (
      SELECT e.id, e.type, e.created_at, e.transaction_id FROM event e
       WHERE e.project = $1 AND e.environment = $3
         AND e.type IN ('project-environment-added', 'project-environment-removed')
       ORDER BY e.id DESC LIMIT 1
    ), begun AS MATERIALIZED (
      SELECT * FROM (TABLE last UNION ALL TABLE place) b ORDER BY id DESC LIMIT 1
    ), kept AS MATERIALIZED (
      SELECT h.restored_at, GREATEST(h.events_from,
        (SELECT e.created_at FROM event e ORDER BY e.id LIMIT 1)) AS from FROM event_tally_horizon h
    ), served AS MATERIALIZED (
      SELECT max(l.served_at) AS at FROM late_serving l, begun b
       WHERE l.served_at > b.created_at AND b.transaction_id <> '0'
         AND NOT pg_visible_in_snapshot(b.transaction_id, l.since)
         AND pg_visible_in_snapshot(b.transaction_id, l.until)
    )
    SELECT json_build_object('instanceId', (SELECT id::text FROM instance),
      'now', iso8601(now()),
      'since', iso8601(GREATEST(COALESCE((SELECT created_at FROM begun), k.from),
        (SELECT at FROM served), k.restored_at)),
      'event', (SELECT json_build_object('id', id, 'type', type) FROM begun),
      'restoredAt', iso8601(k.restored_at),
      'servedAt', (SELECT iso8601(at) FROM served)) AS beginning
      FROM kept k`,
);

/** What was reported since the state began. */
export interface Usage {
  yes: number;
  no: number;
  /** Since when usage is counted: as long as it is kept. */
  countedFrom: string;
  lastSeenAt: string | null;
  applications: (RemovalApplicationResponse & { contradicting: number })[];
  /** Variants other than what everybody gets that were reported while it is on. */
  otherVariants: string[];
}

/** After how long a report of what was before the change is late. */
const TOLERANCE = "interval '1 hour'";

/** Usage of a feature; hours in which everything can still be as before the change do not count. */
export const READ_USAGE = statement<
  [feature: string, environment: string, since: string, isOn: boolean, variant: string | null],
  { usage: Usage }
>(
  'removal.read-usage',
  /* sql */ `
    WITH used AS MATERIALIZED (
      SELECT m.app_name, sum(m.yes)::float8 AS yes, sum(m.no)::float8 AS no, max(m.hour) AS hour,
        COALESCE(sum(CASE WHEN $4 THEN m.no ELSE m.yes END)
          FILTER (WHERE m.hour > $3::timestamptz + ${TOLERANCE}), 0)::float8 AS contradicting
        FROM client_metric m
       WHERE m.feature_name = $1 AND m.environment = $2
         AND m.hour >= date_trunc('hour', $3::timestamptz, 'UTC')
       GROUP BY 1
    )
    SELECT json_build_object(
      'yes', (SELECT COALESCE(sum(yes), 0) FROM used),
      'no', (SELECT COALESCE(sum(no), 0) FROM used),
      'countedFrom', iso8601(GREATEST($3::timestamptz,
        (SELECT min(t.day)::timestamp AT TIME ZONE 'UTC' FROM client_metric_day_tally t))),
      'lastSeenAt', (SELECT iso8601(u.last_seen_at) FROM feature_environment_usage u
        WHERE u.feature_name = $1 AND u.environment = $2),
      'applications', (SELECT COALESCE(json_agg(json_build_object('appName', u.app_name,
          'yes', u.yes, 'no', u.no, 'lastHour', iso8601(u.hour),
          'contradicting', u.contradicting, 'sdks', (
            SELECT COALESCE(json_agg(DISTINCT i.sdk_version ORDER BY i.sdk_version), '[]')
              FROM client_instance i
             WHERE i.app_name = u.app_name AND i.environment = $2 AND i.sdk_version IS NOT NULL))
          ORDER BY u.app_name), '[]') FROM used u),
      'otherVariants', (SELECT COALESCE(json_agg(DISTINCT v.variant ORDER BY v.variant), '[]')
        FROM client_metric_variant v
       WHERE $4 AND v.feature_name = $1 AND v.environment = $2
         AND v.hour > $3::timestamptz + ${TOLERANCE}
         AND v.variant <> COALESCE($5::text, 'disabled')
         AND v.count > 0)) AS usage`,
);

/** What could still change a feature, or make what is known of it wrong. */
export interface Dangers {
  /** Applications that are there, but have reported no usage within two days. */
  silent: string[];
  /** Usage that was lost since the state began, by reason. */
  lost: { reason: string; counters: number }[];
  schedules: number;
  changeRequests: number[];
  hasPlan: boolean;
  safeguards: number;
  signals: number;
  repositories: RemovalRepositoryResponse[];
}

/** SDKs report every minute, so two days are long. */
const SILENT = "interval '50 hours'";

export const READ_DANGERS = statement<
  [project: string, feature: string, environment: string, since: string],
  { dangers: Dangers }
>(
  'removal.read-dangers',
  /* sql */ `
    WITH there AS (
      SELECT i.app_name FROM client_instance i JOIN client_application_usage u
          ON u.app_name = i.app_name AND u.environment = i.environment AND u.project IN ('*', $1)
       WHERE i.environment = $3 AND i.seen_at > now() - interval '48 hours'
      UNION
      SELECT c.app_name FROM sdk_connection c
       WHERE c.environment = $3 AND c.expires_at > now()
         AND (c.projects IS NULL OR $1 = ANY (c.projects)) AND $1 <> ALL (c.hidden_projects)
         AND starts_with($2, c.name_prefix)
    )
    SELECT json_build_object(
      'silent', (SELECT COALESCE(json_agg(t.app_name ORDER BY t.app_name), '[]') FROM there t
        WHERE NOT EXISTS (SELECT FROM client_application_feature a
          WHERE a.app_name = t.app_name AND a.environment = $3 AND a.hour > now() - ${SILENT})),
      'lost', (SELECT COALESCE(json_agg(json_build_object('reason', l.reason,
          'counters', l.counters) ORDER BY l.reason), '[]') FROM (
        SELECT reason, sum(counters)::float8 AS counters FROM usage_loss
         WHERE hour >= date_trunc('hour', $4::timestamptz, 'UTC') GROUP BY 1) l),
      'schedules', (SELECT count(*) FROM schedule s WHERE s.feature_name = $2
        AND s.environment = $3 AND s.state IN ('pending', 'suspended')),
      'changeRequests', (SELECT COALESCE(json_agg(r.id ORDER BY r.id), '[]')
        FROM change_request r WHERE r.environment = $3
         AND r.state IN ('In review', 'Approved', 'Scheduled') AND r.id IN (
           SELECT c.change_request_id FROM change_request_change c WHERE c.feature_name = $2)),
      'hasPlan', EXISTS (SELECT FROM release_plan p WHERE p.feature_name = $2
        AND p.environment = $3
        AND p.milestones -> -1 ->> 'id' IS DISTINCT FROM p.active_milestone_id::text),
      'safeguards', (SELECT count(*) FROM feature_safeguard s WHERE s.feature_name = $2
          AND s.environment = $3 AND s.triggered_at IS NULL)
        + (SELECT COALESCE(sum(jsonb_array_length(p.safeguards)), 0) FROM release_plan p
            WHERE p.feature_name = $2 AND p.environment = $3),
      'signals', (SELECT count(*) FROM signal_target t
        WHERE t.feature_name = $2 AND t.environment = $3),
      'repositories', (SELECT COALESCE(json_agg(json_build_object('name', r.name,
          'revision', r.revision, 'complete', r.complete, 'scannedAt', iso8601(r.scanned_at),
          'references', (SELECT count(*) FROM code_reference c
            WHERE c.repository_id = r.id AND c.feature_name = $2)) ORDER BY r.name), '[]')
        FROM code_repository r WHERE r.project = $1)) AS dangers`,
);
