/** Settings that end statements, transactions or sessions; PostgreSQL 15 lacks the last one. */
const TIME_LIMITS = `'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout',
  'idle_session_timeout', 'transaction_timeout'`;

/** Lifts the limits of the server, the database and the role until the transaction ends. */
export const WITHOUT_TIME_LIMITS = /* sql */ `
  SELECT set_config(name, '0', true) FROM pg_settings
   WHERE name IN (${TIME_LIMITS}) AND setting <> '0'`;

/**
 * Lifts the limits for the rest of the session, except behind a pooler, where other clients use the
 * session afterwards: a pooler reports another process id than PostgreSQL, so the condition is
 * false.
 */
export const sessionWithoutTimeLimits = (session: number): string => /* sql */ `
  SELECT set_config(name, '0', false) FROM pg_settings
   WHERE name IN (${TIME_LIMITS}) AND setting <> '0' AND pg_backend_pid() = ${Math.trunc(session)}`;
