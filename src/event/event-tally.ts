import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { Database } from '../database/database.js';
import { inMaintenance } from '../database/maintenance.js';
import { Commits } from './commits.js';
import { HorizonWatch } from './horizon-watch.js';
import { type HorizonReading, READ_HORIZON } from './horizon.sql.js';

const EVERY_MS = 10_000;
const ADVANCE = { name: 'event-tally-advance', text: 'SELECT advance_event_tally()' };

/**
 * Keeps the tally of events close behind the events, so that statistics have little left to count
 * themselves. It only saves time: the numbers are exact however far behind it is.
 *
 * It also looks, in one small statement, whether the database was restored from another cluster.
 * That may happen under a running service, and everything derived from ids of transactions is wrong
 * then.
 */
@Injectable()
export class EventTally implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(EventTally.name);
  private behind = true;
  private timer?: NodeJS.Timeout;
  private settling?: Promise<void>;
  /** How often this instance found and settled a restored database. */
  restores = 0;

  constructor(
    private readonly database: Database,
    private readonly watch: HorizonWatch,
    @Inject(CONFIG) private readonly config: Config,
    commits: Commits,
  ) {
    commits.listen(() => (this.behind = true));
  }

  /**
   * Before the first request is taken: what is recorded in a restored database before that is
   * noticed is told to nobody for a while.
   */
  async onApplicationBootstrap(): Promise<void> {
    await this.catchUp();
    this.timer = setInterval(() => void this.catchUp(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Counts what has become final since the last time, and looks whether all is as it should be. */
  async catchUp(): Promise<void> {
    const wasBehind = this.behind;
    this.behind = false;
    try {
      if ((await this.read()).restored) await this.settleRestored();
      else if (wasBehind) await this.database.run(ADVANCE, [], 'background');
      const reading = await this.read();
      if (reading.untallied > 0) this.behind = true;
      await this.watch.observe(reading);
    } catch (error) {
      this.behind = true;
      this.log.warn(
        { err: error },
        'The tally of events could not be advanced; it will be tried again.',
      );
    }
  }

  /**
   * Derives everything anew that a restored database has brought wrong. Of all instances one does
   * it, the others wait.
   */
  async settleRestored(): Promise<void> {
    await (this.settling ??= this.settle().finally(() => (this.settling = undefined)));
  }

  private async settle(): Promise<void> {
    this.log.warn(
      'The database was restored from another cluster. All that is derived from its transactions is being rebuilt.',
    );
    const began = performance.now();
    const { database } = this.config;
    const [row] = await inMaintenance(
      { ...database, url: database.url! },
      'READ COMMITTED',
      (query) => query<{ settled: boolean }>('SELECT settle_restored_events() AS settled'),
    );
    if (!row!.settled) return; // another instance was first
    this.restores++;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    this.log.warn(
      `Rebuilt the tallies of events, the places of webhooks and the deliveries to SDKs in ${seconds} s.`,
    );
  }

  private async read(): Promise<HorizonReading> {
    const [reading] = await this.database.run<HorizonReading & object>(
      READ_HORIZON,
      [],
      'background',
    );
    return reading!;
  }
}
