import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Database } from '../../../platform/database/database.js';
import type { Json } from '../../../platform/http/json.js';
import { wholeWithin } from '../../../platform/http/query-values.js';
import type { RawUsageResponse, UnknownFlagsResponse, UsageSummaryResponse } from './usage.dto.js';
import { isHiddenApplication, isHiddenFeature } from '../../../core/auth/permissions/hidden.sql.js';
import { statement } from '../../../platform/database/statement.js';

const RAW_USAGE = statement<
  [feature: string, hoursBack: number, hiddenProjects: readonly string[]],
  { answer: Json<RawUsageResponse> }
>(
  'usage.raw-usage',
  /* sql */ `
    WITH hours AS (
      SELECT date_trunc('hour', now(), 'UTC') - n * interval '1 hour' AS hour
        FROM generate_series(0, $2::int - 1) n
    ), used AS (
      SELECT m.app_name, m.environment, m.hour, m.yes, m.no FROM client_metric m
       WHERE m.feature_name = $1
         AND m.hour > date_trunc('hour', now(), 'UTC') - $2::int * interval '1 hour'
         AND NOT ${isHiddenFeature('$1', '$3::text[]')}
         AND NOT ${isHiddenApplication('m.app_name', '$3::text[]')}
    ), given AS (
      SELECT v.app_name, v.environment, v.hour,
        json_object_agg(v.variant, v.count ORDER BY v.variant) AS variants
          FROM client_metric_variant v
       WHERE v.feature_name = $1
         AND v.hour > date_trunc('hour', now(), 'UTC') - $2::int * interval '1 hour'
           GROUP BY 1, 2, 3
    ), rows AS (
      SELECT h.hour, e.environment, a.app_name, COALESCE(u.yes, 0) AS yes, COALESCE(u.no, 0) AS no,
        COALESCE(g.variants, '{}') AS variants
        FROM hours h CROSS JOIN (SELECT DISTINCT environment FROM used) e
        CROSS JOIN (SELECT DISTINCT app_name FROM used) a
        LEFT JOIN used u ON u.hour = h.hour AND u.environment = e.environment
          AND u.app_name = a.app_name
        LEFT JOIN given g ON g.hour = h.hour AND g.environment = e.environment
          AND g.app_name = a.app_name
    )
    SELECT json_build_object('version', 1, 'maturity', 'stable',
      'data', COALESCE(json_agg(json_build_object(
             'featureName', $1::text, 'appName', app_name, 'environment', environment,
             'timestamp', iso8601(hour), 'yes', yes, 'no', no, 'variants', variants
           ) ORDER BY hour, environment, app_name), '[]'))::text AS answer
      FROM rows`,
);

const USAGE_SUMMARY = statement<
  [feature: string, hiddenProjects: readonly string[]],
  { answer: Json<UsageSummaryResponse> }
>(
  'usage.usage-summary',
  /* sql */ `
    SELECT json_build_object('version', 1, 'maturity', 'stable', 'featureName', $1::text,
             'lastHourUsage', (
               SELECT COALESCE(json_agg(json_build_object('environment', environment,
                 'timestamp', iso8601(hour), 'yes', yes, 'no', no) ORDER BY environment), '[]')
                 FROM (SELECT environment, max(hour) AS hour, sum(yes) AS yes, sum(no) AS no
                   FROM client_metric
                        WHERE feature_name = $1 AND hour > now() - interval '60 minutes'
                          AND NOT ${isHiddenFeature('$1', '$2::text[]')}
                          AND NOT ${isHiddenApplication('app_name', '$2::text[]')}
                        GROUP BY 1) used),
             'seenApplications', (
               SELECT COALESCE(json_agg(app_name ORDER BY app_name), '[]')
                 FROM (SELECT DISTINCT app_name FROM client_application_feature
                   WHERE feature_name = $1 AND hour > now() - interval '24 hours'
                          AND NOT ${isHiddenFeature('$1', '$2::text[]')}
                          AND NOT ${isHiddenApplication('app_name', '$2::text[]')}) seen)
           )::text AS answer`,
);

const UNKNOWN_FEATURES = statement<
  [hiddenProjects: readonly string[]],
  { answer: Json<UnknownFlagsResponse> }
>(
  'usage.unknown-features',
  /* sql */ `
    WITH name AS MATERIALIZED (
      SELECT u.feature_name FROM unknown_feature u
       WHERE NOT EXISTS (SELECT FROM feature f WHERE f.name = u.feature_name)
    ), asked AS MATERIALIZED (
      SELECT a.feature_name, max(a.hour) AS hour
        FROM name JOIN client_application_feature a USING (feature_name)
       WHERE NOT ${isHiddenApplication('a.app_name', '$1::text[]')}
       GROUP BY 1
    ), unknown AS (
      SELECT * FROM asked a WHERE NOT ${isHiddenFeature('a.feature_name', '$1::text[]')}
        ORDER BY a.hour DESC, a.feature_name LIMIT 1000
    ), reports AS (
      SELECT a.feature_name, a.app_name,
             json_agg(json_build_object('environment', a.environment, 'seenAt', iso8601(a.hour))
               ORDER BY a.environment) AS environments
        FROM client_application_feature a JOIN unknown USING (feature_name)
       WHERE NOT ${isHiddenApplication('a.app_name', '$1::text[]')} GROUP BY 1, 2
    )
    SELECT json_build_object('unknownFlags', COALESCE(json_agg(json_build_object(
             'name', u.feature_name, 'lastSeenAt', iso8601(u.hour),
             'lastEventAt', (SELECT iso8601(e.created_at) FROM event e
               WHERE e.feature_name = u.feature_name ORDER BY e.id DESC LIMIT 1),
             'reports', (SELECT json_agg(json_build_object('appName', r.app_name,
             'environments', r.environments) ORDER BY r.app_name)
                           FROM reports r WHERE r.feature_name = u.feature_name)
           ) ORDER BY u.hour DESC, u.feature_name), '[]'))::text AS answer
      FROM unknown u`,
);

/** Reads stored usage; reports of the last seconds may not be stored yet. */
@Injectable()
export class UsageReadModel {
  constructor(private readonly database: Database) {}

  /** Hourly usage of a feature. Unknown features may have usage too; hidden ones have none. */
  async raw(
    feature: string,
    hoursBack: string | undefined,
    { hiddenProjects }: Caller,
  ): Promise<Json<RawUsageResponse>> {
    const [row] = await this.database.run(RAW_USAGE, [
      feature,
      wholeWithin(hoursBack, 1, 48, 24),
      hiddenProjects,
    ]);
    return row!.answer;
  }

  /** Usage within the last hour, and the applications. */
  async summary(feature: string, { hiddenProjects }: Caller): Promise<Json<UsageSummaryResponse>> {
    const [row] = await this.database.run(USAGE_SUMMARY, [feature, hiddenProjects]);
    return row!.answer;
  }

  /** Features that applications evaluate but that do not exist. */
  async unknownFeatures({ hiddenProjects }: Caller): Promise<Json<UnknownFlagsResponse>> {
    const [row] = await this.database.run(UNKNOWN_FEATURES, [hiddenProjects]);
    return row!.answer;
  }
}
