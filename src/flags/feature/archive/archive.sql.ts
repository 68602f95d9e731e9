import { statement } from '../../../platform/database/statement.js';
import type { ArchiveValidationResponse } from './archive.response.js';
import type { Json } from '../../../platform/http/json.js';
import type { ListRow } from '../../../platform/http/json-list.js';

/** Archived features of a project or, with null, of all, without those of hidden projects. */
export const LIST = statement<
  [projectId: string | null, hiddenProjects: readonly string[]],
  ListRow
>(
  'archive.list',
  /* sql */ `
    SELECT NULL AS head, json_build_object(
             'name', f.name, 'description', f.description, 'type', f.type, 'project', f.project,
             'stale', f.stale,
             'createdAt', iso8601(f.created_at), 'impressionData', f.impression_data,
             'lastSeenAt', (SELECT iso8601(max(u.last_seen_at)) FROM feature_environment_usage u
               WHERE u.feature_name = f.name),
             'archivedAt', iso8601(f.archived_at), 'environments', json_build_array())::text AS item
      FROM feature f WHERE f.archived_at IS NOT NULL AND ($1::text IS NULL OR f.project = $1)
        AND f.project <> ALL ($2::text[])
     ORDER BY f.name`,
);

/** What archiving these features of a project would affect. Other names are ignored. */
export const PREVIEW = statement<
  [projectId: string, featureNames: readonly string[]],
  { verdict: Json<ArchiveValidationResponse> }
>(
  'archive.preview',
  /* sql */ `
    WITH wanted AS (SELECT f.name FROM feature f
      WHERE f.project = $1 AND f.name = ANY($2) AND f.archived_at IS NULL)
    SELECT json_build_object(
             'parentsWithChildFeatures', (
               SELECT COALESCE(json_agg(w.name ORDER BY w.name), '[]') FROM wanted w
                WHERE EXISTS (SELECT FROM feature_dependency d
                  WHERE d.parent = w.name AND d.child NOT IN (SELECT name FROM wanted))),
             'hasDeletedDependencies', EXISTS (SELECT FROM feature_dependency d
               JOIN wanted w ON w.name IN (d.child, d.parent)))::text AS verdict
      FROM project p WHERE p.id = $1`,
);
