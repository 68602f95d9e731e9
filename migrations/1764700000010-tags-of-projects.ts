import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For which project a tag was made, so that values of private projects stay private. Not a reference: it outlives the project. */
export class TagsOfProjects1764700000010 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ALTER TABLE tag ADD COLUMN project text;
      -- Of older tags it is not known who made them: those that features of one project alone carry count as made for it.
      UPDATE tag t SET project = own.project
        FROM (SELECT ft.type, ft.value, min(f.project) AS project FROM feature_tag ft JOIN feature f ON f.name = ft.feature_name
               GROUP BY 1, 2 HAVING count(DISTINCT f.project) = 1) own
       WHERE own.type = t.type AND own.value = t.value;
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ 'ALTER TABLE tag DROP COLUMN project');
  }
}
