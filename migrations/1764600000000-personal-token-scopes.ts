import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A personal token may be limited to reading, to projects and to environments; null stands for all of them. Existing tokens stay as they are. */
export class PersonalTokenScopes1764600000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ALTER TABLE personal_token
        ADD COLUMN read_only boolean NOT NULL DEFAULT false,
        ADD COLUMN projects text[] CONSTRAINT personal_token_projects_some CHECK (cardinality(projects) > 0),
        ADD COLUMN environments text[] CONSTRAINT personal_token_environments_some CHECK (cardinality(environments) > 0);
    `);
  }

  /** Tokens with a limit are revoked: without the columns they could do more than their users wanted. */
  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      DELETE FROM personal_token WHERE read_only OR projects IS NOT NULL OR environments IS NOT NULL;
      ALTER TABLE personal_token DROP COLUMN read_only, DROP COLUMN projects, DROP COLUMN environments;
    `);
  }
}
