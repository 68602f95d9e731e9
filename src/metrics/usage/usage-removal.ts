import type { Tx } from '../../event/tx.js';
import { DELETE_OF_ENVIRONMENT } from './usage-removal.sql.js';

/** Deletes the times of last use of features in an environment, which no foreign key covers. */
export async function removeUsageOf(environment: string, tx: Tx): Promise<void> {
  await tx.query(DELETE_OF_ENVIRONMENT, [environment]);
}
