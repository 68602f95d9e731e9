import type { Tx } from '../../event/tx.js';
import { holdSegments, requireFew } from '../strategy/strategy-segments.js';

/** Gives the default strategy of an environment of a project, which is locked, these segments. */
export async function setDefaultSegments(
  tx: Tx,
  project: string,
  environment: string,
  ids: readonly number[],
): Promise<void> {
  requireFew(ids);
  await holdSegments(ids, project, tx);
  await tx.query('DELETE FROM default_strategy_segment WHERE project = $1 AND environment = $2', [
    project,
    environment,
  ]);
  const sql =
    'INSERT INTO default_strategy_segment (project, environment, segment_id) SELECT $1, $2, unnest($3::int[])';
  await tx.query(sql, [project, environment, ids]);
}

/** Removes all segments from the default strategies of a project. */
export async function removeDefaultSegments(projectId: string, tx: Tx): Promise<void> {
  await tx.query('DELETE FROM default_strategy_segment WHERE project = $1', [projectId]);
}
