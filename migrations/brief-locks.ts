import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';

/** Everybody who needs the table waits behind a waiting lock, so it waits only briefly. */
const LOCK_TIMEOUT = '250ms';
const ATTEMPTS = 400;
const PAUSE_MS = 2_000;
/** Attempts between two lines in the log. */
const LOG_EVERY = 10;

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/**
 * Runs SQL in a transaction that locks tables exclusively, while the service works. It repeats the
 * transaction until it gets the locks at once, for about 15 minutes, as a verification of counts may
 * read the tables for long. The first lock conflicts only with maintenance of the table: waiting for
 * it stops a running autovacuum and blocks nobody.
 */
export async function lockedBriefly(
  q: QueryRunner,
  tables: readonly string[],
  sql: string,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await q.startTransaction();
    try {
      for (const table of tables)
        await q.query(`LOCK TABLE ${table} IN SHARE UPDATE EXCLUSIVE MODE`);
      await q.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
      for (const table of tables) await q.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      await q.query(sql);
      await q.commitTransaction();
      return;
    } catch (error) {
      await q.rollbackTransaction();
      const { code } = error as { code?: string };
      if (attempt === ATTEMPTS || (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK)) throw error;
      if (attempt % LOG_EVERY === 0)
        new Logger('database').warn(
          `A migration waits for other transactions to end that use ${tables.join(', ')}.`,
        );
      await sleep(PAUSE_MS);
    }
  }
}
