import { statement } from '../../platform/database/statement.js';

/** Gives projects the clone of an environment. */
export const COPY_PLACES_OF_PROJECTS = statement<
  [source: string, clone: string, projects: readonly string[]]
>(
  'environment-copy.copy-places-of-projects',
  /* sql */ `
    INSERT INTO project_environment (project, environment, default_strategy)
    SELECT p.id, $2, (SELECT pe.default_strategy FROM project_environment pe
                       WHERE pe.project = p.id AND pe.environment = $1)
      FROM unnest($3::text[]) AS p(id)`,
);
