/**
 * Start of the lifetime of a type `lifetime`: features that were created earlier exceed it; null
 * without lifetime. Lifetimes are capped at a million days to stay within PostgreSQL's dates.
 */
export const LIFETIME_START =
  'now() - make_interval(hours => 24 * LEAST(lifetime.lifetime_days, 1000000))';
