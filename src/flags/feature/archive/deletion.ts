import type { Tx } from '../../../core/event/tx.js';
import { DELETE_FEATURES, KEEP_STATES, READ_FEATURES } from './archive.sql.js';

/** Features whose states are kept by one statement. */
const BATCH = 500;

/**
 * Permanently deletes archived and locked features of a project.
 * @throws InvalidOperationError when other features depend on one of them.
 */
export async function deleteFeatures(
  project: string,
  names: readonly string[],
  tx: Tx,
): Promise<void> {
  if (names.length === 0) return;
  const rows = await tx.query(READ_FEATURES, [names]);
  // Events are recorded first, because they contain the tags, which are deleted with the features.
  await tx.recordAll(
    rows.map(
      ({ feature }) =>
        ({
          type: 'feature-deleted',
          project,
          featureName: feature.name,
          preData: feature,
        }) as const,
    ),
  );
  for (let start = 0; start < names.length; start += BATCH)
    await tx.query(KEEP_STATES, [names.slice(start, start + BATCH)]);
  await tx.query(DELETE_FEATURES, [names]);
}
