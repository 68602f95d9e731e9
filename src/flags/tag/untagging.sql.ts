import { statement } from '../../platform/database/statement.js';

/** The projects whose features have a tag, or any tag of the type if the value is null. */
export const PROJECTS = statement<[type: string, value: string | null], { project: string }>(
  'untagging.projects',
  /* sql */ `
    SELECT DISTINCT f.project FROM feature_tag t JOIN feature f ON f.name = t.feature_name
      WHERE t.type = $1 AND ($2::text IS NULL OR t.value = $2)`,
);

/** Removes a tag, or all tags of a type if the value is null, from all features. */
export const UNTAG = statement<
  [type: string, value: string | null],
  { featureName: string; type: string; value: string }
>(
  'untagging.untag',
  /* sql */ `
    DELETE FROM feature_tag t WHERE t.type = $1 AND ($2::text IS NULL OR t.value = $2)
    RETURNING t.feature_name AS "featureName", t.type, t.value`,
);

/** Locks the tags of a type, so that no feature gets one of them. */
export const LOCK_TAGS = statement<[type: string]>(
  'untagging.lock-tags',
  /* sql */ `
    SELECT FROM tag WHERE type = $1 ORDER BY value COLLATE "C" FOR UPDATE /* locks tags */`,
);
