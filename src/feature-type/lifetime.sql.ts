/**
 * The latest creation time of features that exceed the lifetime of a type `lifetime`; null without
 * lifetime. Lifetimes are capped at a million days to stay within PostgreSQL's dates.
 */
export const LIFETIME_START =
  'now() - make_interval(hours => 24 * LEAST(lifetime.lifetime_days, 1000000))';
