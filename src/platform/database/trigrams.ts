import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { ADD_SEARCH_INDEX, WITHOUT_TRIGRAMS } from '../../../migrations/without-trigrams.js';

/** Whether the index of the search exists and is complete. */
const HAS_INDEX = /* sql */ `
  SELECT EXISTS (SELECT FROM pg_index
                  WHERE indexrelid = to_regclass('feature_search_text') AND indisvalid) AS yes`;
/** The extension may be in a schema that is not in the search path. */
const IS_USABLE = /* sql */ `
  SELECT EXISTS (SELECT FROM pg_opclass
                  WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) AS yes`;

/**
 * Runs the migrations that are missing, with the index of trigrams for the search of features where
 * the extension `pg_trgm` can be used. Without it the search reads all features.
 */
export async function migrateWithTrigrams(source: DataSource): Promise<void> {
  if (await is(source, HAS_INDEX)) return void (await source.runMigrations());
  if (!(await isUsable(source))) {
    for (const other of WITHOUT_TRIGRAMS) {
      const n = source.migrations.findIndex(({ constructor }) => constructor.name === other.name);
      if (n >= 0) source.migrations.splice(n, 1, other);
    }
    return void (await source.runMigrations());
  }
  await source.runMigrations();
  if (!(await is(source, HAS_INDEX)))
    for (const statement of ADD_SEARCH_INDEX) await source.query(statement);
}

async function isUsable(source: DataSource): Promise<boolean> {
  const refusal = await source.query('CREATE EXTENSION IF NOT EXISTS pg_trgm').then(
    () => 'it is in a schema that is not in the search path of the role',
    (error: Error) => error.message,
  );
  if (await is(source, IS_USABLE)) return true;
  new Logger('database').warn(
    `The extension pg_trgm cannot be used (${refusal}). Searches for features read all of them, ` +
      'which takes longer with tens of thousands. Once the extension can be created or found, ' +
      'the next start adds the index.',
  );
  return false;
}

async function is(source: DataSource, question: string): Promise<boolean> {
  const [{ yes }] = await source.query<[{ yes: boolean }]>(question);
  return yes;
}
