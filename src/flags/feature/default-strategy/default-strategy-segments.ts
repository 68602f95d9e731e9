import type { Tx } from '../../../core/event/tx.js';
import { lockSegments, requireFew } from '../strategy/strategy-segments.js';
import {
  ADD_SEGMENTS,
  DELETE_SEGMENTS,
  DELETE_OF_PROJECT,
} from './default-strategy-segments.sql.js';

/** Sets the segments of the default strategy of a locked project environment. */
export async function setDefaultSegments(
  tx: Tx,
  project: string,
  environment: string,
  ids: readonly number[],
): Promise<void> {
  requireFew(ids);
  await lockSegments(ids, project, tx);
  await tx.query(DELETE_SEGMENTS, [project, environment]);
  await tx.query(ADD_SEGMENTS, [project, environment, ids]);
}

/** Removes all segments from the default strategies of a project. */
export async function removeDefaultSegments(projectId: string, tx: Tx): Promise<void> {
  await tx.query(DELETE_OF_PROJECT, [projectId]);
}
