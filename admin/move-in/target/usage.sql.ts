import { statement } from '../../../src/platform/database/statement.js';
import type { RowsJson, Written } from './rows-json.js';

export const INSERT_APPLICATIONS = statement<RowsJson, Written>(
  'usage.insert-applications',
  /* sql */ `
    INSERT INTO client_application (app_name, created_at, seen_at, updated_at, created_by,
      strategies, description, url, color, icon)
    SELECT r.name, COALESCE(r."createdAt", now()), COALESCE(r."seenAt", now()),
           COALESCE(r."updatedAt", now()), COALESCE(r."createdBy", 'unleash_system_user'),
           ARRAY(SELECT jsonb_array_elements_text(r.strategies)), r.description, r.url, r.color,
           r.icon
      FROM jsonb_to_recordset($1::jsonb) AS r(name text, "createdAt" timestamptz,
        "seenAt" timestamptz, "updatedAt" timestamptz, "createdBy" text, strategies jsonb,
        description text, url text, color text, icon text)
    ON CONFLICT ON CONSTRAINT client_application_pkey DO NOTHING RETURNING app_name AS key`,
);

export const INSERT_APPLICATION_USAGE = statement<RowsJson>(
  'usage.insert-application-usage',
  /* sql */ `
    INSERT INTO client_application_usage (app_name, project, environment)
    SELECT r.application, r.project, r.environment
      FROM jsonb_to_recordset($1::jsonb) AS r(application text, project text, environment text)
      JOIN client_application a ON a.app_name = r.application
    ON CONFLICT ON CONSTRAINT client_application_usage_pkey DO NOTHING`,
);

export const INSERT_INSTANCES = statement<RowsJson, Written>(
  'usage.insert-instances',
  /* sql */ `
    INSERT INTO client_instance (app_name, environment, instance_id, sdk_version, client_ip,
      created_at, seen_at)
    SELECT r.application, r.environment, r.instance, r."sdkVersion", r.address,
           COALESCE(r."createdAt", now()), COALESCE(r."seenAt", now())
      FROM jsonb_to_recordset($1::jsonb) AS r(application text, environment text, instance text,
        "sdkVersion" text, address text, "createdAt" timestamptz, "seenAt" timestamptz)
      JOIN client_application a ON a.app_name = r.application
    ON CONFLICT ON CONSTRAINT client_instance_pkey DO NOTHING
    RETURNING concat_ws(':', app_name, environment, instance_id) AS key`,
);

export const INSERT_METRICS = statement<RowsJson, Written>(
  'usage.insert-metrics',
  /* sql */ `
    INSERT INTO client_metric (feature_name, app_name, environment, hour, yes, no)
    SELECT r.feature, r.application, r.environment, date_trunc('hour', r.hour, 'UTC'),
           sum(r.yes), sum(r.no)
      FROM jsonb_to_recordset($1::jsonb) AS r(feature text, application text, environment text,
        hour timestamptz, yes bigint, no bigint)
     GROUP BY 1, 2, 3, 4
     ORDER BY r.feature COLLATE "C", r.environment COLLATE "C", 4, r.application COLLATE "C"
    ON CONFLICT ON CONSTRAINT client_metric_pkey DO NOTHING RETURNING feature_name AS key`,
);

export const INSERT_VARIANT_METRICS = statement<RowsJson, Written>(
  'usage.insert-variant-metrics',
  /* sql */ `
    INSERT INTO client_metric_variant (feature_name, app_name, environment, hour, variant, count)
    SELECT r.feature, r.application, r.environment, date_trunc('hour', r.hour, 'UTC'), r.variant,
           sum(r.count)
      FROM jsonb_to_recordset($1::jsonb) AS r(feature text, application text, environment text,
        hour timestamptz, variant text, count bigint)
     GROUP BY 1, 2, 3, 4, 5
     ORDER BY r.feature COLLATE "C", r.environment COLLATE "C", 4, r.application COLLATE "C",
           r.variant COLLATE "C"
    ON CONFLICT ON CONSTRAINT client_metric_variant_pkey DO NOTHING RETURNING feature_name AS key`,
);

/**
 * Moved events are older than every transaction here, so webhooks do not deliver them, and SDKs
 * need not read anything again because of them. Tallies count them at the end. Events of projects
 * that were deleted there stay hidden from tokens of other projects.
 */
export const INSERT_EVENTS = statement<RowsJson, Written>(
  'usage.insert-events',
  /* sql */ `
    WITH moved AS (
    INSERT INTO event (type, created_at, created_by, created_by_user_id, feature_name, project,
      environment, data, pre_data, tags, address, transaction_id)
    SELECT r.type, r."createdAt", r."createdBy", r."createdByUser", r.feature, r.project,
           r.environment, NULLIF(r.data, 'null'), NULLIF(r."preData", 'null'), r.tags, r.address,
           '0'::xid8
      FROM jsonb_to_recordset($1::jsonb) AS r(id bigint, type text, "createdAt" timestamptz,
        "createdBy" text, "createdByUser" integer, feature text, project text, environment text,
        data jsonb, "preData" jsonb, tags jsonb, address text)
     ORDER BY r.id
    RETURNING id, type, project
    ), noted AS (
      INSERT INTO deleted_project (id, is_private)
      SELECT DISTINCT project, false FROM moved
       WHERE type = 'project-deleted' AND project IS NOT NULL ORDER BY 1
      ON CONFLICT ON CONSTRAINT deleted_project_pkey DO NOTHING
    )
    SELECT id::text AS key FROM moved`,
);
