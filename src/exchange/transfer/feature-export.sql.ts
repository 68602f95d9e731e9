import { isHiddenTag } from '../../core/auth/permissions/hidden.sql.js';
import { statement } from '../../platform/database/statement.js';

const ALL_PRIVATE = "ARRAY(SELECT id FROM project WHERE mode = 'private')";

/**
 * The private projects, comma-separated, to which a tag is private. An event that quotes the tag
 * must be hidden with them.
 */
export const PRIVATE_PLACES = statement<[tag: string], { project: string | null }>(
  'feature-export.private-places',
  /* sql */ `
    SELECT string_agg(DISTINCT t.project, ',' ORDER BY t.project) AS project FROM tag t
     WHERE $1 IN (t.value, t.type || ':' || t.value)
     HAVING bool_and(${isHiddenTag('t', ALL_PRIVATE)})`,
);
