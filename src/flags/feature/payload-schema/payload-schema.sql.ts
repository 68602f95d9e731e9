import { statement } from '../../../platform/database/statement.js';

/** The schema of a feature, as it is stored; nulls without one. */
export interface StoredSchema {
  schema: object | null;
  enforced: boolean | null;
}

export const READ = statement<[projectId: string, featureName: string], StoredSchema>(
  'payload-schema.read',
  /* sql */ `
    SELECT s.schema, s.enforced FROM feature f
      LEFT JOIN feature_payload_schema s ON s.feature_name = f.name
     WHERE f.project = $1 AND f.name = $2`,
);

/**
 * What differs whenever any schema has changed: a new or changed one has the highest revision, so
 * the sum grows unless there are fewer.
 */
export const READ_REVISION = statement<[], { revision: string }>(
  'payload-schema.read-revision',
  /* sql */ `
    SELECT concat(count(*), ' ', sum(s.revision)) AS revision FROM feature_payload_schema s`,
);

export const READ_ENFORCED = statement<[], { featureName: string; schema: object }>(
  'payload-schema.read-enforced',
  /* sql */ `
    SELECT s.feature_name AS "featureName", s.schema FROM feature_payload_schema s
     WHERE s.enforced`,
);

/** The schemas of features, which are locked. */
export const READ_LOCKED = statement<
  [featureNames: readonly string[]],
  { featureName: string; schema: object; enforced: boolean }
>(
  'payload-schema.read-locked',
  /* sql */ `
    SELECT s.feature_name AS "featureName", s.schema, s.enforced FROM feature_payload_schema s
     WHERE s.feature_name = ANY ($1)`,
);

export const PUT = statement<[schemas: string]>(
  'payload-schema.put',
  /* sql */ `
    INSERT INTO feature_payload_schema AS s (feature_name, schema, enforced)
    SELECT w."featureName", w.schema, w.enforced
      FROM json_to_recordset($1) AS w("featureName" text, schema json, enforced boolean)
    ON CONFLICT ON CONSTRAINT feature_payload_schema_pkey DO UPDATE
      SET schema = excluded.schema, enforced = excluded.enforced,
          revision = nextval('feature_payload_schema_revision')`,
);

export const DELETE = statement<[featureName: string]>(
  'payload-schema.delete',
  'DELETE FROM feature_payload_schema WHERE feature_name = $1',
);

/** A payload that a schema is about. */
export interface PlacedPayload {
  environment: string;
  /** UUID of the strategy; null for a variant of the feature. */
  strategyId: string | null;
  variant: string;
  type: string;
  value: string;
}

const PAYLOAD = /* sql */ `v ->> 'name', v -> 'payload' ->> 'type', v -> 'payload' ->> 'value'`;
const HAS_PAYLOAD = /* sql */ `jsonb_typeof(v -> 'payload') = 'object'`;

/**
 * The schemas of some features, null for none, with all payloads that they are about: those of
 * variants and strategies, also in environments that the project does not have at the moment, and
 * those of milestones that are not strategies of the feature.
 */
export const READ_PAYLOADS = statement<
  [featureNames: readonly string[]],
  {
    featureName: string;
    schema: string | null;
    enforced: boolean | null;
    payloads: PlacedPayload[];
  }
>(
  'payload-schema.read-payloads',
  /* sql */ `
    SELECT f.name AS "featureName", s.schema::text AS schema, s.enforced,
           (SELECT COALESCE(json_agg(json_build_object('environment', one.environment,
              'strategyId', one.strategy_id, 'variant', one.variant, 'type', one.type,
              'value', one.value)
              ORDER BY one.environment, one.strategy_id NULLS FIRST, one.variant), '[]')
              FROM (
                SELECT fe.environment, NULL::text, ${PAYLOAD}
                  FROM feature_environment fe, jsonb_array_elements(fe.variants) v
                 WHERE fe.feature_name = f.name AND ${HAS_PAYLOAD}
                UNION ALL
                SELECT fs.environment, fs.id::text, ${PAYLOAD}
                  FROM feature_strategy fs, jsonb_array_elements(fs.variants) v
                 WHERE fs.feature_name = f.name AND ${HAS_PAYLOAD}
                UNION ALL
                SELECT p.environment, st ->> 'id', ${PAYLOAD}
                  FROM release_plan p, jsonb_array_elements(p.milestones) m,
                       jsonb_array_elements(m -> 'strategies') st,
                       jsonb_array_elements(st -> 'variants') v
                 WHERE p.feature_name = f.name AND ${HAS_PAYLOAD}
                   AND m ->> 'id' IS DISTINCT FROM p.active_milestone_id::text
              ) AS one(environment, strategy_id, variant, type, value)) AS payloads
      FROM feature f LEFT JOIN feature_payload_schema s ON s.feature_name = f.name
     WHERE f.name = ANY ($1) ORDER BY f.name`,
);
