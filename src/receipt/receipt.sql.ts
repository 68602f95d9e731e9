import { statement } from '../database/statement.js';

/** The last event that turned a feature on, or off, in an environment. */
export const LAST_SWITCH = statement<
  [project: string, feature: string, environment: string, type: string],
  { id: number }
>(
  'receipt.last-switch',
  /* sql */ `
    SELECT e.id::float8 AS id FROM event e
     WHERE e.feature_name = $2 AND e.project = $1 AND e.environment = $3 AND e.type = $4
     ORDER BY e.id DESC LIMIT 1`,
);
