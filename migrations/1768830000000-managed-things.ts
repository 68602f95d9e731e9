import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

/** The referenced tables, with what their rows are called by. */
const KINDS = {
  context_field: 'text',
  environment: 'text',
  feature: 'text',
  project: 'text',
  role: 'integer',
  segment: 'integer',
  tag_type: 'text',
} as const;

const keyOf = (table: string, type: string): string =>
  type === 'integer' || table === 'project' ? 'id' : 'name';

const columns = Object.entries(KINDS).map(
  ([table, type]) => /* sql */ `
    ${table} ${type} CONSTRAINT managed_thing_${table}_key UNIQUE
      CONSTRAINT managed_thing_${table}_fkey
        REFERENCES ${table} (${keyOf(table, type)}) ON DELETE CASCADE`,
);

const TABLE = /* sql */ `
  CREATE TABLE IF NOT EXISTS managed_thing (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT managed_thing_pkey PRIMARY KEY,
    owner text NOT NULL, ${columns.join(',')},
    tag_of_type text,
    tag_value text,
    CONSTRAINT managed_thing_tag_key UNIQUE (tag_of_type, tag_value),
    CONSTRAINT managed_thing_tag_fkey FOREIGN KEY (tag_of_type, tag_value)
      REFERENCES tag (type, value) ON DELETE CASCADE,
    CONSTRAINT managed_thing_is_one CHECK (num_nonnulls(${Object.keys(KINDS).join(', ')},
      tag_value) = 1)
  );
  CREATE INDEX IF NOT EXISTS managed_thing_owner ON managed_thing (owner)`;

const LOCKED = [...Object.keys(KINDS), 'tag'];

/** Which folder of files each thing belongs to. */
export class ManagedThings1768830000000 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, LOCKED, TABLE);
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, LOCKED, 'DROP TABLE IF EXISTS managed_thing');
  }
}
