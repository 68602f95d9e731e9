import { DEPENDENCY_JSON } from '../../flags/feature/dependency/dependency.sql.js';
import { statement } from '../../platform/database/statement.js';

/** One thing as it is: what it is, its name, and its state as JSON text. */
export interface StateRow {
  kind: 'feature' | 'hidden-feature' | 'project' | 'segment-name';
  name: string;
  state: string;
}

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

/**
 * Everything that a plan compares with, in one snapshot: the features of these names and those that
 * belong to the owner, their projects, and the names of the segments of their strategies. Features
 * of hidden projects have no state: only that their names are taken can be known.
 */
export const READ_STATE = statement<
  [
    features: readonly string[],
    owner: string,
    hiddenProjects: readonly string[],
    projects: readonly string[],
  ],
  StateRow
>(
  'as-code.read-state',
  /* sql */ `
    WITH wanted AS MATERIALIZED (
      SELECT f.*, m.owner FROM feature f LEFT JOIN managed_thing m ON m.feature = f.name
       WHERE f.name = ANY (ARRAY(SELECT unnest($1::text[])
               UNION SELECT o.feature FROM managed_thing o
                WHERE o.owner = $2 AND o.feature IS NOT NULL))
         AND (f.name = ANY ($1) OR f.archived_at IS NULL)
    ), seen AS MATERIALIZED (
      SELECT * FROM wanted WHERE project <> ALL ($3::text[])
    )
    SELECT 'feature' AS kind, f.name, json_build_object('name', f.name, 'project', f.project,
             'owner', f.owner, 'isArchived', f.archived_at IS NOT NULL, 'type', f.type,
             'description', f.description, 'stale', f.stale, 'impressionData', f.impression_data,
             'tags', (SELECT COALESCE(json_agg(json_build_object('type', t.type, 'value', t.value)
                ORDER BY t.type, t.value), '[]') FROM feature_tag t WHERE t.feature_name = f.name),
             'links', f.links,
             'dependencies', (SELECT COALESCE(json_agg(${DEPENDENCY_JSON} ORDER BY d.parent), '[]')
                FROM feature_dependency d WHERE d.child = f.name),
             'environments', ${PLACES})::text AS state
      FROM seen f
    UNION ALL
    SELECT 'hidden-feature', f.name, '' FROM wanted f WHERE f.project = ANY ($3::text[])
    UNION ALL
    SELECT 'project', p.id, json_build_object('id', p.id, 'stickiness', p.default_stickiness,
             'environments', (SELECT json_agg(json_build_object('name', pe.environment,
                'requiredApprovals', pe.required_approvals) ORDER BY pe.environment)
                FROM project_environment pe WHERE pe.project = p.id))::text
      FROM project p WHERE p.archived_at IS NULL AND p.id <> ALL ($3::text[])
       AND p.id = ANY (ARRAY(SELECT unnest($4::text[]) UNION SELECT project FROM seen))
    UNION ALL
    SELECT 'segment-name', s.id::text, to_json(s.name)::text
      FROM segment s WHERE s.id IN (SELECT ss.segment_id FROM seen f
        JOIN feature_strategy fs ON fs.feature_name = f.name
        JOIN feature_strategy_segment ss ON ss.strategy_id = fs.id)
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

/** Makes features belong to an owner. */
export const OWN_FEATURES = statement<[owner: string, features: readonly string[]]>(
  'as-code.own-features',
  /* sql */ `
    INSERT INTO managed_thing (owner, feature) SELECT $1, unnest($2::text[])
    ON CONFLICT ON CONSTRAINT managed_thing_feature_key DO UPDATE SET owner = excluded.owner`,
);

/** Makes features belong to nobody. */
export const RELEASE_FEATURES = statement<[features: readonly string[]]>(
  'as-code.release-features',
  'DELETE FROM managed_thing WHERE feature = ANY ($1)',
);
