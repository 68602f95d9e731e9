import { statement } from '../../platform/database/statement.js';
import type { StoredParameters } from './addon.entity.js';

export const READ = statement<
  [id: number, hiddenProjects: readonly string[]],
  { provider: string; parameters: StoredParameters }
>(
  'addon-test.read',
  /* sql */ `
    SELECT provider, parameters FROM addon a WHERE a.id = $1 AND NOT a.projects ?| $2::text[]`,
);
