import { setTimeout } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { DatabaseUnavailableError } from '../http/errors.js';
import { type DatabaseAddress, newDataSource } from './data-source.js';
import { meaningOf } from './violations.js';

/** Any number, the same in every instance: who holds this advisory lock migrates, the others wait for it. */
const MIGRATION_LOCK = 4_242_001;

/** Brings the schema up to date. Instances that start at once take turns, so each migration runs once. */
export async function migrate(source: DataSource): Promise<void> {
  const turn = source.createQueryRunner();
  await turn.connect();
  try {
    await turn.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await source.runMigrations();
  } finally {
    await turn.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined); // the lock ends with its connection anyway
    await turn.release();
  }
}

/** Migrates the database at an address, by connections of its own. Waits a while for a server that is only starting. */
export async function migrateDatabase(at: Pick<DatabaseAddress, 'url'> & Partial<DatabaseAddress>): Promise<void> {
  const source = await reach({ ssl: false, ...at, poolMax: 2 });
  try {
    await migrate(source);
  } finally {
    await source.destroy();
  }
}

async function reach(address: DatabaseAddress): Promise<DataSource> {
  for (let left = 30; ; left--) {
    try {
      return await newDataSource(address).initialize();
    } catch (error) {
      if (left === 0 || !(meaningOf(error) instanceof DatabaseUnavailableError)) throw error;
      await setTimeout(1_000);
    }
  }
}
