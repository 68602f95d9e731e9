import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How sessions came about that were opened by single sign-on, and which SAML assertions have been used. */
export class SingleSignOn1763615000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE TABLE sso_session (
        secret_hash bytea NOT NULL CONSTRAINT sso_session_pkey PRIMARY KEY
          CONSTRAINT sso_session_session_fkey REFERENCES session (secret_hash) ON DELETE CASCADE,
        protocol text NOT NULL CONSTRAINT sso_session_protocol_known CHECK (protocol IN ('oidc', 'saml')),
        -- what the provider wants to be told when the session ends
        sign_out jsonb NOT NULL
      );

      -- An assertion is good once. It is kept until it would not be good any more anyway.
      CREATE TABLE saml_assertion (
        digest bytea NOT NULL CONSTRAINT saml_assertion_pkey PRIMARY KEY,
        expires_at timestamptz NOT NULL,
        -- Until the browser that asked for it has come to fetch it: by which ticket, whom it is about, and which request it answers.
        ticket_hash bytea CONSTRAINT saml_assertion_ticket_key UNIQUE,
        ticket_expires_at timestamptz,
        content jsonb,
        request_id text
      );
      CREATE INDEX saml_assertion_expires_at ON saml_assertion (expires_at);
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ 'DROP TABLE saml_assertion, sso_session');
  }
}
