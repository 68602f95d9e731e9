import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A feature has at most 30 strategies in an environment, whoever adds them and however many do so at once. */
export class StrategyLimit1763601000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ALTER TABLE feature_environment ADD CONSTRAINT feature_environment_strategy_limit CHECK (strategy_count <= 30);
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ALTER TABLE feature_environment DROP CONSTRAINT feature_environment_strategy_limit;
    `);
  }
}
