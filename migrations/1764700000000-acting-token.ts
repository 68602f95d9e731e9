import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By which token somebody acted: kind, id and name, as they were then. Null for sessions, for the service itself, and for older events. */
export class ActingToken1764700000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ 'ALTER TABLE event ADD COLUMN token jsonb');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ 'ALTER TABLE event DROP COLUMN token');
  }
}
