import type { MigrationInterface, QueryRunner } from 'typeorm';

/** In which order the members of a group were given. */
export class PlacesInGroups1763622000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      -- Whoever single sign-on puts into a group comes after those who were listed, and so do those of before, by when they joined.
      ALTER TABLE group_member ADD COLUMN place integer NOT NULL DEFAULT 2147483647;
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE group_member DROP COLUMN place');
  }
}
