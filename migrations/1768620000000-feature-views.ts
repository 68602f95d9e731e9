import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

const TABLES = /* sql */ `
  CREATE TABLE IF NOT EXISTS feature_view (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT feature_view_pkey PRIMARY KEY,
    user_id integer NOT NULL
      CONSTRAINT feature_view_user_fkey REFERENCES app_user (id) ON DELETE CASCADE,
    name text NOT NULL,
    query text NOT NULL,
    CONSTRAINT feature_view_name_key UNIQUE (user_id, name)
  );
  CREATE TABLE IF NOT EXISTS feature_columns (
    user_id integer CONSTRAINT feature_columns_pkey PRIMARY KEY
      CONSTRAINT feature_columns_user_fkey REFERENCES app_user (id) ON DELETE CASCADE,
    columns text[] NOT NULL
  )`;

/** How people look at the list of features: their views, and the columns that they chose. */
export class FeatureViews1768620000000 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['app_user'], TABLES);
  }

  async down(q: QueryRunner): Promise<void> {
    const sql = 'DROP TABLE IF EXISTS feature_view; DROP TABLE IF EXISTS feature_columns';
    await lockedBriefly(q, ['app_user'], sql);
  }
}
