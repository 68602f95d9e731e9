import { statement } from '../../../src/platform/database/statement.js';
import type { RowsJson, Written } from './rows-json.js';

export const INSERT_FEATURES = statement<RowsJson, Written>(
  'features.insert-features',
  /* sql */ `
    INSERT INTO feature (name, project, type, description, stale, impression_data, created_at,
      created_by_user_id, archived_at, links)
    SELECT r.name, r.project, r.type, r.description, r.stale, r."impressionData",
           COALESCE(r."createdAt", now()), r."createdBy", r."archivedAt", r.links
      FROM jsonb_to_recordset($1::jsonb) AS r(name text, project text, type text,
        description text, stale boolean, "impressionData" boolean, "createdAt" timestamptz,
        "createdBy" integer, "archivedAt" timestamptz, links jsonb)
    ON CONFLICT ON CONSTRAINT feature_pkey DO NOTHING RETURNING name AS key`,
);

export const INSERT_PLACES = statement<RowsJson>(
  'features.insert-places',
  /* sql */ `
    INSERT INTO feature_environment (feature_name, environment, enabled, variants)
    SELECT r.feature, r.environment, r.enabled, r.variants
      FROM jsonb_to_recordset($1::jsonb) AS r(feature text, environment text, enabled boolean,
        variants jsonb)
    ON CONFLICT ON CONSTRAINT feature_environment_pkey DO NOTHING`,
);

/** Features are in every environment of their project. */
export const ADD_OTHER_PLACES = statement<[names: readonly string[]]>(
  'features.add-other-places',
  /* sql */ `
    INSERT INTO feature_environment (feature_name, environment)
    SELECT f.name, pe.environment FROM unnest($1::text[]) added
      JOIN feature f ON f.name = added
      JOIN project_environment pe ON pe.project = f.project
    ON CONFLICT ON CONSTRAINT feature_environment_pkey DO NOTHING`,
);

export const INSERT_FEATURE_STRATEGIES = statement<RowsJson>(
  'features.insert-feature-strategies',
  /* sql */ `
    INSERT INTO feature_strategy (id, feature_name, environment, name, title, disabled, sort_order,
      parameters, constraints, variants, created_at)
    SELECT r.id, r.feature, r.environment, r.name, r.title, r.disabled, r."sortOrder",
           r.parameters, r.constraints, r.variants, COALESCE(r."createdAt", now())
      FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, feature text, environment text, name text,
        title text, disabled boolean, "sortOrder" integer, parameters jsonb, constraints jsonb,
        variants jsonb, "createdAt" timestamptz)`,
);

export const INSERT_STRATEGY_SEGMENTS = statement<RowsJson>(
  'features.insert-strategy-segments',
  /* sql */ `
    INSERT INTO feature_strategy_segment (strategy_id, segment_id)
    SELECT r.strategy, r.segment
      FROM jsonb_to_recordset($1::jsonb) AS r(strategy uuid, segment integer)`,
);

export const INSERT_FEATURE_TAGS = statement<RowsJson>(
  'features.insert-feature-tags',
  /* sql */ `
    INSERT INTO feature_tag (feature_name, type, value)
    SELECT r.feature, r.type, r.value
      FROM jsonb_to_recordset($1::jsonb) AS r(feature text, type text, value text)
      JOIN tag t ON t.type = r.type AND t.value = r.value
    ON CONFLICT ON CONSTRAINT feature_tag_pkey DO NOTHING`,
);

export const INSERT_STAGES = statement<RowsJson>(
  'features.insert-stages',
  /* sql */ `
    INSERT INTO feature_lifecycle (feature_name, stage, entered_at, status, status_value)
    SELECT r.feature, r.stage, r."enteredAt", r.status, r.value
      FROM jsonb_to_recordset($1::jsonb) AS r(feature text, stage text, "enteredAt" timestamptz,
        status text, value text)
    ON CONFLICT ON CONSTRAINT feature_lifecycle_pkey DO NOTHING`,
);

export const INSERT_LAST_SEEN = statement<RowsJson>(
  'features.insert-last-seen',
  /* sql */ `
    INSERT INTO feature_environment_usage (feature_name, environment, last_seen_at, hour)
    SELECT r.feature, r.environment, r.at, date_trunc('hour', r.at, 'UTC')
      FROM jsonb_to_recordset($1::jsonb) AS r(feature text, environment text, at timestamptz)
    ON CONFLICT ON CONSTRAINT feature_environment_usage_pkey DO NOTHING`,
);

/** Dependencies of moved features on features of the same project. */
export const INSERT_DEPENDENCIES = statement<[source: string, rows: string], Written>(
  'features.insert-dependencies',
  /* sql */ `
    INSERT INTO feature_dependency (child, parent, enabled, variants)
    SELECT r.child, r.parent, r.enabled, NULLIF(r.variants, 'null')
      FROM jsonb_to_recordset($2::jsonb) AS r(child text, parent text, enabled boolean,
        variants jsonb)
      JOIN move_in_row m ON m.source = $1 AND m.kind = 'features' AND m.source_key = r.child
      JOIN feature child ON child.name = r.child
      JOIN feature parent ON parent.name = r.parent AND parent.project = child.project
    ON CONFLICT ON CONSTRAINT feature_dependency_pkey DO NOTHING
    RETURNING child || ':' || parent AS key`,
);

export const INSERT_FAVORITE_FEATURES = statement<RowsJson, Written>(
  'features.insert-favorite-features',
  /* sql */ `
    INSERT INTO favorite_feature (user_id, feature_name, created_at)
    SELECT r."user", r.feature, COALESCE(r."createdAt", now())
      FROM jsonb_to_recordset($1::jsonb) AS r("user" integer, feature text,
        "createdAt" timestamptz)
      JOIN feature f ON f.name = r.feature
    ON CONFLICT ON CONSTRAINT favorite_feature_pkey DO NOTHING
    RETURNING concat_ws(':', user_id, 'feature', feature_name) AS key`,
);

export const INSERT_FAVORITE_PROJECTS = statement<RowsJson, Written>(
  'features.insert-favorite-projects',
  /* sql */ `
    INSERT INTO favorite_project (user_id, project, created_at)
    SELECT r."user", r.project, COALESCE(r."createdAt", now())
      FROM jsonb_to_recordset($1::jsonb) AS r("user" integer, project text,
        "createdAt" timestamptz)
      JOIN project p ON p.id = r.project
    ON CONFLICT ON CONSTRAINT favorite_project_pkey DO NOTHING
    RETURNING concat_ws(':', user_id, 'project', project) AS key`,
);
