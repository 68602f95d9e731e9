import type { MigrationInterface, QueryRunner } from 'typeorm';

const TELL = `UPDATE strategy_definition SET description = $1 WHERE name = 'default' AND built_in`;

/** Says of the standard strategy, too, what it goes by. */
export class StandardStrategyTold1763624000010 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(TELL, ['On for everybody, whatever the context says.']);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(TELL, ['On for everybody.']);
  }
}
