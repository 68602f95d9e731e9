/**
 * `lifetime` is a feature type: what was created before this has outlived it; null when the type has no lifetime. A lifetime counts as a million days at
 * most: what is further back than that is no date for PostgreSQL.
 */
export const BIRTH_OF_THE_OUTLIVED = 'now() - make_interval(days => LEAST(lifetime.lifetime_days, 1000000))';

/** `f` is a feature: whether it has outlived the lifetime of its type. One of a type without a lifetime never has. */
export const OUTLIVED = `EXISTS (SELECT FROM feature_type lifetime WHERE lifetime.id = f.type AND f.created_at < ${BIRTH_OF_THE_OUTLIVED})`;

/** `f` is a feature: whether it is potentially stale, which is: not marked as stale, though it has outlived the lifetime of its type. */
export const POTENTIALLY_STALE = `(NOT f.stale AND ${OUTLIVED})`;
