import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { withTimeout } from '../../../platform/database/with-timeout.js';
import { FORGET_INSTANCE, FORGET_INSTANCES, NOTE_INSTANCE } from '../delivery/delivery.sql.js';
import { DRILL } from '../snapshot/snapshot.sql.js';
import { SnapshotRefresher } from '../snapshot/snapshot-refresher.js';

/** Interval of writing that this instance is running, or that it still serves the same. */
export const RUNNING_EVERY_MS = 10_000;
/** Upper bound on how long a stop waits for the removal. */
const STOP_MS = 1_000;
/** A snapshot in which nothing is visible. */
const NOTHING = '1:1:';

interface Written {
  horizon: string | null;
  at: number;
}

/** Stores that this instance is running, and what it serves to SDKs. */
@Injectable()
export class InstanceWriter {
  /** Id of this instance, until its process ends. */
  readonly instance = randomUUID();
  private readonly written = new Map<string, Written>();
  private isStopped = false;
  /** Whether this instance takes part in the drill of the kill switch. */
  isDrilled = false;

  constructor(
    private readonly database: Database,
    private readonly refresher: SnapshotRefresher,
  ) {}

  /** Stores that this instance is running, and whether it takes part in the drill. */
  async noteRunning(): Promise<void> {
    const rows: [string, string][] = [['', NOTHING]];
    if (this.isDrilled) rows.push([DRILL, NOTHING]);
    await this.write(rows);
    await this.database.run(FORGET_INSTANCES);
  }

  /** What is served in environments now; those that are being read are left out. */
  horizonsOf(environments: Iterable<string>): [environment: string, horizon: string | null][] {
    return [...environments].flatMap((environment) => {
      const horizon = this.refresher.horizonOf(environment);
      return horizon === undefined ? [] : [[environment, horizon] as [string, string | null]];
    });
  }

  /** Stores what is served in environments, unless it is stored already. */
  async noteServed(
    served: readonly [environment: string, horizon: string | null][],
  ): Promise<void> {
    const now = performance.now();
    for (const [environment, { at }] of this.written)
      if (now - at > RUNNING_EVERY_MS) this.written.delete(environment);
    const changed = served.filter(
      ([environment, horizon]) =>
        horizon === null || this.written.get(environment)?.horizon !== horizon,
    );
    await this.write(changed);
    for (const [environment, horizon] of changed)
      this.written.set(environment, { horizon, at: now });
  }

  /** Removes this instance. Never rejects: its rows expire otherwise. */
  async stop(): Promise<void> {
    this.isStopped = true;
    const forgetting = this.database.run(FORGET_INSTANCE, [this.instance]);
    await withTimeout(STOP_MS, forgetting).catch(() => undefined);
  }

  private async write(rows: readonly [environment: string, horizon: string | null][]) {
    if (rows.length === 0 || this.isStopped) return;
    const environments = rows.map(([environment]) => environment);
    const horizons = rows.map(([, horizon]) => horizon);
    await this.database.run(NOTE_INSTANCE, [this.instance, environments, horizons], 'hot');
  }
}
