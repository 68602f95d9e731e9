import { statement } from '../../database/statement.js';

export const DELETE_FEATURE_DEPENDENCY = statement<[live: readonly string[]], { child: string }>(
  'feature-archive.delete-feature-dependency',
  'DELETE FROM feature_dependency WHERE child = ANY($1) RETURNING child',
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

export const TURN_OFF = statement<[archived: readonly string[]]>(
  'feature-archive.turn-off',
  'UPDATE feature_environment SET enabled = false WHERE feature_name = ANY($1) AND enabled',
);

export const PROJECT_OF = statement<[featureName: string], { project: string }>(
  'feature-archive.project-of',
  'SELECT project FROM feature WHERE name = $1',
);
