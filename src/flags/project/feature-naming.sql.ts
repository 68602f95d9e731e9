import type { FeatureNaming } from './project.entity.js';
import { statement } from '../../platform/database/statement.js';

export const NAMING = statement<[projectId: string], { naming: FeatureNaming | null }>(
  'feature-naming.naming',
  'SELECT feature_naming AS naming FROM project WHERE id = $1',
);
