import type { Tx } from '../../../core/event/tx.js';
import { ADD_FEATURE_LIFECYCLE, DELETE_FEATURE_LIFECYCLE } from './lifecycle.sql.js';

/**
 * Records that features enter a stage; a stage entered before keeps its time. Uses the time of the
 * statement, because the transaction may have waited for one that entered another stage.
 */
export async function enterStage(
  tx: Tx,
  featureNames: readonly string[],
  stage: 'initial' | 'archived',
): Promise<void> {
  await tx.query(ADD_FEATURE_LIFECYCLE, [featureNames, stage]);
}

/** Removes all stages of features, so that their lifecycle starts over. */
export async function startOver(tx: Tx, featureNames: readonly string[]): Promise<void> {
  await tx.query(DELETE_FEATURE_LIFECYCLE, [featureNames]);
  await enterStage(tx, featureNames, 'initial');
}
