import { statement } from '../database/statement.js';

export const ADD_FEATURE_LIFECYCLE = statement<[featureNames: readonly string[], stage: string]>(
  'stages.add-feature-lifecycle',
  /* sql */ `
    INSERT INTO feature_lifecycle (feature_name, stage, entered_at)
      SELECT unnest($1::text[]), $2, statement_timestamp()
    ON CONFLICT ON CONSTRAINT feature_lifecycle_pkey DO NOTHING`,
);

export const DELETE_FEATURE_LIFECYCLE = statement<[featureNames: readonly string[]]>(
  'stages.delete-feature-lifecycle',
  'DELETE FROM feature_lifecycle WHERE feature_name = ANY($1)',
);
