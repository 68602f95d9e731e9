import { isHiddenTag } from '../../core/auth/permissions/hidden.sql.js';
import { DEPENDENCY_JSON } from '../../flags/feature/dependency/dependency.sql.js';
import { PLAIN_STRATEGY_JSON } from '../../flags/feature/feature.sql.js';
import { statement } from '../../platform/database/statement.js';
import type { Json } from '../../platform/http/json.js';
import type { ExportResponse } from './export.dto.js';

/** The context fields that a list `s.variants` uses. */
const NAMED_BY_VARIANTS = /* sql */ `
  SELECT v ->> 'stickiness' AS name FROM source s, jsonb_array_elements(s.variants) v
  UNION SELECT o ->> 'contextName'
    FROM source s, jsonb_array_elements(s.variants) v, jsonb_array_elements(v -> 'overrides') o
   WHERE jsonb_typeof(v -> 'overrides') = 'array'`;

/**
 * Live features with everything that an import needs, as JSON text in the reference's form; and
 * whether the environment and the project exist.
 */
export const EXPORT = statement<
  [
    environment: string,
    features: readonly string[] | null,
    tag: string | null,
    project: string | null,
    hiddenProjects: readonly string[],
  ],
  Exported
>(
  'export.export',
  /* sql */ `
    WITH wanted AS MATERIALIZED (
      SELECT f.* FROM feature f
       WHERE f.archived_at IS NULL AND ($2::text[] IS NULL OR f.name = ANY ($2))
         AND ($4::text IS NULL OR f.project = $4) AND f.project <> ALL ($5::text[])
         AND ($3::text IS NULL OR EXISTS (SELECT FROM feature_tag t
           WHERE t.feature_name = f.name AND $3 IN (t.value, t.type || ':' || t.value)))
    ), place AS MATERIALIZED (
      SELECT fe.* FROM wanted w
        JOIN project_environment pe ON pe.project = w.project AND pe.environment = $1
        JOIN feature_environment fe ON fe.feature_name = w.name AND fe.environment = $1
    ), strategy AS MATERIALIZED (
      SELECT fs.* FROM place p JOIN feature_strategy fs ON fs.feature_name = p.feature_name
        AND fs.environment = $1
    ), used AS (
      SELECT c ->> 'contextName' AS name FROM strategy s, jsonb_array_elements(s.constraints) c
      UNION SELECT s.parameters ->> 'stickiness' FROM strategy s
      UNION ${NAMED_BY_VARIANTS.replaceAll('source', 'strategy')}
      UNION ${NAMED_BY_VARIANTS.replaceAll('source', 'place')}
    ), tagged AS MATERIALIZED (
      SELECT t.* FROM wanted w JOIN feature_tag t ON t.feature_name = w.name
    )
    SELECT EXISTS (SELECT FROM environment WHERE name = $1) AS "environmentExists",
           $4::text IS NULL OR EXISTS (SELECT FROM project WHERE id = $4 AND id <> ALL ($5::text[]))
             AS "projectExists",
           left(json_build_object(
      'features', (SELECT COALESCE(json_agg(json_build_object('name', f.name,
      'description', f.description, 'type', f.type, 'project', f.project,
                     'stale', f.stale, 'impressionData', f.impression_data, 'archived', false)
                       ORDER BY f.name), '[]') FROM wanted f),
      'featureStrategies', (SELECT COALESCE(json_agg(${PLAIN_STRATEGY_JSON}
        ORDER BY fs.feature_name, fs.sort_order, fs.created_at, fs.id), '[]')
                              FROM strategy fs),
      'featureEnvironments', (SELECT COALESCE(json_agg(json_build_object('name', p.feature_name,
      'featureName', p.feature_name,
                                'environment', p.environment, 'enabled', p.enabled,
                                'variants', p.variants) ORDER BY p.feature_name), '[]')
                                  FROM place p),
      'contextFields', (SELECT COALESCE(json_agg(json_build_object('name', c.name,
      'description', c.description, 'stickiness', c.stickiness,
                          'sortOrder', c.sort_order, 'legalValues', c.legal_values)
                            ORDER BY c.name), '[]')
                          FROM context_field c WHERE c.name IN (SELECT name FROM used)),
      'featureTags', (SELECT COALESCE(json_agg(json_build_object('featureName', t.feature_name,
      'tagType', t.type, 'tagValue', t.value)
                        ORDER BY t.feature_name, t.type, t.value), '[]') FROM tagged t),
      'segments', (SELECT COALESCE(json_agg(json_build_object('id', s.id, 'name', s.name)
        ORDER BY s.id), '[]') FROM segment s
                    WHERE s.id IN (SELECT ss.segment_id FROM feature_strategy_segment ss
                      JOIN strategy fs ON fs.id = ss.strategy_id)),
      'tagTypes', (SELECT COALESCE(json_agg(json_build_object('name', t.name,
      'description', t.description, 'icon', t.icon)
                     ORDER BY t.name), '[]') FROM tag_type t
                       WHERE t.name IN (SELECT type FROM tagged)),
      'dependencies', (SELECT COALESCE(json_agg(json_build_object('feature', one.child,
      'dependencies', one.parents) ORDER BY one.child), '[]')
                         FROM (SELECT d.child,
                           json_agg(${DEPENDENCY_JSON} ORDER BY d.parent) AS parents
                                 FROM feature_dependency d JOIN wanted w ON w.name = d.child
                                 GROUP BY 1) one)
    )::text, -1) || COALESCE((
      SELECT ',"links":' || json_agg(json_build_object('feature', f.name, 'links', f.links)
        ORDER BY f.name)::text FROM wanted f WHERE f.links <> '[]'), '') || COALESCE((
      SELECT ',"payloadSchemas":' || json_agg(json_build_object('feature', s.feature_name,
        'schema', s.schema, 'enforcement', CASE WHEN s.enforced THEN 'refuse' ELSE 'warn' END)
        ORDER BY s.feature_name)::text
        FROM wanted f JOIN feature_payload_schema s ON s.feature_name = f.name), '')
      || '}' AS export`,
);

interface Exported {
  environmentExists: boolean;
  projectExists: boolean;
  export: Json<ExportResponse>;
}

const ALL_PRIVATE = "ARRAY(SELECT id FROM project WHERE mode = 'private')";

/**
 * The private projects, comma-separated, to which a tag is private. An event that quotes the tag
 * must be hidden with them.
 */
export const PRIVATE_PLACES = statement<[tag: string], { project: string | null }>(
  'export.private-places',
  /* sql */ `
    SELECT string_agg(DISTINCT t.project, ',' ORDER BY t.project) AS project FROM tag t
     WHERE $1 IN (t.value, t.type || ':' || t.value)
     HAVING bool_and(${isHiddenTag('t', ALL_PRIVATE)})`,
);
