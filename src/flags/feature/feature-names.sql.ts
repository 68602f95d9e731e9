import type { FeatureNaming } from '../project/project.entity.js';
import { statement } from '../../platform/database/statement.js';

export const LOOK_UP = statement<
  [name: string, projectId: string | null, hiddenProjects: readonly string[]],
  { taken: boolean; naming: FeatureNaming | null }
>(
  'feature-names.look-up',
  /* sql */ `
    SELECT EXISTS (SELECT FROM feature f WHERE f.name = $1) AS taken,
      (SELECT p.feature_naming FROM project p WHERE p.id = $2 AND p.id <> ALL ($3::text[]))
        AS naming`,
);
