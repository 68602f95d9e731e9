import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { PlanAutomation } from './plan-automation.js';
import { LIST_DUE, TAKE_UNCHECKED } from './progression.sql.js';

/** A milestone starts within a second of its time. */
const PROGRESS_EVERY_MS = 1_000;
const WATCH_EVERY_MS = 5_000;
/** How long a check of the safeguards of a plan is enough, for all instances. */
const WATCH_SECONDS = 10;
/** Plans per run. */
const BATCH = 100;

/** Looks on every instance for release plans that have to progress or to go back. */
@Injectable()
export class ReleasePlanJobs {
  private readonly log = new Logger(ReleasePlanJobs.name);

  constructor(
    private readonly database: Database,
    private readonly automation: PlanAutomation,
    jobs: BackgroundJobs,
  ) {
    jobs.add({
      name: 'release-plan-progression',
      everyMs: PROGRESS_EVERY_MS,
      run: () => this.progress(),
    });
    jobs.add({
      name: 'release-plan-safeguards',
      everyMs: WATCH_EVERY_MS,
      run: async () => ((await this.watch()) ? 0 : WATCH_EVERY_MS),
    });
  }

  /** Starts the milestones that are due, also those from when no instance ran. */
  async progress(): Promise<void> {
    const due = await this.database.run(LIST_DUE, [BATCH], 'background');
    await this.each(due, (plan) => this.automation.progress(plan));
  }

  /**
   * Compares the safeguards of plans with usage.
   * @param seconds How old a check may be.
   * @returns Whether there may be more plans to check.
   */
  async watch(seconds = WATCH_SECONDS): Promise<boolean> {
    const plans = await this.database.run(TAKE_UNCHECKED, [seconds, BATCH], 'background');
    await this.each(plans, (plan) => this.automation.watch(plan));
    return plans.length > 0;
  }

  /** A plan that fails does not keep the others from their turn. */
  private async each<Plan extends { planId: string }>(
    plans: readonly Plan[],
    work: (plan: Plan) => Promise<void>,
  ): Promise<void> {
    let failure: Error | undefined;
    for (const plan of plans)
      await work(plan).catch((error: unknown) => {
        failure = error as Error;
        this.log.error(`The release plan ${plan.planId} failed.`, error);
      });
    if (failure) throw failure;
  }
}
