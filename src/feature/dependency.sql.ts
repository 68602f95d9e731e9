/** `d` is a dependency: its JSON, in the form in which features, exports and events show it. */
export const DEPENDENCY_JSON = /* sql */ `
  json_build_object('feature', d.parent, 'enabled', d.enabled, 'variants', COALESCE(d.variants, '[]'))`;

/** As {@link DEPENDENCY_JSON} for SDKs: a parent that must be disabled has no `variants`. */
export const SDK_DEPENDENCY_JSON = /* sql */ `
  CASE WHEN d.enabled THEN ${DEPENDENCY_JSON}
       ELSE json_build_object('feature', d.parent, 'enabled', d.enabled) END`;

/**
 * What would make a chain of a dependency: a parent's parent, a child's child; null where there is
 * none. $1 child, $2 parent.
 */
export const FAMILY = /* sql */ `
  SELECT (SELECT min(d.parent) FROM feature_dependency d WHERE d.child = $2) AS grandparent,
         (SELECT min(d.child) FROM feature_dependency d WHERE d.parent = $1) AS grandchild`;

/**
 * Makes a parent the only one of a child. `changed` tells whether that changed anything. $1 child,
 * $2 parent, $3 enabled, $4 variants or null.
 */
export const SET_DEPENDENCY = /* sql */ `
  WITH replaced AS (
    DELETE FROM feature_dependency WHERE child = $1 AND parent <> $2 RETURNING 1
  ), written AS (
    INSERT INTO feature_dependency AS d (child, parent, enabled, variants) VALUES ($1, $2, $3, $4)
    ON CONFLICT ON CONSTRAINT feature_dependency_pkey DO UPDATE SET enabled = excluded.enabled, variants = excluded.variants
     WHERE (d.enabled, COALESCE(d.variants, '[]')) IS DISTINCT FROM (excluded.enabled, COALESCE(excluded.variants, '[]'))
    RETURNING 1
  )
  SELECT EXISTS (SELECT FROM replaced) OR EXISTS (SELECT FROM written) AS changed`;
