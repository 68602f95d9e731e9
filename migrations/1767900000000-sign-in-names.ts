import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

/**
 * Makes the names that identify an account unique, whether they are user names or e-mail addresses
 * and however they are written. The service fills the table when it starts, because the normal form
 * of a name is computed in code; accounts that share a name keep it.
 */
export class SignInNames1767900000000 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await lockedBriefly(
      q,
      ['app_user'],
      /* sql */ `
      CREATE TABLE sign_in_name (
        name_hash bytea CONSTRAINT sign_in_name_pkey PRIMARY KEY,
        user_id integer NOT NULL
          CONSTRAINT sign_in_name_user_fkey REFERENCES app_user (id) ON DELETE CASCADE
      );
      CREATE INDEX sign_in_name_user ON sign_in_name (user_id)`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE sign_in_name');
  }
}
