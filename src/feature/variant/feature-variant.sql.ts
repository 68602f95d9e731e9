import { statement } from '../../database/statement.js';
import type { VariantDto } from '../variant.dto.js';
import type { Json } from '../../http/json.js';
import type { FeatureVariantsResponse } from '../variant.response.js';

/** The variants of a feature in one environment. */
export interface Place {
  environment: string;
  variants: VariantDto[];
}

/**
 * Those of the first environment that has any: the form in which a feature shows its variants.
 */
export const READ_FIRST = statement<
  [projectId: string, featureName: string],
  { variants: Json<FeatureVariantsResponse> }
>(
  'feature-variant.read-first',
  /* sql */ `
    SELECT json_build_object('version', 1, 'variants', COALESCE((
             SELECT fe.variants FROM feature_environment fe
               JOIN project_environment pe ON pe.project = f.project
                 AND pe.environment = fe.environment
               JOIN environment e ON e.name = fe.environment
              WHERE fe.feature_name = f.name AND fe.variants <> '[]'
              ORDER BY e.sort_order, e.name LIMIT 1), '[]'))::text AS variants
      FROM feature f WHERE f.project = $1 AND f.name = $2`,
);

export const READ_ENVIRONMENT = statement<
  [projectId: string, featureName: string, environment: string],
  { variants: Json<FeatureVariantsResponse> }
>(
  'feature-variant.read-environment',
  /* sql */ `
    SELECT json_build_object('version', 1, 'variants', COALESCE(fe.variants, '[]'))::text
      AS variants
      FROM feature f
      JOIN project_environment pe ON pe.project = f.project AND pe.environment = $3
      LEFT JOIN feature_environment fe ON fe.feature_name = f.name
        AND fe.environment = pe.environment
     WHERE f.project = $1 AND f.name = $2`,
);
