import type { BareFeatureResponse } from '../feature.response.js';
import { statement } from '../../../platform/database/statement.js';

export type Source = Pick<BareFeatureResponse, 'type' | 'description' | 'impressionData'>;

export const READ_SOURCE = statement<[projectId: string, featureName: string], Source>(
  'feature-clone.read-source',
  /* sql */ `
    SELECT type, description, impression_data AS "impressionData" FROM feature
     WHERE project = $1 AND name = $2 AND archived_at IS NULL`,
);
