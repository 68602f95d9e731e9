import { countOf } from '../../flags/feature-count/feature-count.sql.js';
import { TOKEN_TYPES } from '../../platform/config/config.js';
import { statement } from '../../platform/database/statement.js';
import type { StatisticsResponse } from './statistics.response.js';

/**
 * Counts the events of a period in three disjoint parts: tallied hours that lie entirely within the
 * period, events of the hour in which the period starts, and events that are not tallied yet.
 */
const PRODUCTION_CHANGES = /* sql */ `
  (SELECT json_build_object('last30', sum(changes) FILTER (WHERE days = 30), 'last60', sum(changes)
    FILTER (WHERE days = 60),
                            'last90', sum(changes) FILTER (WHERE days = 90))
     FROM (VALUES (30), (60), (90)) w(days)
    CROSS JOIN LATERAL (SELECT now() - make_interval(hours => 24 * days) AS start) s
    CROSS JOIN LATERAL (SELECT date_trunc('hour', start, 'UTC') + interval '1 hour'
      AS first_full_hour) h
    CROSS JOIN LATERAL (SELECT
      (SELECT COALESCE(sum(t.events), 0) FROM event_hour_tally t
        JOIN production p ON p.name = t.environment WHERE t.hour >= first_full_hour)
      + (SELECT count(*) FROM event e JOIN production p ON p.name = e.environment
          WHERE e.created_at > start AND e.created_at < first_full_hour
            AND e.transaction_id < horizon.id)
      + (SELECT count(*) FROM recent e JOIN production p ON p.name = e.environment
        WHERE e.created_at > start) AS changes) c)`;

/** All events ever of one type: the tallied ones, the removed ones and the recent ones. */
const eventsOf = (type: string): string => /* sql */ `
  (SELECT COALESCE((SELECT sum(t.events) FROM event_type_tally t WHERE t.type = '${type}'), 0)
          + COALESCE((SELECT r.events FROM event_removed_tally r WHERE r.type = '${type}'), 0)
          + (SELECT count(*) FROM recent e WHERE e.type = '${type}'))`;

/**
 * Addresses of live users are unique (app_user_email_key), so only deleted users' addresses need
 * DISTINCT.
 */
const LICENSED_USERS = /* sql */ `
  people.addresses
  + (SELECT count(DISTINCT lower(u.email)) FROM app_user u
      WHERE u.kind = 'user' AND u.deleted_at > now() - interval '720 hours'
        AND NOT EXISTS (SELECT FROM app_user l
          WHERE lower(l.email) = lower(u.email) AND l.deleted_at IS NULL AND l.kind = 'user'))`;

const bucketsYesterday = (kind: string): string => /* sql */ `
  (SELECT COALESCE(sum(t.buckets), 0) FROM client_metric_day_tally t
    WHERE t.kind = '${kind}' AND t.day = (now() AT TIME ZONE 'UTC')::date - 1)`;

/** A condition with a subquery, so that the moment is not computed again for each row. */
const seen = (days: number): string =>
  `seen_at > (SELECT now() - make_interval(hours => 24 * ${days}))`;
const usersSeen = (days: number): string =>
  `count(*) FILTER (WHERE u.kind = 'user' AND u.${seen(days)})`;

/** Live accounts and applications: each table is read once. */
const COUNTED_ONCE = /* sql */ `
  people AS MATERIALIZED (
    SELECT count(*) FILTER (WHERE u.kind = 'user') AS users,
           count(u.email) FILTER (WHERE u.kind = 'user') AS addresses,
           count(*) FILTER (WHERE u.kind = 'service-account') AS service_accounts,
           json_build_object('last7', ${usersSeen(7)}, 'last30', ${usersSeen(30)},
             'last60', ${usersSeen(60)}, 'last90', ${usersSeen(90)}) AS active
      FROM app_user u WHERE u.deleted_at IS NULL
  ), apps AS MATERIALIZED (
    SELECT count(*) FILTER (WHERE a.${seen(7)}) AS last7,
           count(*) FILTER (WHERE a.${seen(30)}) AS last30, count(*) AS remaining
      FROM client_application a WHERE a.is_reported
  )`;
const TOKEN_COUNTS = [...TOKEN_TYPES]
  .sort()
  .map((type) => `'${type}', count(*) FILTER (WHERE t.type = '${type}')`)
  .join(', ');
const isEnabled = (sso: string): string => /* sql */ `
    COALESCE((SELECT (s.content ->> 'enabled')::boolean FROM setting s WHERE s.name = '${sso}'),
      false)`;

/** Whether a live user, a service account or a group has the root role `r`. */
const IS_HELD = /* sql */ `
  (EXISTS (SELECT FROM app_user u WHERE u.root_role_id = r.id AND u.deleted_at IS NULL)
   OR EXISTS (SELECT FROM user_group g WHERE g.root_role_id = r.id))`;

/**
 * The highest value among strategies of live features: scans the index from its high end, past the
 * strategies of archived features.
 */
const highest = (column: string): string => /* sql */ `
  COALESCE((SELECT fs.${column} FROM feature_strategy fs JOIN feature f ON f.name = fs.feature_name
             WHERE fs.${column} > 0 AND f.archived_at IS NULL ORDER BY fs.${column} DESC
             LIMIT 1), 0)`;

/**
 * Events since the last tally, read once. The upper bound only serves the planner: it estimates a
 * bounded range as small and uses the index.
 */
const RECENT = /* sql */ `
  recent AS MATERIALIZED (
    SELECT e.type, e.environment, e.created_at FROM event e
     WHERE e.transaction_id >= (SELECT id FROM horizon)
       AND e.transaction_id <= '18446744073709551615'::xid8)`;

/**
 * Counts everything in one statement, hence in one snapshot: one line per number, in the order of
 * the response.
 */
export const STATISTICS = statement<[], { statistics: Counted }>(
  'statistics.statistics',
  /* sql */ `
    WITH production AS MATERIALIZED (SELECT name FROM environment WHERE type = 'production'),
         horizon AS (SELECT transaction_id AS id FROM event_tally_horizon),
         ${RECENT},
         ${COUNTED_ONCE}
    SELECT json_build_object(
      'instanceId', (SELECT id FROM instance),
      'timestamp', iso8601(now()),
      'users', people.users,
      'serviceAccounts', people.service_accounts,
      'licensedUsers', ${LICENSED_USERS},
      'previousDayMetricsBucketsCount', json_build_object(
        'enabledCount', ${bucketsYesterday('enabled')},
        'variantCount', ${bucketsYesterday('variant')}),
      'activeUsers', people.active,
      'productionChanges', ${PRODUCTION_CHANGES},
      'featureToggles', ${countOf('live')},
      'archivedFeatureToggles', ${countOf('archived')},
      'projects', (SELECT count(*) FROM project p WHERE p.archived_at IS NULL),
      'contextFields', (SELECT count(*) FROM context_field),
      'roles', (SELECT count(*) FROM role),
      'customRootRoles', (SELECT count(*) FROM role r WHERE r.type = 'root-custom'),
      'customRootRolesInUse', (SELECT count(*) FROM role r
        WHERE r.type = 'root-custom' AND ${IS_HELD}),
      'groups', (SELECT count(*) FROM user_group),
      'environments', (SELECT count(*) FROM environment),
      'segments', (SELECT count(*) FROM segment),
      'strategies', (SELECT count(*) FROM strategy_definition),
      'SAMLenabled', ${isEnabled('auth.saml')},
      'OIDCenabled', ${isEnabled('auth.oidc')},
      'passwordAuthEnabled', NOT COALESCE((SELECT (s.content ->> 'disabled')::boolean FROM setting s
        WHERE s.name = 'auth.simple'), false),
      'SCIMenabled', ${isEnabled('auth.scim')},
      'clientApps', json_build_array(
        json_build_object('range', '7d', 'count', apps.last7),
        json_build_object('range', '30d', 'count', apps.last30),
        json_build_object('range', 'allTime', 'count',
          apps.remaining + (SELECT count(*) FROM client_application_forgotten))),
      'featureExports', ${eventsOf('features-exported')},
      'featureImports', ${eventsOf('features-imported')},
      'apiTokens', (SELECT json_build_object(${TOKEN_COUNTS}) FROM api_token t),
      'maxEnvironmentStrategies', COALESCE((SELECT fe.strategy_count FROM feature_environment fe
        JOIN feature f ON f.name = fe.feature_name
                                             WHERE fe.strategy_count > 0 AND f.archived_at IS NULL
                                             ORDER BY fe.strategy_count DESC LIMIT 1), 0),
      'maxConstraints', ${highest('constraint_count')},
      'maxConstraintValues', ${highest('longest_constraint')}
    ) AS statistics
    FROM horizon, people, apps`,
);

export type Counted = Omit<StatisticsResponse, 'versionOSS' | 'versionEnterprise' | 'sum'>;

/** What the statistics do not have. */
export const PLACES = statement<
  [],
  { projects: Record<string, number>; types: Record<string, string> }
>(
  'statistics.places',
  /* sql */ `
    SELECT (SELECT COALESCE(json_object_agg(p.mode, p.count), '{}')
              FROM (SELECT mode, count(*)::int AS count FROM project WHERE archived_at IS NULL
                GROUP BY 1) p) AS projects,
           (SELECT COALESCE(json_object_agg(e.name, e.type), '{}') FROM environment e) AS types`,
);
