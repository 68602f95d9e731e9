import type { DependencyPayload } from '../../../core/event/feature-events.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';

/** JSON of a dependency `d`, as in features, exports and events. */
export const DEPENDENCY_JSON = /* sql */ `
  json_build_object('feature', d.parent, 'enabled', d.enabled,
    'variants', COALESCE(d.variants, '[]'))`;

/** Like {@link DEPENDENCY_JSON}, for SDKs: without `variants` if the parent must be disabled. */
export const SDK_DEPENDENCY_JSON = /* sql */ `
  CASE WHEN d.enabled THEN ${DEPENDENCY_JSON}
       ELSE json_build_object('feature', d.parent, 'enabled', d.enabled) END`;

/**
 * The features that would turn a dependency into a chain: the parent's parent and a child of the
 * child; null if there is none.
 */
export const FAMILY = statement<[child: string, parent: string], Family>(
  'dependency.family',
  /* sql */ `
    SELECT (SELECT min(d.parent) FROM feature_dependency d WHERE d.child = $2) AS grandparent,
           (SELECT min(d.child) FROM feature_dependency d WHERE d.parent = $1) AS grandchild`,
);

/** The dependencies of the child `$1` before the statement. */
export const DEPENDENCIES_BEFORE = /* sql */ `
  COALESCE((SELECT json_agg(${DEPENDENCY_JSON} ORDER BY d.parent)
              FROM feature_dependency d WHERE d.child = $1), '[]')`;

/**
 * Replaces the parent of a child. `changed` says whether that changed anything; `before` are the
 * dependencies that it had.
 */
export const SET_DEPENDENCY = statement<
  [child: string, parent: string, enabled: boolean, variants: string | null],
  { changed: boolean; before: DependencyPayload[] }
>(
  'dependency.set-dependency',
  /* sql */ `
    WITH replaced AS (
      DELETE FROM feature_dependency WHERE child = $1 AND parent <> $2 RETURNING 1
    ), written AS (
      INSERT INTO feature_dependency AS d (child, parent, enabled, variants) VALUES ($1, $2, $3, $4)
      ON CONFLICT ON CONSTRAINT feature_dependency_pkey DO UPDATE
        SET enabled = excluded.enabled, variants = excluded.variants
       WHERE (d.enabled, COALESCE(d.variants, '[]'))
             IS DISTINCT FROM (excluded.enabled, COALESCE(excluded.variants, '[]'))
      RETURNING 1
    )
    SELECT EXISTS (SELECT FROM replaced) OR EXISTS (SELECT FROM written) AS changed,
           ${DEPENDENCIES_BEFORE} AS before`,
);

interface Family {
  grandparent: string | null;
  grandchild: string | null;
}

export const PARENTS = statement<[projectId: string, child: string], { options: Json<string[]> }>(
  'dependency.parents',
  /* sql */ `
    SELECT (SELECT COALESCE(json_agg(p.name ORDER BY p.name), '[]') FROM feature p
             WHERE p.project = f.project AND p.name <> f.name AND p.archived_at IS NULL
               AND NOT EXISTS (SELECT FROM feature_dependency d WHERE d.child = p.name))::text
                 AS options
      FROM feature f WHERE f.project = $1 AND f.name = $2`,
);

export const VARIANTS = statement<
  [projectId: string, parent: string, hiddenProjects: readonly string[]],
  { options: Json<string[]> }
>(
  'dependency.variants',
  /* sql */ `
    SELECT (SELECT COALESCE(json_agg(v.name ORDER BY v.name), '[]') FROM (
              SELECT one ->> 'name' AS name
                FROM feature_environment fe, jsonb_array_elements(fe.variants) one
                WHERE fe.feature_name = f.name
              UNION
              SELECT one ->> 'name' FROM feature_strategy fs, jsonb_array_elements(fs.variants) one
                WHERE fs.feature_name = f.name
            ) v)::text AS options
      FROM feature f
     WHERE f.project = $1 AND f.name = $2 AND f.project <> ALL ($3::text[])`,
);

export const ANY = statement<[projectId: string], { exist: Json<boolean> }>(
  'dependency.any',
  /* sql */ `
    SELECT EXISTS (SELECT FROM feature_dependency d JOIN feature f ON f.name = d.child
      WHERE f.project = p.id)::text AS exist
      FROM project p WHERE p.id = $1`,
);

/** Removes dependencies of a child, the given one or all, and returns them. */
export const DELETE_DEPENDENCIES = statement<
  [child: string, parent: string | null],
  { dependency: DependencyPayload }
>(
  'dependency.delete-dependencies',
  /* sql */ `
    DELETE FROM feature_dependency d
     WHERE d.child = $1 AND ($2::text IS NULL OR d.parent = $2)
    RETURNING ${DEPENDENCY_JSON} AS dependency`,
);
