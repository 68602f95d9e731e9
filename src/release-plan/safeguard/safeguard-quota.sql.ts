import { statement } from '../../database/statement.js';

/** How many safeguards there are. */
export const COUNT_SAFEGUARDS = statement<
  [projectId: string],
  { inProject: number; inAll: number }
>(
  'safeguard-quota.count-safeguards',
  /* sql */ `
    SELECT COALESCE(sum(n) FILTER (WHERE f.project = $1), 0)::int AS "inProject",
           COALESCE(sum(n), 0)::int AS "inAll"
      FROM release_plan p JOIN feature f ON f.name = p.feature_name,
           jsonb_array_length(p.safeguards) n
     WHERE p.safeguards <> '[]'`,
);

/** How many safeguards the plans of a feature have. */
export const COUNT_OF_FEATURE = statement<[featureName: string], { count: number }>(
  'safeguard-quota.count-of-feature',
  /* sql */ `
    SELECT COALESCE(sum(jsonb_array_length(p.safeguards)), 0)::int AS count
      FROM release_plan p WHERE p.feature_name = $1`,
);
