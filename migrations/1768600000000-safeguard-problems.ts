import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

/** Why a safeguard of a query found no number. */
export class SafeguardProblems1768600000000 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await lockedBriefly(
      q,
      ['feature_safeguard'],
      'ALTER TABLE feature_safeguard ADD COLUMN IF NOT EXISTS problem text',
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(
      q,
      ['feature_safeguard'],
      'ALTER TABLE feature_safeguard DROP COLUMN IF EXISTS problem',
    );
  }
}
