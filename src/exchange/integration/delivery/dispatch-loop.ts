import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { BackgroundJob } from '../../../platform/database/jobs/background-job.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { withTimeout } from '../../../platform/database/with-timeout.js';
import { Commits } from '../../../core/event/commits.js';
import type { DomainEvent } from '../../../core/event/event.types.js';
import { WebhookDispatcher } from './webhook-dispatcher.js';
import type { Survey } from '../cursor.sql.js';
import { Cursors } from './cursors.js';

/** Delay after a commit, to combine many commits in one round. */
const SOON_MS = 30;
/**
 * Interval while an addon is enabled, because commits of other instances are not announced here.
 */
const POLL_MS = 5_000;
/** Interval while no addon is enabled, because another instance may enable one and stop. */
const IDLE_POLL_MS = 60_000;
/** How long deliveries may continue during shutdown. */
const CLOSE_TIMEOUT_MS = 3_000;

/** Schedules rounds: soon after a commit, when a retry is due, and at intervals. */
@Injectable()
export class DispatchLoop implements BeforeApplicationShutdown {
  private readonly log = new Logger(DispatchLoop.name);
  private readonly serving = new Map<number, Promise<void>>();
  private readonly leave = new AbortController();
  private readonly breakOff = new AbortController();
  private hasAddons = false;
  /** Age in seconds of the oldest unexamined event at the last round. */
  lagSeconds = 0;
  private settlingMs = SOON_MS;
  private readonly job: BackgroundJob;

  constructor(
    private readonly cursors: Cursors,
    private readonly dispatcher: WebhookDispatcher,
    commits: Commits,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add({
      name: 'webhooks',
      everyMs: POLL_MS,
      firstMs: SOON_MS,
      retryMs: POLL_MS,
      run: () => this.round(),
    });
    commits.listen((events) => this.onEvents(events));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.leave.abort();
    void this.job.stop();
    const served = Promise.all(this.serving.values());
    await withTimeout(CLOSE_TIMEOUT_MS, served, () => undefined);
    this.breakOff.abort();
    await served;
  }

  private onEvents(events: readonly DomainEvent[]): void {
    if (!this.hasAddons && !events.some((event) => event.type.startsWith('addon-config-'))) return;
    this.settlingMs = SOON_MS;
    this.job.runWithin(SOON_MS);
  }

  /**
   * Starts to deliver to every due addon.
   * @returns Milliseconds until the next round.
   */
  private async round(): Promise<number> {
    const survey = await this.cursors.survey();
    if (survey.restored) {
      this.log.warn(
        'The database was restored: addons continue after the last event that they received.',
      );
      await this.cursors.settleRestored();
      return SOON_MS;
    }
    this.hasAddons = survey.addons.length > 0;
    this.lagSeconds = survey.lagSeconds;
    for (const { id, isPending, waitMs } of survey.addons)
      if (isPending && waitMs === 0 && !this.leave.signal.aborted) this.serve(id);
    return this.pause(survey);
  }

  private pause({ addons, unsettled }: Survey): number {
    if (addons.length === 0) return IDLE_POLL_MS;
    // Events become final when a transaction ends, usually at once, but possibly much later.
    const settling = unsettled ? this.settlingMs : POLL_MS;
    this.settlingMs = unsettled ? Math.min(2 * this.settlingMs, POLL_MS) : SOON_MS;
    const waits = addons
      .filter(({ isPending, waitMs }) => isPending && waitMs > 0)
      .map(({ waitMs }) => waitMs);
    return Math.min(POLL_MS, settling, ...waits);
  }

  private serve(id: number): void {
    if (this.serving.has(id)) return;
    const served = this.dispatcher
      .serve(id, { leave: this.leave.signal, breakOff: this.breakOff.signal })
      .then(
        () => SOON_MS,
        (error: unknown) => {
          this.log.warn(
            { err: error, addon: id },
            'Events could not be delivered to an addon; the delivery will be retried.',
          );
          return POLL_MS;
        },
      )
      .then((pause) => {
        this.serving.delete(id);
        this.job.runWithin(pause);
      });
    this.serving.set(id, served);
  }
}
