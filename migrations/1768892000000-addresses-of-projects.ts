import type { QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';
import type { MarkedMigration } from './marked-migration.js';

const TABLES = ['project', 'personal_token'] as const;

/** From which addresses projects can be reached, and personal tokens be used. */
export class AddressesOfProjects1768892000000 implements MarkedMigration {
  /** It locks a table for an instant, but getting the lock can take attempts. */
  readonly transaction = false;
  readonly reviewed = [
    {
      rule: 'builds-index',
      object: 'project_allowed_addresses_idx',
      because: 'There are a few thousand projects at most, and none of them is in the index.',
    },
  ] as const;

  async up(q: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await lockedBriefly(
        q,
        [table],
        `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS allowed_addresses text[]`,
      );
    // Every look-up of a caller reads these few rows.
    await lockedBriefly(
      q,
      ['project'],
      `CREATE INDEX IF NOT EXISTS project_allowed_addresses_idx ON project (id)
        WHERE allowed_addresses IS NOT NULL`,
    );
  }

  /** Everything can be reached from everywhere then. */
  async down(q: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await lockedBriefly(q, [table], `ALTER TABLE ${table} DROP COLUMN allowed_addresses`);
  }
}
