import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Commits } from './commits.js';

const EVERY_MS = 10_000;
const ADVANCE = { name: 'event-tally-advance', text: 'SELECT advance_event_tally()' };
/** Whether events are left that were not final yet, because some older transaction was still running. */
const LEFT = {
  name: 'event-tally-left',
  text: 'SELECT EXISTS (SELECT FROM event WHERE transaction_id >= (SELECT transaction_id FROM event_tally_horizon)) AS "left"',
};

/**
 * Keeps the tally of events close behind the events, so that statistics have little left to count themselves. It only saves time: the numbers are
 * exact however far behind it is. An instance that records nothing asks nothing.
 */
@Injectable()
export class EventTally implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(EventTally.name);
  private behind = true;
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly database: Database,
    commits: Commits,
  ) {
    commits.listen(() => (this.behind = true));
  }

  /** Before the first request is taken: a database that was restored elsewhere must be noticed before anything new is recorded in it. */
  async onApplicationBootstrap(): Promise<void> {
    await this.catchUp();
    this.timer = setInterval(() => void this.catchUp(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Counts what has become final since the last time. */
  async catchUp(): Promise<void> {
    if (!this.behind) return;
    this.behind = false;
    try {
      await this.database.run(ADVANCE, [], 'background');
      const [row] = await this.database.run<{ left: boolean }>(LEFT, [], 'background');
      if (row!.left) this.behind = true;
    } catch (error) {
      this.behind = true;
      this.log.warn({ err: error }, 'The tally of events could not be advanced; it will be tried again.');
    }
  }
}
