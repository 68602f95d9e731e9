import { Injectable } from '@nestjs/common';
import { LiveSettings } from '../../../core/auth/live-settings.js';
import { Database } from '../../../platform/database/database.js';
import { DatabaseErrorTranslator } from '../../../platform/database/constraint-errors.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { ChangeRequestExecutionService } from './change-request-execution.service.js';
import { DueQueue } from './due-queue.js';
import { DELETE_ENDED } from './execution.sql.js';
import { ScheduleExecutionService } from './schedule-execution.service.js';

/**
 * Upper bound on the pause between two looks. What other instances schedule is not announced here,
 * so it bounds how late it can be.
 */
const POLL_MS = 500;
/** How long schedules that have ended are kept. */
const KEPT_HOURS = 90 * 24;
const CLEAN_UP_MS = 3_600_000;
const BATCH = 1_000;

/** Executes schedules, and applies scheduled change requests, when they are due. */
@Injectable()
export class Scheduler {
  readonly queues: readonly DueQueue[];

  constructor(
    private readonly database: Database,
    private readonly settings: LiveSettings,
    schedules: ScheduleExecutionService,
    changeRequests: ChangeRequestExecutionService,
    errors: DatabaseErrorTranslator,
    jobs: BackgroundJobs,
  ) {
    const works = {
      'schedules-off': schedules.turningOff,
      schedules: schedules.others,
      'change-requests-off': changeRequests.turningOff,
      'change-requests': changeRequests.others,
    };
    const queues = Object.entries(works).map(([name, work]) => ({
      name,
      queue: new DueQueue(work, errors),
    }));
    this.queues = queues.map(({ queue }) => queue);
    // One job for each, since a round lasts as long as something waits for a lock.
    for (const { name, queue } of queues)
      jobs.add({
        name,
        everyMs: POLL_MS,
        retryMs: POLL_MS,
        run: (stopping) => this.round(queue, stopping),
      });
    jobs.add({ name: 'schedule-retention', everyMs: CLEAN_UP_MS, run: () => this.cleanUp() });
  }

  /** Executes what is due. @returns The pause before the next look, in milliseconds. */
  private async round(queue: DueQueue, stopping: AbortSignal): Promise<number> {
    if (this.settings.get('maintenance')?.enabled) return POLL_MS;
    return Math.ceil(Math.min((await queue.round(stopping)) ?? POLL_MS, POLL_MS));
  }

  private async cleanUp(): Promise<void> {
    let deleted: number;
    do deleted = (await this.database.run(DELETE_ENDED, [KEPT_HOURS, BATCH])).length;
    while (deleted === BATCH);
  }
}
