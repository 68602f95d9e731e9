import type { Tx } from '../event/tx.js';

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
  await tx.query(
    /* sql */ `
    INSERT INTO feature_lifecycle (feature_name, stage, entered_at) SELECT unnest($1::text[]), $2, statement_timestamp()
    ON CONFLICT ON CONSTRAINT feature_lifecycle_pkey DO NOTHING`,
    [featureNames, stage],
  );
}

/** Forgets the stages of features, and lets their life start over. */
export async function startOver(tx: Tx, featureNames: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM feature_lifecycle WHERE feature_name = ANY($1)', [featureNames]);
  await enterStage(tx, featureNames, 'initial');
}
