import type { Tx } from '../../event/tx.js';
import { READ_FEATURES, DELETE_FEATURES } from './deletion.sql.js';

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
  await tx.query(DELETE_FEATURES, [names]);
}
