import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

/** As for release plans, no index contains what each check writes. */
const TABLE = /* sql */ `
  CREATE TABLE feature_safeguard (
    id uuid CONSTRAINT feature_safeguard_pkey PRIMARY KEY,
    feature_name text NOT NULL
      CONSTRAINT feature_safeguard_feature_fkey REFERENCES feature (name) ON DELETE CASCADE,
    environment text NOT NULL
      CONSTRAINT feature_safeguard_environment_fkey
        REFERENCES environment (name) ON DELETE CASCADE,
    watched jsonb NOT NULL, -- metric and limit
    for_minutes integer NOT NULL,
    usage_baseline jsonb, -- null until it begins to count
    checked_at timestamptz,
    crossed_since timestamptz,
    triggered_at timestamptz,
    triggered_value double precision,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX feature_safeguard_feature ON feature_safeguard (feature_name, environment);
  CREATE INDEX feature_safeguard_environment ON feature_safeguard (environment)`;

/** Limits on usage at which a feature is turned off in an environment. */
export class FeatureSafeguards1768210000000 implements MigrationInterface {
  /** References lock their tables for an instant, but getting the locks can take attempts. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    const [found] = (await q.query(
      "SELECT to_regclass('feature_safeguard') IS NOT NULL AS done",
    )) as [{ done: boolean }];
    // When the process ended after the change, there is nothing left to do.
    if (!found.done) await lockedBriefly(q, ['feature'], TABLE);
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['feature'], 'DROP TABLE feature_safeguard');
  }
}
