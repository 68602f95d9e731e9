import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { FIND_HOLDER, type HorizonHolder, type HorizonReading } from './horizon.sql.js';

/** A transaction that is open for longer has probably been forgotten. */
const ABANDONED_SECONDS = 60;
const SAY_AGAIN_MS = 10 * 60_000;

/**
 * Watches the transaction horizon. Transactions below it are final: their events can be tallied and
 * sent to webhooks. Any writing transaction on the server that stays open holds the horizon back.
 */
@Injectable()
export class HorizonWatch {
  private readonly log = new Logger(HorizonWatch.name);
  private reading?: HorizonReading;
  private held?: {
    xmin: string;
    since: number;
    seconds: number;
    kind: HorizonHolder['kind'] | 'unknown';
  };
  private logged?: { xmin: string; at: number };

  constructor(private readonly database: Database) {}

  /** How long a transaction has held the horizon back, and its kind; 0 seconds when none does. */
  get heldBack(): { seconds: number; kind: HorizonHolder['kind'] | 'unknown' } {
    return this.held ?? { seconds: 0, kind: 'unknown' };
  }

  /** Number of events that are not tallied yet, and the age of the oldest in seconds. */
  get untallied(): { events: number; seconds: number } {
    return { events: this.reading?.untallied ?? 0, seconds: this.reading?.untalliedSeconds ?? 0 };
  }

  /** Processes a reading. A horizon that has not moved since the last reading is held back. */
  async observe(reading: HorizonReading): Promise<void> {
    this.reading = reading;
    if (reading.xmin === reading.xmax) return this.release();
    if (this.held?.xmin !== reading.xmin) {
      this.release();
      this.held = { xmin: reading.xmin, since: performance.now(), seconds: 0, kind: 'unknown' };
      return;
    }
    const [holder] = await this.database.run(FIND_HOLDER, [reading.xmin]);
    const observed = (performance.now() - this.held.since) / 1000;
    this.held = {
      ...this.held,
      seconds: Math.max(observed, holder?.seconds ?? 0),
      kind: holder?.kind ?? 'unknown',
    };
    if (this.held.seconds >= ABANDONED_SECONDS) this.say(reading, holder);
  }

  private say({ xmin, untallied }: HorizonReading, holder: HorizonHolder | undefined): void {
    if (this.logged?.xmin === xmin && performance.now() - this.logged.at < SAY_AGAIN_MS) return;
    this.logged = { xmin, at: performance.now() };
    const seconds = Math.round(this.held!.seconds);
    this.log.warn(
      { transaction: xmin, seconds, untallied, holder },
      `${nameOf(holder)} has been open for ${seconds} s. Until it ends, webhooks do not ` +
        'receive later events, and statistics become slower.',
    );
  }

  private release(): void {
    if (this.logged && this.logged.xmin === this.held?.xmin)
      this.log.log({ transaction: this.logged.xmin }, 'The long-running transaction has ended.');
    this.held = undefined;
    this.logged = undefined;
  }
}

function nameOf(holder: HorizonHolder | undefined): string {
  if (!holder) return 'A transaction';
  const where = `database "${holder.database}", user "${holder.user}"`;
  if (holder.kind === 'prepared')
    return (
      `The prepared transaction "${holder.gid}" (${where}; end it with COMMIT PREPARED or ` +
      'ROLLBACK PREPARED)'
    );
  const state = holder.state ?? 'its state is visible only to members of pg_read_all_stats';
  return (
    `A transaction of process ${holder.pid} (${where}; ${state}; end it with ` +
    'pg_terminate_backend)'
  );
}
