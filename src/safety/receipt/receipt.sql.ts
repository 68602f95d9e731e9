import { statement } from '../../platform/database/statement.js';

/**
 * Among how many of the latest events of a feature its last switch is looked for: there is none if
 * it was never switched, however long its history is.
 */
export const LATEST = 1_000;

/** The last event that turned a feature on, or off, in an environment, among the latest ones. */
export const LAST_SWITCH = statement<
  [project: string, feature: string, environment: string, type: string],
  { id: number }
>(
  'receipt.last-switch',
  /* sql */ `
    SELECT e.id::float8 AS id
      FROM (SELECT id, project, environment, type FROM event
             WHERE feature_name = $2 ORDER BY id DESC LIMIT ${LATEST}) e
     WHERE e.project = $1 AND e.environment = $3 AND e.type = $4
     ORDER BY e.id DESC LIMIT 1`,
);
