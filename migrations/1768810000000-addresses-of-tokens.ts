import type { QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';
import type { MarkedMigration } from './marked-migration.js';

/** From which addresses API tokens can be used. */
export class AddressesOfTokens1768810000000 implements MarkedMigration {
  /** It locks the table for an instant, but getting the lock can take attempts. */
  readonly transaction = false;
  readonly reviewed = [] as const;

  async up(q: QueryRunner): Promise<void> {
    await lockedBriefly(
      q,
      ['api_token'],
      'ALTER TABLE api_token ADD COLUMN IF NOT EXISTS allowed_addresses text[]',
    );
  }

  /** Tokens can be used from everywhere then. */
  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['api_token'], 'ALTER TABLE api_token DROP COLUMN allowed_addresses');
  }
}
