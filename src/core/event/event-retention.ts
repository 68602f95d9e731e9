import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { Database } from '../../platform/database/database.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { inMaintenance } from '../../platform/database/maintenance.js';
import { isLockTimeout } from '../../platform/database/postgres-errors.js';
import {
  DROP_PART,
  EDGE_OF_USES,
  MOVE_EDGE,
  PARTS_BEFORE,
  REMOVE_EVENTS,
} from './event-retention.sql.js';
import { TOKEN_USES } from './account-events.js';
import { FORGET_REMOVED } from './removed-parts.sql.js';

const EVERY_MS = 3_600_000;
const FIRST_MS = 60_000;
/** Pause after a partition could not be dropped at once. */
const RETRY_MS = 60_000;
/** Events removed per statement. */
const BATCH = 2_000;

/**
 * Removes old events: whole months by dropping their partitions, others in batches. Statistics stay
 * exact, because the counts of removed events are kept.
 */
@Injectable()
export class EventRetention {
  private readonly log = new Logger(EventRetention.name);

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    jobs: BackgroundJobs,
  ) {
    const { eventRetentionDays, tokenUseRetentionDays } = config;
    if (eventRetentionDays > 0 || tokenUseRetentionDays > 0)
      jobs.add({
        name: 'event-retention',
        everyMs: EVERY_MS,
        firstMs: FIRST_MS,
        run: (stopping) => this.removeOld(stopping),
      });
  }

  /** @returns The pause before the next run when a partition could not be dropped at once. */
  async removeOld(stopping?: AbortSignal): Promise<number | void> {
    const { eventRetentionDays, tokenUseRetentionDays } = this.config;
    let isDone = true;
    if (eventRetentionDays > 0) isDone = await this.removeMonths(eventRetentionDays, stopping);
    if (eventRetentionDays > 0) await this.removeParts(stopping);
    if (tokenUseRetentionDays > 0) await this.removeTokenUses(tokenUseRetentionDays, stopping);
    if (!isDone) return RETRY_MS;
  }

  /** @returns Whether all of them were removed. */
  private async removeMonths(days: number, stopping?: AbortSignal): Promise<boolean> {
    const [edge] = await this.database.run(MOVE_EDGE, [days]);
    if (!edge) return false; // The database was restored and is not settled yet.
    let isDone = true;
    for (const { part, isOver } of await this.database.run(PARTS_BEFORE, [edge.before])) {
      if (isOver) isDone = (await this.drop(part)) && isDone;
      else await this.removeFrom(part, edge.before, null, stopping);
    }
    return isDone;
  }

  private async removeParts(stopping?: AbortSignal): Promise<void> {
    let removed = BATCH;
    while (removed === BATCH && !stopping?.aborted)
      [{ removed }] = (await this.database.run(FORGET_REMOVED, [BATCH], 'background')) as [
        { removed: number },
      ];
  }

  private async removeTokenUses(days: number, stopping?: AbortSignal): Promise<void> {
    const [edge] = await this.database.run(EDGE_OF_USES, [days]);
    for (const { part } of await this.database.run(PARTS_BEFORE, [edge!.before]))
      await this.removeFrom(part, edge!.before, TOKEN_USES, stopping);
  }

  private async drop(part: string): Promise<boolean> {
    const { database } = this.config;
    try {
      const [row] = await inMaintenance(
        { ...database, url: database.url! },
        'READ COMMITTED',
        (query) => query(DROP_PART, [part]),
      );
      if (row!.dropped) this.log.log(`Dropped the partition ${part} of the event history.`);
      return row!.dropped;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      return false;
    }
  }

  private async removeFrom(
    part: string,
    before: string,
    types: readonly string[] | null,
    stopping?: AbortSignal,
  ): Promise<void> {
    let after: string | null = '0';
    while (after !== null && !stopping?.aborted)
      after = await this.removeAfter(after, part, before, types);
  }

  /** @returns The id to go on after; null at the end. */
  private async removeAfter(
    after: string,
    part: string,
    before: string,
    types: readonly string[] | null,
  ): Promise<string | null> {
    const values = [part, before, types, after, BATCH] as const;
    const [row] = await this.database.run(REMOVE_EVENTS, values, 'background');
    return row!.lastId;
  }
}
