import { statement } from '../../platform/database/statement.js';

/** A lifecycle stage `l`; its status is absent unless the feature was completed with one. */
export const STAGE_JSON = /* sql */ `json_strip_nulls(json_build_object(
  'stage', l.stage, 'status', l.status, 'enteredStageAt', iso8601(l.entered_at)))`;

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
