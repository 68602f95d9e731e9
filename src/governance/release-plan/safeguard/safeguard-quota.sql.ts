import { statement } from '../../../platform/database/statement.js';

/** The features with safeguards `s`, and how many: of their release plans, and of their own. */
const SAFEGUARDS = /* sql */ `(
  SELECT feature_name, jsonb_array_length(safeguards) AS n FROM release_plan
   WHERE safeguards <> '[]'
  UNION ALL SELECT feature_name, 1 FROM feature_safeguard) s`;

/** How many safeguards there are. */
export const COUNT_SAFEGUARDS = statement<
  [projectId: string],
  { inProject: number; inAll: number }
>(
  'safeguard-quota.count-safeguards',
  /* sql */ `
    SELECT COALESCE(sum(s.n) FILTER (WHERE f.project = $1), 0)::int AS "inProject",
           COALESCE(sum(s.n), 0)::int AS "inAll"
      FROM ${SAFEGUARDS} JOIN feature f ON f.name = s.feature_name`,
);

/** How many safeguards a feature has in all environments. */
export const COUNT_OF_FEATURE = statement<[featureName: string], { count: number }>(
  'safeguard-quota.count-of-feature',
  /* sql */ `
    SELECT COALESCE(sum(s.n), 0)::int AS count FROM ${SAFEGUARDS} WHERE s.feature_name = $1`,
);
