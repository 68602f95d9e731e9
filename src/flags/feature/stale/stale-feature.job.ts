import { Injectable } from '@nestjs/common';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { SYSTEM } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { BATCH, FORGET, NOTE } from './stale.sql.js';

const EVERY_MS = 60_000;

/**
 * Records every minute which features became potentially stale: one event each time, across all
 * instances.
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
  const features = await tx.query(NOTE);
  await tx.recordAll(
    features.map((feature) => ({ type: 'feature-potentially-stale-on', ...feature }) as const),
  );
  return features.length;
}
