/**
 * Gives projects the clone of an environment. $1 the source, $2 the clone, $3 the projects.
 */
export const COPY_PLACES_OF_PROJECTS = /* sql */ `
  INSERT INTO project_environment (project, environment, default_strategy)
  SELECT p.id, $2, (SELECT pe.default_strategy FROM project_environment pe WHERE pe.project = p.id AND pe.environment = $1) FROM unnest($3::text[]) AS p(id)`;
