import { statement } from '../../platform/database/statement.js';
import type { DependencyPayload } from '../../core/event/event-payloads.js';

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
