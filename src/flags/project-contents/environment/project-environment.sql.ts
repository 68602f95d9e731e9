import { statement } from '../../../platform/database/statement.js';

export const COUNT_ENVIRONMENTS = statement<
  [project: string, environment: string],
  { exists: boolean; has: boolean; count: number }
>(
  'project-environment.count-environments',
  /* sql */ `
    SELECT EXISTS (SELECT FROM environment e WHERE e.name = $2) AS exists, count(*)::int AS count,
      COALESCE(bool_or(pe.environment = $2), false) AS has
      FROM project_environment pe WHERE pe.project = $1`,
);
