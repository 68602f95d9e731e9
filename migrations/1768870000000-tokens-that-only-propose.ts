import type { QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';
import type { MarkedMigration } from './marked-migration.js';

const TABLES = ['personal_token', 'federated_credential'] as const;

/** Tokens that only read and propose, as for agents. */
export class TokensThatOnlyPropose1768870000000 implements MarkedMigration {
  /** It locks a table for an instant, but getting the lock can take attempts. */
  readonly transaction = false;
  readonly reviewed = [] as const;

  async up(q: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await lockedBriefly(
        q,
        [table],
        `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS propose_only boolean NOT NULL DEFAULT false`,
      );
  }

  /** Tokens that only propose are removed, since they could do everything then. */
  async down(q: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await q.query(`DELETE FROM ${table} WHERE propose_only`);
      await lockedBriefly(q, [table], `ALTER TABLE ${table} DROP COLUMN propose_only`);
    }
  }
}
