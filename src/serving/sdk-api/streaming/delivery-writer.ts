import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { DRILL_ENVIRONMENT } from '../../../core/auth/process-tokens.js';
import { Database } from '../../../platform/database/database.js';
import type { BackgroundJob } from '../../../platform/database/jobs/background-job.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { withTimeout } from '../../../platform/database/with-timeout.js';
import {
  FORGET_INSTANCE,
  FORGET_INSTANCES,
  FORGET_SDKS,
  NOTE_INSTANCE,
  NOTE_SDKS,
  VALID_SECONDS,
} from '../delivery/delivery.sql.js';
import { type SdkConnection, SdkConnections } from '../delivery/sdk-connections.js';
import { Traffic } from '../../traffic/traffic.js';
import { Announcements } from '../snapshot/announcements.js';
import { SnapshotRefresher } from '../snapshot/snapshot-refresher.js';
import { DRILL } from '../snapshot/snapshot.sql.js';
import { Streams } from './streams.js';

/** Interval of writing that this instance is running, or that it still serves the same. */
const RUNNING_EVERY_MS = 10_000;
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
  /** For how long this instance counts as taking part in drills; undefined if it does not. */
  drilledSeconds: number | undefined;

  constructor(
    private readonly database: Database,
    private readonly refresher: SnapshotRefresher,
  ) {}

  /** Stores that this instance is running, and whether it takes part in the drill. */
  async noteRunning(): Promise<void> {
    await this.write([['', NOTHING]]);
    if (this.drilledSeconds !== undefined)
      await this.write([[DRILL, NOTHING]], this.drilledSeconds);
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

  private async write(
    rows: readonly [environment: string, horizon: string | null][],
    validSeconds = VALID_SECONDS,
  ): Promise<void> {
    if (rows.length === 0 || this.isStopped) return;
    const environments = rows.map(([environment]) => environment);
    const horizons = rows.map(([, horizon]) => horizon);
    await this.database.run(
      NOTE_INSTANCE,
      [this.instance, environments, horizons, validSeconds],
      'hot',
    );
  }
}

const EVERY_MS = 2_000;
/** How long somebody who waits for deliveries is taken into account; they repeat it. */
const WATCHED_MS = 3_000;
/** Pause while somebody waits: at least this, and this share of the time that a round took. */
const WATCHED_PAUSE_MS = 100;
const PAUSE_SHARE = 4;
/** Upper bound on environments in which somebody waits; others keep the usual interval. */
const MAX_WATCHED = 1_000;
const FORGET_EVERY_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** Maximum rows per statement. */
const CHUNK = 2_000;

/**
 * Stores every few seconds, in few statements, which SDKs have received what; retries on failure.
 */
@Injectable()
export class DeliveryWriter implements BeforeApplicationShutdown {
  private readonly log = new Logger(DeliveryWriter.name);
  private readonly job: BackgroundJob;
  /** Until when somebody waits for deliveries, by environment. */
  private readonly watched = new Map<string, number>();
  private wroteAllAt = 0;

  constructor(
    private readonly database: Database,
    private readonly connections: SdkConnections,
    private readonly streams: Streams,
    private readonly instances: InstanceWriter,
    private readonly traffic: Traffic,
    announcements: Announcements,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add({
      name: 'sdk-deliveries',
      everyMs: EVERY_MS,
      run: () => this.writeDue(),
      lastRound: true,
    });
    jobs.add({
      name: 'sdk-instance',
      everyMs: RUNNING_EVERY_MS,
      firstMs: 0,
      run: () => this.instances.noteRunning(),
    });
    announcements.whenWatched((environment) => this.hurry(environment));
    jobs.add({
      name: 'sdk-delivery-cleanup',
      everyMs: FORGET_EVERY_MS,
      run: async () => void (await database.run(FORGET_SDKS)),
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.streams.end();
    await this.instances.stop();
  }

  /** Stores everything recorded before the call. Never rejects. */
  write(): Promise<void> {
    this.wroteAllAt = 0;
    return this.job.runNow();
  }

  /** Stores more often what SDKs have in an environment, while somebody waits for it. */
  private hurry(environment: string): void {
    if (this.watched.size >= MAX_WATCHED && !this.watched.has(environment)) return;
    this.watched.set(environment, performance.now() + WATCHED_MS);
    this.job.runWithin(0);
  }

  /** @returns The pause before the next round while somebody waits. */
  private async writeDue(): Promise<number | void> {
    const start = performance.now();
    for (const [environment, until] of this.watched)
      if (until < start) this.watched.delete(environment);
    // Read before the states of the SDKs, so that a stored instance has stored those of its SDKs.
    const served = this.instances.horizonsOf(this.watched.keys());
    if (start - this.wroteAllAt >= EVERY_MS - WATCHED_PAUSE_MS || this.watched.size === 0) {
      this.wroteAllAt = start;
      this.streams.recordStates();
    } else this.streams.recordStates(new Set(this.watched.keys()));
    await this.writeAll();
    await this.instances.noteServed(served);
    if (this.watched.size > 0)
      return Math.max(WATCHED_PAUSE_MS, PAUSE_SHARE * (performance.now() - start));
  }

  private async writeAll(): Promise<void> {
    const seen = this.connections.drain();
    for (const { environment, sdk } of seen)
      if (environment !== DRILL_ENVIRONMENT) this.traffic.connectedSdk(sdk);
    for (let start = 0; start < seen.length; start += CHUNK) {
      try {
        await this.writeChunk(seen.slice(start, start + CHUNK));
      } catch (error) {
        this.connections.requeue(seen.slice(start));
        throw error;
      }
    }
  }

  /**
   * Stores a batch. Rows that PostgreSQL refuses are dropped, so that they do not block the others.
   * @throws Error when none can be stored.
   */
  private async writeChunk(chunk: readonly SdkConnection[]): Promise<void> {
    try {
      await withTimeout(
        TIMEOUT_MS,
        this.database.run(NOTE_SDKS, [JSON.stringify(chunk.map(rowOf))]),
      );
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (chunk.length === 1) {
        this.log.warn(
          { err: error },
          'The state that an SDK has received could not be stored and is omitted.',
        );
        return;
      }
      const middle = chunk.length >> 1;
      await this.writeChunk(chunk.slice(0, middle));
      await this.writeChunk(chunk.slice(middle));
    }
  }
}

/** Whether the data are refused (SQLSTATE classes 22 and 23), as opposed to a temporary failure. */
function isRefusal(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string } | null)?.code ?? '');
}

function rowOf({
  sdk,
  at,
  until,
  environment,
  mode,
  projects,
  hidden,
  namePrefix,
  tags,
  horizon,
}: SdkConnection): object {
  const { appName, instanceId, connectionId, sdkVersion } = sdk;
  const now = performance.now();
  const query = { environment, mode, projects, hidden, namePrefix, tags, horizon };
  return {
    ...query,
    appName,
    instanceId,
    connectionId,
    sdkVersion,
    age: (now - at) / 1000,
    left: (until - now) / 1000,
  };
}
