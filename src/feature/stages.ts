import type { Tx } from '../event/tx.js';
import { ADD_FEATURE_LIFECYCLE, DELETE_FEATURE_LIFECYCLE } from './stages.sql.js';

/**
 * Notes that features enter a stage of life; a stage that they have entered before keeps its time.
 * The time is that of this statement, not of the transaction, which may have waited for somebody
 * who entered another stage meanwhile.
 */
export async function enterStage(
  tx: Tx,
  featureNames: readonly string[],
  stage: 'initial' | 'archived',
): Promise<void> {
  await tx.query(ADD_FEATURE_LIFECYCLE, [featureNames, stage]);
}

/** Forgets the stages of features, and lets their life start over. */
export async function startOver(tx: Tx, featureNames: readonly string[]): Promise<void> {
  await tx.query(DELETE_FEATURE_LIFECYCLE, [featureNames]);
  await enterStage(tx, featureNames, 'initial');
}
