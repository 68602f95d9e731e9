import { isHiddenTag } from '../../core/auth/permissions/hidden.sql.js';
import { DEPENDENCY_JSON } from '../../flags/feature/dependency/dependency.sql.js';
import { statement } from '../../platform/database/statement.js';

/** One thing as it is: what it is, its name, and its state as JSON text. */
export interface StateRow {
  kind: string;
  name: string;
  state: string;
}

const OWNED = "'owner', m.owner, 'managedId', m.id";

/** The names of a kind that a plan is about. */
const named = (kind: string): string =>
  `ARRAY(SELECT jsonb_array_elements_text($1::jsonb -> '${kind}'))`;

/** Whether a thing is among the names of a plan, or belongs to its owner. */
const isWanted = (kind: string, name: string): string =>
  `(${name} = ANY (${named(kind)}) OR m.owner = $2)`;

/** Whether the project of a thing, if it has one, can be seen. */
const isSeen = (project: string): string => `COALESCE(${project} <> ALL ($3::text[]), true)`;

/** The environments of the project of a feature `f`, with what the feature is there. */
const PLACES = /* sql */ `
  (SELECT COALESCE(json_agg(json_build_object('name', pe.environment,
     'enabled', COALESCE(fe.enabled, false), 'variants', COALESCE(fe.variants, '[]'),
     'strategies', COALESCE(sl.strategies, '[]')) ORDER BY pe.environment), '[]')
     FROM project_environment pe
     LEFT JOIN feature_environment fe ON fe.feature_name = f.name
       AND fe.environment = pe.environment
     LEFT JOIN feature_strategy_list sl ON sl.feature_name = f.name
       AND sl.environment = pe.environment
    WHERE pe.project = f.project)`;

const FEATURE = /* sql */ `
  json_build_object('name', f.name, 'project', f.project, 'owner', f.owner,
    'managedId', f.managed_id, 'isArchived', f.archived_at IS NOT NULL, 'type', f.type,
    'description', f.description, 'stale', f.stale, 'impressionData', f.impression_data,
    'tags', (SELECT COALESCE(json_agg(json_build_object('type', t.type, 'value', t.value)
       ORDER BY t.type, t.value), '[]') FROM feature_tag t WHERE t.feature_name = f.name),
    'links', f.links,
    'payloadSchema', (SELECT json_build_object('schema', s.schema,
       'enforcement', CASE WHEN s.enforced THEN 'refuse' ELSE 'warn' END)
       FROM feature_payload_schema s WHERE s.feature_name = f.name),
    'dependencies', (SELECT COALESCE(json_agg(${DEPENDENCY_JSON} ORDER BY d.parent), '[]')
       FROM feature_dependency d WHERE d.child = f.name),
    'environments', ${PLACES})::text`;

const PROJECT = /* sql */ `
  json_build_object('id', p.id, 'name', p.name, 'description', p.description, 'mode', p.mode,
    'defaultStickiness', p.default_stickiness, 'featureLimit', p.feature_limit,
    'featureNaming', p.feature_naming, 'linkTemplates', p.link_templates,
    'isArchived', p.archived_at IS NOT NULL, ${OWNED},
    'places', (SELECT COALESCE(json_agg(json_build_object('name', pe.environment,
       'requiredApprovals', pe.required_approvals) ORDER BY pe.environment), '[]')
       FROM project_environment pe WHERE pe.project = p.id))::text`;

/** The things other than features and projects, one statement each. */
const THINGS = [
  /* sql */ `
    SELECT 'environment', e.name, json_build_object('name', e.name, 'type', e.type,
      'enabled', e.enabled, 'sortOrder', e.sort_order, ${OWNED})::text
      FROM environment e LEFT JOIN managed_thing m ON m.environment = e.name
     WHERE ${isWanted('environment', 'e.name')}`,
  /* sql */ `
    SELECT 'contextField', c.name, json_build_object('name', c.name, 'project', c.project,
      'description', c.description, 'stickiness', c.stickiness, 'sortOrder', c.sort_order,
      'legalValues', c.legal_values, ${OWNED})::text
      FROM context_field c LEFT JOIN managed_thing m ON m.context_field = c.name
     WHERE ${isWanted('contextField', 'c.name')} AND ${isSeen('c.project')}`,
  /* sql */ `
    SELECT 'segment', s.name, json_build_object('id', s.id, 'name', s.name, 'project', s.project,
      'description', s.description, 'constraints', s.constraints, ${OWNED})::text
      FROM segment s LEFT JOIN managed_thing m ON m.segment = s.id
     WHERE ${isWanted('segment', 's.name')} AND ${isSeen('s.project')}`,
  /* sql */ `
    SELECT 'tagType', t.name, json_build_object('name', t.name, 'description', t.description,
      'icon', t.icon, ${OWNED})::text
      FROM tag_type t LEFT JOIN managed_thing m ON m.tag_type = t.name
     WHERE ${isWanted('tagType', 't.name')}`,
  /* sql */ `
    SELECT 'tag', t.type || ':' || t.value,
      json_build_object('type', t.type, 'value', t.value, ${OWNED})::text
      FROM tag t LEFT JOIN managed_thing m ON m.tag_of_type = t.type AND m.tag_value = t.value
     WHERE ${isWanted('tag', "t.type || ':' || t.value")}
       AND NOT ${isHiddenTag('t', '$3::text[]')}`,
  /* sql */ `
    SELECT 'role', r.name, json_build_object('id', r.id, 'name', r.name, 'type', r.type,
      'description', r.description, ${OWNED},
      'permissions', (SELECT COALESCE(json_agg(json_build_object('name', g.permission,
         'environment', g.environment) ORDER BY g.permission, g.environment), '[]')
         FROM role_permission g WHERE g.role_id = r.id))::text
      FROM role r LEFT JOIN managed_thing m ON m.role = r.id
     WHERE $4 AND r.type IN ('custom', 'root-custom') AND ${isWanted('role', 'r.name')}`,
].join('\n    UNION ALL');

/**
 * Everything that a plan compares with, in one snapshot: the things of these names and those that
 * belong to the owner, the projects of features, and the names of the segments of strategies.
 * Features of hidden projects have no state: only that their names are taken can be known.
 */
export const READ_STATE = statement<
  [names: string, owner: string, hiddenProjects: readonly string[], seesRoles: boolean],
  StateRow
>(
  'as-code.read-state',
  /* sql */ `
    WITH wanted AS MATERIALIZED (
      SELECT f.*, m.owner, m.id AS managed_id
        FROM feature f LEFT JOIN managed_thing m ON m.feature = f.name
       WHERE f.name = ANY (ARRAY(SELECT unnest(${named('feature')})
               UNION SELECT o.feature FROM managed_thing o
                WHERE o.owner = $2 AND o.feature IS NOT NULL))
         AND (f.name = ANY (${named('feature')}) OR f.archived_at IS NULL)
    ), seen AS MATERIALIZED (
      SELECT * FROM wanted WHERE project <> ALL ($3::text[])
    )
    SELECT 'feature' AS kind, f.name, ${FEATURE} AS state FROM seen f
    UNION ALL
    SELECT 'hidden-feature', f.name, '' FROM wanted f WHERE f.project = ANY ($3::text[])
    UNION ALL
    SELECT 'project', p.id, ${PROJECT}
      FROM project p LEFT JOIN managed_thing m ON m.project = p.id
     WHERE p.id <> ALL ($3::text[]) AND (m.owner = $2 AND p.archived_at IS NULL
       OR p.id = ANY (ARRAY(SELECT unnest(${named('project')}) UNION SELECT project FROM seen)))
    UNION ALL
    SELECT 'segment-name', s.id::text, to_json(s.name)::text
      FROM segment s WHERE s.id IN (SELECT ss.segment_id FROM seen f
        JOIN feature_strategy fs ON fs.feature_name = f.name
        JOIN feature_strategy_segment ss ON ss.strategy_id = fs.id)
    UNION ALL ${THINGS}
    ORDER BY 1, 2`,
);

/** The ids of segments that the features of a project can use, by name. */
export const FIND_SEGMENTS = statement<
  [names: readonly string[], hiddenProjects: readonly string[]],
  { id: number; name: string }
>(
  'as-code.find-segments',
  /* sql */ `
    SELECT id, name FROM segment
     WHERE name = ANY ($1) AND (project IS NULL OR project <> ALL ($2::text[]))`,
);

/** Makes things belong to an owner. */
export const OWN = statement<[owner: string, things: string]>(
  'as-code.own',
  /* sql */ `
    INSERT INTO managed_thing (owner, feature, project, environment, context_field, tag_type,
      tag_of_type, tag_value, segment, role)
    SELECT $1, t.feature, t.project, t.environment, t."contextField", t."tagType", t."tagOfType",
           t."tagValue", s.id, r.id
      FROM jsonb_to_recordset($2::jsonb) AS t(feature text, project text, environment text,
        "contextField" text, "tagType" text, "tagOfType" text, "tagValue" text, segment text,
        role text)
      LEFT JOIN segment s ON s.name = t.segment
      LEFT JOIN role r ON r.name = t.role`,
);

/** Makes things belong to nobody. */
export const RELEASE = statement<[ids: readonly number[]]>(
  'as-code.release',
  'DELETE FROM managed_thing WHERE id = ANY ($1)',
);

/** The names of things by kind. */
type Names = Readonly<Record<string, string[]>> & { project: string[]; feature: string[] };

const list = (name: string, from: string): string =>
  `(SELECT COALESCE(json_agg(x.name), '[]') FROM (SELECT ${name} AS name FROM ${from}) x)`;

/** The names of all things that can be seen, or of those of one project. */
export const LIST_NAMES = statement<
  [project: string | null, hiddenProjects: readonly string[], mostFeatures: number],
  { names: Names }
>(
  'as-code.list-names',
  /* sql */ `
    SELECT json_build_object(
      'environment', ${list('e.name', 'environment e WHERE $1::text IS NULL')},
      'project', ${list(
        'p.id',
        `project p WHERE p.archived_at IS NULL AND p.id <> ALL ($2::text[])
          AND ($1 IS NULL OR p.id = $1)`,
      )},
      'tagType', ${list('t.name', 'tag_type t WHERE $1 IS NULL')},
      'contextField', ${list('c.name', 'context_field c WHERE $1 IS NULL OR c.project = $1')},
      'segment', ${list('s.name', 'segment s WHERE $1 IS NULL OR s.project = $1')},
      'tag', ${list("t.type || ':' || t.value", 'tag t WHERE $1 IS NULL')},
      'role', ${list('r.name', 'role r WHERE $1 IS NULL')},
      'feature', ${list(
        'f.name',
        `feature f WHERE f.archived_at IS NULL AND f.project <> ALL ($2::text[])
          AND ($1 IS NULL OR f.project = $1) LIMIT $3`,
      )}) AS names`,
);
