import type { Tx } from '../event/tx.js';

/**
 * Adds rows for the features of a project in a new environment. The features must be locked against
 * deletion. Existing rows are already off, except one that was turned on while the environment was
 * being removed.
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
