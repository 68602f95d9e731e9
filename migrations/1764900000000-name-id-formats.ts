import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SAML: a NameID is another one in another format, so the format belongs to the identity. */
export class NameIdFormats1764900000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      -- SAML: the format of the NameID. Null for OpenID Connect, and as long as it is not known: for
      -- identities from before, and those that administrators linked without it, until a login.
      ALTER TABLE user_identity
        ADD COLUMN subject_format text
          CONSTRAINT user_identity_format_length CHECK (octet_length(subject_format) BETWEEN 1 AND 255),
        DROP CONSTRAINT user_identity_subject_key,
        ADD CONSTRAINT user_identity_subject_key
          UNIQUE NULLS NOT DISTINCT (protocol, issuer, subject, subject_format);
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      DELETE FROM user_identity i USING user_identity other
       WHERE other.protocol = i.protocol AND other.issuer = i.issuer AND other.subject = i.subject
         AND other.id < i.id;
      ALTER TABLE user_identity
        DROP CONSTRAINT user_identity_subject_key,
        ADD CONSTRAINT user_identity_subject_key UNIQUE (protocol, issuer, subject),
        DROP COLUMN subject_format;
    `);
  }
}
