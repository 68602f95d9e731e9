import { statement } from '../../platform/database/statement.js';

/** Names that applications ask for, that have no feature, and that are not stored yet. */
export const MISSING_UNKNOWN_FEATURES = /* sql */ `
  SELECT DISTINCT a.feature_name FROM client_application_feature a
   WHERE NOT EXISTS (SELECT FROM feature f WHERE f.name = a.feature_name)
     AND NOT EXISTS (SELECT FROM unknown_feature u WHERE u.feature_name = a.feature_name)`;

/** Statements that store the missing names. */
export const REPAIR_UNKNOWN_FEATURES = [
  /* sql */ `
    INSERT INTO unknown_feature (feature_name) ${MISSING_UNKNOWN_FEATURES} ORDER BY 1
    ON CONFLICT ON CONSTRAINT unknown_feature_pkey DO UPDATE SET noted_at = now()`,
];

/** Removes stored names that no application asks for any more. */
export const DELETE_UNASKED = statement<[]>(
  'unknown-feature.delete-unasked',
  /* sql */ `
    DELETE FROM unknown_feature u WHERE u.noted_at < now() - interval '24 hours'
       AND NOT EXISTS (SELECT FROM client_application_feature a
         WHERE a.feature_name = u.feature_name)`,
);
