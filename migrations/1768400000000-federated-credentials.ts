import type { QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';
import type { MarkedMigration } from './marked-migration.js';

const TABLES = /* sql */ `
  CREATE TABLE federated_credential (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT federated_credential_pkey PRIMARY KEY,
    user_id integer NOT NULL
      CONSTRAINT federated_credential_user_fkey REFERENCES app_user (id) ON DELETE CASCADE,
    name text NOT NULL CONSTRAINT federated_credential_name_key UNIQUE,
    issuer text NOT NULL,
    audience text NOT NULL,
    subject text NOT NULL,
    claims jsonb NOT NULL,
    lifetime_minutes integer NOT NULL,
    read_only boolean NOT NULL,
    projects text[]
      CONSTRAINT federated_credential_projects_some CHECK (cardinality(projects) > 0),
    environments text[]
      CONSTRAINT federated_credential_environments_some CHECK (cardinality(environments) > 0),
    used_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX federated_credential_user ON federated_credential (user_id);
  ALTER TABLE personal_token ADD COLUMN federated_credential_id integer
    CONSTRAINT personal_token_federated_credential_fkey
      REFERENCES federated_credential (id) ON DELETE CASCADE;
  CREATE INDEX personal_token_federated_credential ON personal_token (federated_credential_id)`;

/** For whose tokens of other issuers service accounts give tokens. */
export class FederatedCredentials1768400000000 implements MarkedMigration {
  /** References lock their tables for an instant, but getting the locks can take attempts. */
  readonly transaction = false;
  readonly reviewed = [
    {
      rule: 'builds-index',
      object: 'personal_token_federated_credential',
      because: 'An account has at most ten personal tokens.',
    },
    {
      rule: 'checks-rows',
      object: 'personal_token_federated_credential_fkey',
      because: 'The column is new and null everywhere, so PostgreSQL reads no rows.',
    },
  ] as const;

  async up(q: QueryRunner): Promise<void> {
    const [found] = (await q.query(
      "SELECT to_regclass('federated_credential') IS NOT NULL AS done",
    )) as [{ done: boolean }];
    // When the process ended after the change, there is nothing left to do.
    if (!found.done) await lockedBriefly(q, ['app_user', 'personal_token'], TABLES);
  }

  /** Exchanged tokens are revoked: without the column nothing would remove them. */
  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(
      q,
      ['personal_token'],
      /* sql */ `
        DELETE FROM personal_token WHERE federated_credential_id IS NOT NULL;
        ALTER TABLE personal_token DROP COLUMN federated_credential_id;
        DROP TABLE federated_credential`,
    );
  }
}
