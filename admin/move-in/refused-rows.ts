import {
  isLockTimeout,
  isTransient,
  postgresErrorOf,
  retryTransaction,
} from '../../src/platform/database/postgres-errors.js';

/** Values that PostgreSQL does not store, violated constraints, and too long index entries. */
const REFUSED = /^(22...|23...|54000)$/;

/**
 * Moves rows in one transaction. When PostgreSQL refuses one of them, the two halves are moved in
 * separate transactions, and so on until the refused row is alone.
 * @param move Moves rows. Its effects outside the database must be undone when it fails.
 * @param refuse Called for each refused row.
 * @throws Error of PostgreSQL or of the connection, for other reasons than the values of rows.
 */
export async function moveAccepted<Row>(
  rows: readonly Row[],
  move: (rows: readonly Row[]) => Promise<void>,
  refuse: (row: Row, reason: string) => void,
): Promise<void> {
  try {
    await retryTransaction(
      () => move(rows),
      (error) => isTransient(error) || isLockTimeout(error),
    );
  } catch (error) {
    const { code = '', message = '' } = postgresErrorOf(error) ?? {};
    if (!REFUSED.test(code)) throw error;
    if (rows.length === 1) {
      refuse(rows[0]!, message);
      return;
    }
    const half = Math.ceil(rows.length / 2);
    await moveAccepted(rows.slice(0, half), move, refuse);
    await moveAccepted(rows.slice(half), move, refuse);
  }
}
