import { statement } from '../../../platform/database/statement.js';

/**
 * Upper bound on remembered applications. The oldest are kept, so that invented ones do not
 * displace them.
 */
const MAX_APPLICATIONS = 50_000;

const MAX_FEATURES = 200_000;

export const NAMES = statement<[], { features: string[]; applications: string[] }>(
  'known-names.names',
  /* sql */ `
    SELECT (SELECT COALESCE(json_agg(f.name), '[]')
      FROM (SELECT name FROM feature LIMIT ${MAX_FEATURES}) f) AS features,
           (SELECT COALESCE(json_agg(a.app_name), '[]')
              FROM (SELECT app_name FROM client_application ORDER BY created_at
                LIMIT ${MAX_APPLICATIONS}) a) AS applications`,
);
