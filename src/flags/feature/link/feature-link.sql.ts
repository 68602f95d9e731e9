import type { FeatureLinkResponse } from '../feature.response.js';
import { statement } from '../../../platform/database/statement.js';

export const READ_LINKS = statement<
  [featureNames: readonly string[]],
  { featureName: string; links: FeatureLinkResponse[] }
>(
  'feature-link.read-links',
  'SELECT name AS "featureName", links FROM feature WHERE name = ANY ($1)',
);

export const PUT_LINKS = statement<[changes: string]>(
  'feature-link.put-links',
  /* sql */ `
    UPDATE feature f SET links = c.links
      FROM jsonb_to_recordset($1) AS c("featureName" text, links jsonb)
     WHERE f.name = c."featureName"`,
);
