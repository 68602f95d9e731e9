import type { DependencyPayload } from '../../../core/event/feature-events.js';
import { keepingRemoved } from '../../../core/event/removed-parts.sql.js';
import { statement } from '../../../platform/database/statement.js';
import type { ListRow } from '../../../platform/http/json-list.js';
import type { Json } from '../../../platform/http/json.js';
import { DEPENDENCY_JSON } from '../dependency/dependency.sql.js';
import { featureState } from '../feature-state.sql.js';
import type { BareFeatureResponse } from '../feature.response.js';
import { BARE_FEATURE_JSON } from '../feature.sql.js';
import type { ArchiveValidationResponse } from './archive.dto.js';

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

export const READ_FEATURES = statement<
  [names: readonly string[]],
  { feature: BareFeatureResponse }
>(
  'archive.read-features',
  /* sql */ `
    SELECT ${BARE_FEATURE_JSON} AS feature FROM feature f WHERE f.name = ANY($1)
      ORDER BY f.name COLLATE "C"`,
);

/** Keeps the last state of features whose deletion is recorded. */
export const KEEP_STATES = statement<[names: readonly string[]]>(
  'archive.keep-states',
  keepingRemoved(
    'feature-deleted',
    'r.feature_name',
    /* sql */ `
      SELECT f.project, NULL::text, f.name, (${featureState()})::jsonb FROM feature f
       WHERE f.name = ANY($1)`,
  ),
);

export const DELETE_FEATURES = statement<[names: readonly string[]]>(
  'archive.delete-features',
  'DELETE FROM feature WHERE name = ANY($1)',
);

export const DELETE_FEATURE_DEPENDENCY = statement<
  [live: readonly string[]],
  { child: string; dependency: DependencyPayload }
>(
  'archive.delete-feature-dependency',
  /* sql */ `
    DELETE FROM feature_dependency d WHERE d.child = ANY($1)
    RETURNING d.child, ${DEPENDENCY_JSON} AS dependency`,
);

export const ARCHIVE_FEATURES = statement<[live: readonly string[]]>(
  'archive.archive-features',
  'UPDATE feature SET archived_at = now() WHERE name = ANY($1)',
);

export const FIND_ORPHANS = statement<
  [featureNames: readonly string[]],
  { child: string; parent: string }
>(
  'archive.find-orphans',
  /* sql */ `
    SELECT child, parent FROM feature_dependency WHERE parent = ANY($1) AND NOT child = ANY($1)
      ORDER BY parent, child`,
);

export const REVIVE_FEATURES = statement<[archived: readonly string[]]>(
  'archive.revive-features',
  'UPDATE feature SET archived_at = NULL WHERE name = ANY($1)',
);

export const TURN_OFF = statement<
  [archived: readonly string[]],
  { featureName: string; environment: string }
>(
  'archive.turn-off',
  /* sql */ `
    UPDATE feature_environment SET enabled = false WHERE feature_name = ANY($1) AND enabled
    RETURNING feature_name AS "featureName", environment`,
);

export const PROJECT_OF = statement<[featureName: string], { project: string }>(
  'archive.project-of',
  'SELECT project FROM feature WHERE name = $1',
);
