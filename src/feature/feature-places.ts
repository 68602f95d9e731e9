import type { Tx } from '../event/tx.js';

/**
 * Gives the features of a project, which are kept from deletion, a place in an environment that the
 * project gets. Features that were there before are off already; all but one that somebody turned
 * on at the very moment at which the environment was removed.
 */
export async function placeFeatures(tx: Tx, project: string, environment: string): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO feature_environment AS fe (feature_name, environment) SELECT name, $2 FROM feature WHERE project = $1 ORDER BY name
    ON CONFLICT ON CONSTRAINT feature_environment_pkey DO UPDATE SET enabled = false WHERE fe.enabled`;
  await tx.query(sql, [project, environment]);
}

/** Turns the features of a project off in an environment that the project loses. */
export async function turnOffFeatures(tx: Tx, project: string, environment: string): Promise<void> {
  const sql = /* sql */ `
    UPDATE feature_environment fe SET enabled = false FROM feature f
     WHERE f.project = $1 AND fe.feature_name = f.name AND fe.environment = $2 AND fe.enabled`;
  await tx.query(sql, [project, environment]);
}
