import { statement } from '../database/statement.js';

/** The projects whose features have a tag, or any tag of the type if the value is null. */
export const PROJECTS = statement<[type: string, value: string | null], { project: string }>(
  'untagging.projects',
  /* sql */ `
    SELECT DISTINCT f.project FROM feature_tag t JOIN feature f ON f.name = t.feature_name
      WHERE t.type = $1 AND ($2::text IS NULL OR t.value = $2)`,
);
