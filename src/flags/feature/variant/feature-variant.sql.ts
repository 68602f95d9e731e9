import { statement } from '../../../platform/database/statement.js';
import type { FeatureVariantsResponse, VariantDto } from './variant.dto.js';
import type { Json } from '../../../platform/http/json.js';

/** The variants of a feature in one environment. */
export interface Place {
  environment: string;
  variants: VariantDto[];
}

/** The variants of the first environment that has any, as shown in a feature. */
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

export const READ_VARIANTS = statement<
  [names: readonly string[], environment: string],
  { featureName: string; variants: VariantDto[] }
>(
  'feature-variant.read-variants',
  /* sql */ `
    SELECT feature_name AS "featureName", variants FROM feature_environment
      WHERE feature_name = ANY ($1) AND environment = $2`,
);

export const PUT_VARIANTS = statement<
  [variants: string, environment: string],
  { featureName: string }
>(
  'feature-variant.put-variants',
  /* sql */ `
    UPDATE feature_environment fe SET variants = w.variants
      FROM jsonb_to_recordset($1) AS w(name text, variants jsonb)
     WHERE fe.feature_name = w.name AND fe.environment = $2 AND fe.variants <> w.variants
     RETURNING fe.feature_name AS "featureName"`,
);

export const LOCK_PLACES = statement<
  [projectId: string, featureName: string],
  Place & { sortOrder: number }
>(
  'feature-variant.lock-places',
  /* sql */ `
    SELECT fe.environment, fe.variants, e.sort_order AS "sortOrder"
      FROM feature_environment fe
      JOIN project_environment pe ON pe.project = $1 AND pe.environment = fe.environment
      JOIN environment e ON e.name = fe.environment
     WHERE fe.feature_name = $2 ORDER BY fe.environment COLLATE "C"
       FOR UPDATE OF fe /* locks featureEnvironments */`,
);
