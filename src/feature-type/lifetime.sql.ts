/**
 * `lifetime` is a feature type: what was created before this has outlived it; null when the type
 * has no lifetime. A lifetime counts as a million days at most: what is further back than that is
 * no date for PostgreSQL.
 */
export const BIRTH_OF_THE_OUTLIVED =
  'now() - make_interval(hours => 24 * LEAST(lifetime.lifetime_days, 1000000))';
