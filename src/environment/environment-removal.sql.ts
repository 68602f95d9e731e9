import { statement } from '../database/statement.js';

export const LOCK_PROJECTS = statement<[environment: string]>(
  'environment-removal.lock-projects',
  /* sql */ `
    SELECT FROM project WHERE id IN (SELECT project FROM project_environment
      WHERE environment = $1) ORDER BY id FOR NO KEY UPDATE /* locks projects */`,
);

export const LOCK_FEATURE_ENVIRONMENTS = statement<[environment: string]>(
  'environment-removal.lock-feature-environments',
  /* sql */ `
    SELECT FROM feature_environment WHERE environment = $1 ORDER BY feature_name COLLATE "C"
      FOR UPDATE /* locks featureEnvironments */`,
);

export const PROJECTS_WITHOUT_OTHERS = statement<[environment: string], { project: string }>(
  'environment-removal.projects-without-others',
  /* sql */ `
    SELECT pe.project FROM project_environment pe
     WHERE pe.environment = $1
       AND NOT EXISTS (SELECT FROM project_environment o
         WHERE o.project = pe.project AND o.environment <> $1)
     ORDER BY 1`,
);
