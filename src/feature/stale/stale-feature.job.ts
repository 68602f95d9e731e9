import { Injectable } from '@nestjs/common';
import { BackgroundJobs } from '../../database/jobs/background-jobs.js';
import { SYSTEM } from '../../event/actor.js';
import type { Tx } from '../../event/tx.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import { BIRTH_OF_THE_OUTLIVED } from '../../feature-type/lifetime.sql.js';
import { OUTLIVED } from './outlived.sql.js';

const EVERY_MS = 60_000;
/**
 * Bounds a transaction, for the day when somebody shortens the lifetime of a type that thousands of
 * features have.
 */
const BATCH = 500;

/**
 * What another instance is noting at this moment is left to it; what it has noted is not noted
 * again.
 */
const NOTE = /* sql */ `
  WITH due AS (
    SELECT f.name FROM feature f JOIN feature_type lifetime ON lifetime.id = f.type
     WHERE f.outlived_noted_at IS NULL AND f.archived_at IS NULL AND NOT f.stale
       AND f.created_at < ${BIRTH_OF_THE_OUTLIVED}
     LIMIT ${BATCH} FOR NO KEY UPDATE OF f SKIP LOCKED
  )
  UPDATE feature f SET outlived_noted_at = now() FROM due WHERE f.name = due.name
  RETURNING f.name AS "featureName", f.project`;

/**
 * A feature whose type has changed, or its type's lifetime, may have its time before it again; and
 * outlive it again.
 */
const FORGET = `
  WITH due AS (SELECT f.name FROM feature f WHERE f.outlived_noted_at IS NOT NULL AND NOT ${OUTLIVED} LIMIT ${BATCH} FOR NO KEY UPDATE OF f SKIP LOCKED)
  UPDATE feature f SET outlived_noted_at = NULL FROM due WHERE f.name = due.name`;

/**
 * Every minute, records which features have become potentially stale: once each time that they
 * outlive their lifetime, however many instances run.
 */
@Injectable()
export class StaleFeatureJob {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    jobs: BackgroundJobs,
  ) {
    jobs.add({ name: 'stale-features', everyMs: EVERY_MS, run: () => this.look() });
  }

  /** Records what is due. */
  async look(): Promise<void> {
    await this.unitOfWork.run(SYSTEM, (tx) => tx.query(FORGET));
    while ((await this.unitOfWork.run(SYSTEM, note)) === BATCH);
  }
}

async function note(tx: Tx): Promise<number> {
  const features = await tx.query<{ featureName: string; project: string }>(NOTE);
  await tx.recordAll(
    features.map((feature) => ({ type: 'feature-potentially-stale-on', ...feature }) as const),
  );
  return features.length;
}
