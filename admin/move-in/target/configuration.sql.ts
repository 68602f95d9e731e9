import { statement } from '../../../src/platform/database/statement.js';
import type { RowsJson, Written } from './rows-json.js';

export const INSERT_ENVIRONMENTS = statement<RowsJson, Written>(
  'configuration.insert-environments',
  /* sql */ `
    INSERT INTO environment (name, type, sort_order, enabled, protected, created_at)
    SELECT r.name, r.type, r."sortOrder", r.enabled, r.protected, COALESCE(r."createdAt", now())
      FROM jsonb_to_recordset($1::jsonb) AS r(name text, type text, "sortOrder" integer,
        enabled boolean, protected boolean, "createdAt" timestamptz)
    ON CONFLICT ON CONSTRAINT environment_pkey DO NOTHING RETURNING name AS key`,
);

/** Environments of a new instance become like those of the source, unless they were changed. */
export const ADOPT_ENVIRONMENTS = statement<RowsJson, Written>(
  'configuration.adopt-environments',
  /* sql */ `
    WITH r AS (
      SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(name text, type text,
        "sortOrder" integer, enabled boolean)
    ), untouched AS (
      SELECT e.name FROM environment e JOIN r ON r.name = e.name
       WHERE e.name IN ('default', 'development', 'production')
         AND NOT EXISTS (SELECT FROM event o WHERE o.environment = e.name
           AND o.type IN ('environment-created', 'environment-updated'))
       ORDER BY e.name FOR NO KEY UPDATE OF e /* locks environments */
    )
    UPDATE environment e SET type = r.type, sort_order = r."sortOrder", enabled = r.enabled
      FROM r, untouched u WHERE e.name = r.name AND u.name = r.name
    RETURNING e.name AS key`,
);

const PROJECT_COLUMNS = /* sql */ `
  id text, name text, description text, mode text, "defaultStickiness" text,
  "featureLimit" integer, "featureNaming" jsonb, "linkTemplates" jsonb, "createdAt" timestamptz,
  "updatedAt" timestamptz, "archivedAt" timestamptz`;

export const INSERT_PROJECTS = statement<RowsJson, Written>(
  'configuration.insert-projects',
  /* sql */ `
    INSERT INTO project (id, name, description, mode, default_stickiness, feature_limit,
      feature_naming, link_templates, created_at, updated_at, archived_at)
    SELECT r.id, r.name, r.description, r.mode, r."defaultStickiness", r."featureLimit",
           NULLIF(r."featureNaming", 'null'), r."linkTemplates", COALESCE(r."createdAt", now()),
           COALESCE(r."updatedAt", r."createdAt", now()), r."archivedAt"
      FROM jsonb_to_recordset($1::jsonb) AS r(${PROJECT_COLUMNS})
    ON CONFLICT ON CONSTRAINT project_pkey DO NOTHING RETURNING id AS key`,
);

/** The project of a new instance becomes like that of the source, unless it was used. */
export const ADOPT_PROJECTS = statement<RowsJson, Written>(
  'configuration.adopt-projects',
  /* sql */ `
    WITH r AS (
      SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(${PROJECT_COLUMNS})
    ), untouched AS (
      SELECT p.id FROM project p JOIN r ON r.id = p.id
       WHERE p.id = 'default' AND NOT EXISTS (SELECT FROM feature f WHERE f.project = p.id)
         AND NOT EXISTS (SELECT FROM event o WHERE o.project = p.id
           AND o.type IN ('project-created', 'project-updated', 'project-environment-added',
             'project-environment-removed'))
       ORDER BY p.id FOR NO KEY UPDATE OF p /* locks projects */
    ), left_out AS (
      DELETE FROM project_environment pe USING untouched u WHERE pe.project = u.id
    )
    UPDATE project p SET name = r.name, description = r.description, mode = r.mode,
           default_stickiness = r."defaultStickiness", feature_limit = r."featureLimit",
           feature_naming = NULLIF(r."featureNaming", 'null'), link_templates = r."linkTemplates",
           updated_at = now()
      FROM r, untouched u WHERE p.id = r.id AND u.id = r.id
    RETURNING p.id AS key`,
);

export const INSERT_PROJECT_ENVIRONMENTS = statement<RowsJson>(
  'configuration.insert-project-environments',
  /* sql */ `
    INSERT INTO project_environment (project, environment, default_strategy)
    SELECT r.project, r.environment, NULLIF(r."defaultStrategy", 'null')
      FROM jsonb_to_recordset($1::jsonb) AS r(project text, environment text,
        "defaultStrategy" jsonb)
    ON CONFLICT ON CONSTRAINT project_environment_pkey DO NOTHING`,
);

/** The segments of default strategies, whose ids are those of this instance by now. */
export const INSERT_DEFAULT_SEGMENTS = statement<RowsJson>(
  'configuration.insert-default-segments',
  /* sql */ `
    INSERT INTO default_strategy_segment (project, environment, segment_id)
    SELECT r.project, r.environment, r.segment
      FROM jsonb_to_recordset($1::jsonb) AS r(project text, environment text, segment integer)
      JOIN project_environment pe ON pe.project = r.project AND pe.environment = r.environment
      JOIN segment s ON s.id = r.segment
    ON CONFLICT ON CONSTRAINT default_strategy_segment_pkey DO NOTHING`,
);

export const INSERT_TAG_TYPES = statement<RowsJson, Written>(
  'configuration.insert-tag-types',
  /* sql */ `
    INSERT INTO tag_type (name, description, icon, color)
    SELECT r.name, r.description, r.icon, r.color
      FROM jsonb_to_recordset($1::jsonb) AS r(name text, description text, icon text, color text)
    ON CONFLICT ON CONSTRAINT tag_type_pkey DO NOTHING RETURNING name AS key`,
);

export const INSERT_TAGS = statement<RowsJson, Written>(
  'configuration.insert-tags',
  /* sql */ `
    INSERT INTO tag (type, value)
    SELECT DISTINCT r.type, r.value FROM jsonb_to_recordset($1::jsonb) AS r(type text, value text)
      JOIN tag_type t ON t.name = r.type
    ON CONFLICT ON CONSTRAINT tag_pkey DO NOTHING RETURNING type || ':' || value AS key`,
);

const FIELD_COLUMNS = /* sql */ `
  name text, description text, stickiness boolean, "sortOrder" integer, "legalValues" jsonb,
  project text, "createdAt" timestamptz`;

export const INSERT_CONTEXT_FIELDS = statement<RowsJson, Written>(
  'configuration.insert-context-fields',
  /* sql */ `
    INSERT INTO context_field (name, description, stickiness, sort_order, legal_values, project,
      created_at)
    SELECT r.name, r.description, r.stickiness, r."sortOrder", r."legalValues", r.project,
           COALESCE(r."createdAt", now())
      FROM jsonb_to_recordset($1::jsonb) AS r(${FIELD_COLUMNS})
    ON CONFLICT ON CONSTRAINT context_field_pkey DO NOTHING RETURNING name AS key`,
);

/** Fields of a new instance become like those of the source, unless they were changed. */
export const ADOPT_CONTEXT_FIELDS = statement<RowsJson, Written>(
  'configuration.adopt-context-fields',
  /* sql */ `
    WITH r AS (
      SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(${FIELD_COLUMNS})
    ), untouched AS (
      SELECT c.name FROM context_field c JOIN r ON r.name = c.name
       WHERE c.name IN ('environment', 'userId', 'appName', 'currentTime', 'sessionId')
         AND NOT EXISTS (SELECT FROM event o
           WHERE o.type IN ('context-field-created', 'context-field-updated')
             AND o.data ->> 'name' = c.name)
       ORDER BY c.name FOR NO KEY UPDATE OF c /* locks contextFields */
    )
    UPDATE context_field c SET description = r.description, stickiness = r.stickiness,
           sort_order = r."sortOrder", legal_values = r."legalValues"
      FROM r, untouched u WHERE c.name = r.name AND u.name = r.name
    RETURNING c.name AS key`,
);

export const INSERT_STRATEGIES = statement<RowsJson, Written>(
  'configuration.insert-strategies',
  /* sql */ `
    INSERT INTO strategy_definition (name, title, display_name, description, parameters,
      deprecated, sort_order, created_at)
    SELECT r.name, r.title, r."displayName", r.description, r.parameters, r.deprecated,
           r."sortOrder", COALESCE(r."createdAt", now())
      FROM jsonb_to_recordset($1::jsonb) AS r(name text, title text, "displayName" text,
        description text, parameters jsonb, deprecated boolean, "sortOrder" integer,
        "createdAt" timestamptz)
    ON CONFLICT ON CONSTRAINT strategy_definition_pkey DO NOTHING RETURNING name AS key`,
);

export const INSERT_SEGMENTS = statement<RowsJson, Written>(
  'configuration.insert-segments',
  /* sql */ `
    INSERT INTO segment (id, name, description, project, constraints, created_by, created_at)
    SELECT r.id, r.name, r.description, r.project, r.constraints, r."createdBy",
           COALESCE(r."createdAt", now())
      FROM jsonb_to_recordset($1::jsonb) AS r(id integer, name text, description text,
        project text, constraints jsonb, "createdBy" text, "createdAt" timestamptz)
    ON CONFLICT ON CONSTRAINT segment_name_key DO NOTHING RETURNING name AS key`,
);
