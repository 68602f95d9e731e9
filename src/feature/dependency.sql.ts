/** `d` is a dependency: its JSON, in the form in which a feature shows it and events keep it. */
export const DEPENDENCY_JSON = /* sql */ `
  CASE WHEN d.variants IS NULL THEN json_build_object('feature', d.parent, 'enabled', d.enabled)
       ELSE json_build_object('feature', d.parent, 'enabled', d.enabled, 'variants', d.variants) END`;

/**
 * What would make a chain of a dependency: a parent's parent, a child's child; null where there is
 * none. $1 child, $2 parent.
 */
export const FAMILY = /* sql */ `
  SELECT (SELECT min(d.parent) FROM feature_dependency d WHERE d.child = $2) AS grandparent,
         (SELECT min(d.child) FROM feature_dependency d WHERE d.parent = $1) AS grandchild`;

/** Answers a row if it changed something. $1 child, $2 parent, $3 enabled, $4 variants or null. */
export const ADD_DEPENDENCY = /* sql */ `
  INSERT INTO feature_dependency AS d (child, parent, enabled, variants) VALUES ($1, $2, $3, $4)
  ON CONFLICT ON CONSTRAINT feature_dependency_pkey DO UPDATE SET enabled = excluded.enabled, variants = excluded.variants
   WHERE (d.enabled, d.variants) IS DISTINCT FROM (excluded.enabled, excluded.variants)
  RETURNING 1`;
