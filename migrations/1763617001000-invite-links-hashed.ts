import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invite links are told apart by an id, and of their secrets the SHA-256 is kept alone, as of all others. Links that were handed out go on working. */
export class InviteLinksHashed1763617001000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ALTER TABLE invite_link ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(), ADD COLUMN secret_hash bytea;
      UPDATE invite_link SET secret_hash = sha256(convert_to(secret, 'UTF8'));
      ALTER TABLE invited_user ADD COLUMN link_id uuid;
      UPDATE invited_user u SET link_id = i.id FROM invite_link i WHERE i.secret = u.secret;

      ALTER TABLE invited_user DROP COLUMN secret;
      ALTER TABLE invite_link DROP COLUMN secret;
      ALTER TABLE invite_link
        ALTER COLUMN secret_hash SET NOT NULL,
        ADD CONSTRAINT invite_link_pkey PRIMARY KEY (id),
        ADD CONSTRAINT invite_link_secret_key UNIQUE (secret_hash);
      ALTER TABLE invited_user
        ALTER COLUMN link_id SET NOT NULL,
        ADD CONSTRAINT invited_user_link_fkey FOREIGN KEY (link_id) REFERENCES invite_link (id) ON DELETE CASCADE;
      CREATE INDEX invited_user_link ON invited_user (link_id);
    `);
  }

  /** Who has signed up stays known. The links themselves stop working: nobody can tell their secrets any more. */
  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ALTER TABLE invite_link ADD COLUMN secret text;
      UPDATE invite_link SET secret = encode(secret_hash, 'hex'), enabled = false;
      ALTER TABLE invited_user ADD COLUMN secret text;
      UPDATE invited_user u SET secret = i.secret FROM invite_link i WHERE i.id = u.link_id;

      ALTER TABLE invited_user DROP COLUMN link_id;
      ALTER TABLE invite_link DROP COLUMN id, DROP COLUMN secret_hash;
      ALTER TABLE invite_link ALTER COLUMN secret SET NOT NULL, ADD CONSTRAINT invite_link_pkey PRIMARY KEY (secret);
      ALTER TABLE invited_user
        ALTER COLUMN secret SET NOT NULL,
        ADD CONSTRAINT invited_user_link_fkey FOREIGN KEY (secret) REFERENCES invite_link (secret) ON DELETE CASCADE;
      CREATE INDEX invited_user_link ON invited_user (secret);
    `);
  }
}
