import { Injectable } from '@nestjs/common';
import { SYSTEM } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { FORGET, NOTE_EXPIRED } from './access-request.sql.js';

const EVERY_MS = 30_000;
const BATCH = 200;

/**
 * Records that access for a time has ended, and forgets old requests. It ends without this: the
 * query of permissions looks at the time itself.
 */
@Injectable()
export class AccessExpiryJob {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    jobs: BackgroundJobs,
  ) {
    jobs.add({ name: 'access-expiry', everyMs: EVERY_MS, run: () => this.look() });
  }

  /** Records what has ended since, and forgets what was over long ago. */
  async look(): Promise<void> {
    while ((await this.unitOfWork.run(SYSTEM, note)) === BATCH);
    while ((await this.unitOfWork.run(SYSTEM, (tx) => tx.query(FORGET))).length === BATCH);
  }
}

async function note(tx: Tx): Promise<number> {
  const ended = await tx.query(NOTE_EXPIRED);
  await tx.recordAll(
    ended.map(({ project, event }) => {
      const data = { ...event, why: 'expired' as const };
      return { type: 'access-request-ended', project, data } as const;
    }),
  );
  return ended.length;
}
