import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What bounds the events about getting in, over all instances: how many failed logins were told, and which tokens were told to be in use. */
export class WhoGotIn1763617000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      -- Losing either in a crash costs no more than that something is told twice, so they are not logged.
      CREATE UNLOGGED TABLE login_failure (
        -- an address and an account; or everything together
        key text NOT NULL CONSTRAINT login_failure_pkey PRIMARY KEY,
        -- when the minute began that these figures are of
        since timestamptz NOT NULL DEFAULT now(),
        -- events in this minute
        told integer NOT NULL DEFAULT 1,
        -- failures since the last event
        untold integer NOT NULL DEFAULT 0,
        -- failures before the last event that had none, and are told by it
        made_up_for integer NOT NULL DEFAULT 0
      );
      CREATE INDEX login_failure_since ON login_failure (since);

      CREATE UNLOGGED TABLE token_use (
        -- kind and id
        token text NOT NULL,
        address text NOT NULL,
        -- when it was told; it is told again after an hour
        told_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT token_use_pkey PRIMARY KEY (token, address)
      );
      CREATE INDEX token_use_told_at ON token_use (told_at);

      -- Tells fast whether anybody is left whose password came from the reference.
      CREATE INDEX app_user_bcrypt ON app_user (id) WHERE password_hash LIKE '$2%' AND deleted_at IS NULL;
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ 'DROP TABLE token_use, login_failure; DROP INDEX app_user_bcrypt');
  }
}
