import { statement } from '../../platform/database/statement.js';

export const KEEP_FEATURES = statement<[projectIds: readonly string[]]>(
  'project-lock.keep-features',
  /* sql */ `
    SELECT FROM feature WHERE project = ANY ($1) ORDER BY name COLLATE "C"
      FOR KEY SHARE /* locks features */`,
);

export const FIND_LIVE_FEATURE = statement<[projectId: string]>(
  'project-lock.find-live-feature',
  'SELECT FROM feature WHERE project = $1 AND archived_at IS NULL LIMIT 1',
);

export const COUNT_FEATURES = statement<[projectId: string], { count: number }>(
  'project-lock.count-features',
  'SELECT count(*)::int AS count FROM feature WHERE project = $1 AND archived_at IS NULL',
);
