import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { Database } from '../../platform/database/database.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { withTimeout } from '../../platform/database/with-timeout.js';
import { SwitchBatches } from '../../flags/feature/switch/switch-batches.js';
import { SnapshotRefresher } from '../../serving/sdk-api/snapshot/snapshot-refresher.js';
import { DRILL } from '../../serving/sdk-api/snapshot/snapshot.sql.js';
import {
  type BrokenPart,
  type Drill,
  DrillError,
  IN_TIME_MS,
  type InstanceReport,
  outcomeOf,
  publicReasonOf,
  READ_BACK_MS,
  validSeconds,
} from './drill.js';
import { DrillObserver } from './drill-observer.js';
import { DrillStatus } from './drill-status.js';
import { CONCLUDE, REPORTS, ROUND, SWITCH } from './drill.sql.js';
import { LOG_POSITION } from '../../platform/database/database.sql.js';
import { type Replica, ReplicaBehindError } from '../../platform/database/replicas.js';

/** Pause before a replica that failed is asked again. */
const PAUSE_MS = 250;

/** Reads switches back from the replicas of this instance. */
@Injectable()
export class DrillReplicas {
  constructor(private readonly database: Database) {}

  /** What is wrong with the replicas. Never rejects. */
  async check(drill: Drill): Promise<BrokenPart[]> {
    const found = this.database.replicas.all.map(async (replica): Promise<BrokenPart[]> => {
      const reason = await this.problemOf(replica, drill);
      return reason === undefined ? [] : [{ part: 'replica', where: replica.name, reason }];
    });
    return (await Promise.all(found)).flat();
  }

  private async problemOf(replica: Replica, { round }: Drill): Promise<string | undefined> {
    const until = performance.now() + READ_BACK_MS;
    const left = AbortSignal.timeout(READ_BACK_MS);
    for (;;) {
      let reason: string;
      try {
        const [position] = await this.database.run(LOG_POSITION, [], 'hot');
        const [row] = await replica.read<{ round: number }>({ text: ROUND.text }, position!, left);
        if (row && row.round >= round) return undefined;
        reason = 'It has not replayed the switch.';
      } catch (error) {
        reason = reasonOf(error, replica);
      }
      if (performance.now() + PAUSE_MS > until) return reason;
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }
}

function reasonOf(error: unknown, { behind }: Replica): string {
  if (error instanceof ReplicaBehindError || behind)
    return `It is ${behind} bytes of the log behind.`;
  return publicReasonOf(error);
}

/** How long a switch may take. */
const SWITCH_MS = 5_000;
/** How long reports are waited for: longer than an instance reads back. */
const REPORTS_MS = READ_BACK_MS + 1_000;
/** Pauses before the reports are read; each is longer than the one before, up to a limit. */
const FIRST_PAUSE_MS = 150;
const MAX_PAUSE_MS = 600;
const PAUSE_GROWTH = 1.5;
/** Pause until this instance can be asked, and after an attempt that failed. */
const RETRY_MS = 1_000;
/** Upper bound on how much later than due another instance tries, so that the same one stays. */
const TURN_MS = 500;

/** Switches the reserved features at an interval, and judges what the instances report. */
@Injectable()
export class DrillJob implements OnApplicationBootstrap {
  private readonly log = new Logger(DrillJob.name);
  /** Drills that could not be switched since the last one. */
  private missed = 0;

  constructor(
    private readonly database: Database,
    private readonly batches: SwitchBatches,
    private readonly refresher: SnapshotRefresher,
    private readonly observer: DrillObserver,
    private readonly replicas: DrillReplicas,
    private readonly status: DrillStatus,
    private readonly jobs: BackgroundJobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    const { drillSeconds } = this.config;
    if (drillSeconds === 0) return;
    this.jobs.add({
      name: 'drill',
      everyMs: drillSeconds * 1_000,
      firstMs: RETRY_MS,
      run: (stopping) => this.run(stopping),
    });
  }

  /** @returns The pause before the next attempt. */
  private async run(stopping: AbortSignal): Promise<number> {
    if (!this.observer.isReady) return RETRY_MS;
    const began = performance.now();
    const everyMs = this.config.drillSeconds * 1_000;
    try {
      const attempt = await this.trySwitch();
      if (typeof attempt === 'number')
        return Math.max(everyMs - attempt, 0) + Math.random() * TURN_MS;
      const took = performance.now() - began;
      await this.conclude(attempt, took, stopping);
      this.missed = 0;
    } catch (error) {
      if (stopping.aborted) return everyMs;
      this.missed++;
      this.log.warn({ err: error }, 'The drill failed.');
      this.status.fail(this.observer.name, publicReasonOf(error));
    }
    return Math.max(everyMs - (performance.now() - began), 0);
  }

  /**
   * Sends the statement of all switches, for a feature that does not exist, and then switches the
   * reserved ones on the same connections.
   * @returns How long ago another instance did so, in milliseconds, when it is too early.
   */
  private async trySwitch(): Promise<Drill | number> {
    const wanted = { projectId: DRILL, featureName: DRILL, environment: DRILL, enabled: false };
    const plain = this.batches.send({ ...wanted, actorName: DRILL, actorId: 0, token: null });
    await withTimeout(SWITCH_MS, plain, tooSlow);
    const switching = this.database.run(SWITCH, [this.config.drillSeconds - 0.05], 'hot');
    const [attempt] = await withTimeout(SWITCH_MS, switching, tooSlow);
    const { round, enabled, transactionId, age } = attempt!;
    if (round === undefined || round === null) return age ?? 0;
    this.observer.switched = round;
    this.refresher.changed();
    return { round, enabled: enabled!, transactionId: transactionId! };
  }

  private async conclude(drill: Drill, took: number, stopping: AbortSignal): Promise<void> {
    const [reports, replicas] = await Promise.all([
      this.reportsOf(drill, stopping),
      this.replicas.check(drill),
    ]);
    if (stopping.aborted) return;
    const by = { took: Math.round(took), where: this.observer.name };
    const { milliseconds, broken } = outcomeOf(drill, by, reports);
    const all = JSON.stringify([...broken, ...replicas]);
    const isInTime = milliseconds !== null && milliseconds <= IN_TIME_MS;
    await this.database.run(
      CONCLUDE,
      [drill.round, milliseconds, all, isInTime, this.missed],
      'hot',
    );
    this.status.changed();
  }

  /**
   * The reports of the instances that took part when it was switched and still do, as soon as they
   * are there, or the time is over.
   */
  private async reportsOf({ round }: Drill, stopping: AbortSignal): Promise<InstanceReport[]> {
    const until = performance.now() + REPORTS_MS;
    const valid: [number] = [validSeconds(this.config.drillSeconds)];
    const before = await this.database.run(REPORTS, valid, 'hot');
    const expected = new Set(before.map(({ instanceId }) => instanceId));
    for (let pause = FIRST_PAUSE_MS; ; pause *= PAUSE_GROWTH) {
      await sleep(
        Math.min(pause, MAX_PAUSE_MS, Math.max(until - performance.now(), 0)),
        undefined,
        {
          ref: false,
        },
      );
      const all = await this.database.run(REPORTS, valid, 'hot');
      const reports = all.filter(({ instanceId }) => expected.has(instanceId));
      const isOver = stopping.aborted || performance.now() >= until;
      if (isOver || reports.every((report) => report.round === round)) return reports;
    }
  }
}

function tooSlow(): never {
  throw new DrillError(`The switch was not answered within ${SWITCH_MS / 1_000} s.`);
}
