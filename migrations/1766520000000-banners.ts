import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages that user interfaces show to everybody. */
export class Banners1766520000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE TABLE banner (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT banner_pkey PRIMARY KEY,
        enabled boolean NOT NULL,
        content jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE banner');
  }
}
