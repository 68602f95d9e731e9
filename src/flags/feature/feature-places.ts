import type { Tx } from '../../core/event/tx.js';
import { ADD_FEATURES, TURN_OFF } from './feature.sql.js';

/**
 * Adds rows for the features of a project in a new environment. The features must be locked against
 * deletion. Existing rows are already off, except one that was turned on while the environment was
 * being removed.
 */
export async function placeFeatures(tx: Tx, project: string, environment: string): Promise<void> {
  await tx.query(ADD_FEATURES, [project, environment]);
}

/**
 * Turns the features of a project off in an environment that the project loses.
 * @returns The names of those that were on.
 */
export async function turnOffFeatures(
  tx: Tx,
  project: string,
  environment: string,
): Promise<string[]> {
  return (await tx.query(TURN_OFF, [project, environment])).map(({ featureName }) => featureName);
}
