import type { Tx } from '../../event/tx.js';

/** Deletes when features were used in an environment, which no foreign key does. */
export async function removeUsageOf(environment: string, tx: Tx): Promise<void> {
  await tx.query('DELETE FROM feature_environment_usage WHERE environment = $1', [environment]);
}
