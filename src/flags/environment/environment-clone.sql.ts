import { statement } from '../../platform/database/statement.js';

export const LOCK_PROJECTS = statement<
  [source: string, wanted: readonly string[] | null, hiddenProjects: readonly string[]],
  { id: string }
>(
  'environment-clone.lock-projects',
  /* sql */ `
    SELECT id FROM project
     WHERE archived_at IS NULL
       AND CASE WHEN $2::text[] IS NULL THEN id
         IN (SELECT project FROM project_environment WHERE environment = $1) ELSE id = ANY ($2) END
       AND id <> ALL ($3::text[])
     ORDER BY id FOR NO KEY UPDATE /* locks projects */`,
);
