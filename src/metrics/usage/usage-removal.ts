import type { Tx } from '../../event/tx.js';
import { DELETE_OF_ENVIRONMENT } from './usage-removal.sql.js';

/** Deletes when features were used in an environment, which no foreign key does. */
export async function removeUsageOf(environment: string, tx: Tx): Promise<void> {
  await tx.query(DELETE_OF_ENVIRONMENT, [environment]);
}
