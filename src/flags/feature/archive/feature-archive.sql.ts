import { statement } from '../../../platform/database/statement.js';
import type { DependencyPayload } from '../../../core/event/event-payloads.js';
import { DEPENDENCY_JSON } from '../dependency.sql.js';

export const DELETE_FEATURE_DEPENDENCY = statement<
  [live: readonly string[]],
  { child: string; dependency: DependencyPayload }
>(
  'feature-archive.delete-feature-dependency',
  /* sql */ `
    DELETE FROM feature_dependency d WHERE d.child = ANY($1)
    RETURNING d.child, ${DEPENDENCY_JSON} AS dependency`,
);

export const ARCHIVE_FEATURES = statement<[live: readonly string[]]>(
  'feature-archive.archive-features',
  'UPDATE feature SET archived_at = now() WHERE name = ANY($1)',
);

export const FIND_ORPHANS = statement<
  [featureNames: readonly string[]],
  { child: string; parent: string }
>(
  'feature-archive.find-orphans',
  /* sql */ `
    SELECT child, parent FROM feature_dependency WHERE parent = ANY($1) AND NOT child = ANY($1)
      ORDER BY parent, child`,
);

export const REVIVE_FEATURES = statement<[archived: readonly string[]]>(
  'feature-archive.revive-features',
  'UPDATE feature SET archived_at = NULL WHERE name = ANY($1)',
);

export const TURN_OFF = statement<
  [archived: readonly string[]],
  { featureName: string; environment: string }
>(
  'feature-archive.turn-off',
  /* sql */ `
    UPDATE feature_environment SET enabled = false WHERE feature_name = ANY($1) AND enabled
    RETURNING feature_name AS "featureName", environment`,
);

export const PROJECT_OF = statement<[featureName: string], { project: string }>(
  'feature-archive.project-of',
  'SELECT project FROM feature WHERE name = $1',
);
