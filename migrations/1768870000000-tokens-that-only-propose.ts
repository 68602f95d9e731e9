import type { QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';
import type { MarkedMigration } from './marked-migration.js';

const TABLES = ['personal_token', 'federated_credential'] as const;

/** Tokens that only read and propose, as for agents, and which of them proposed a change. */
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
    await lockedBriefly(
      q,
      ['change_request_change'],
      'ALTER TABLE change_request_change ADD COLUMN IF NOT EXISTS proposed_by text',
    );
  }

  /** Tokens that only propose are removed, since they could do everything then. */
  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(
      q,
      ['change_request_change'],
      'ALTER TABLE change_request_change DROP COLUMN proposed_by',
    );
    for (const table of TABLES) {
      await q.query(`DELETE FROM ${table} WHERE propose_only`);
      await lockedBriefly(q, [table], `ALTER TABLE ${table} DROP COLUMN propose_only`);
    }
  }
}
