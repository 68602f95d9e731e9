import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { Database } from '../../platform/database/database.js';
import type { ReadyDrillResponse } from '../operations/health.response.js';
import { Readiness } from '../operations/readiness.js';
import { type BrokenPart, CHANNELS, IN_TIME_MS, millisecondsOf, READ_BACK_MS } from './drill.js';
import type {
  DrillBudgetResponse,
  DrillInstanceResponse,
  DrillResponse,
} from './drill.response.js';
import { type DrillRecord, READ } from './drill.sql.js';

/** The share of the drills of a month that have to be in time. */
const OBJECTIVE = 0.999;
/** How long what was read is used again, for scrapes and probes. */
const FRESH_MS = 1_000;
/** How much longer than the interval the last result may be ago, in seconds. */
const GRACE_SECONDS = READ_BACK_MS / 1_000 + 4;
const DAY_SECONDS = 86_400;
const SHARE_DIGITS = 4;

/** Tells what came of the drills, on all instances the same. */
@Injectable()
export class DrillStatus {
  private recent: { at: number; status: Promise<DrillResponse> } | undefined;
  /** Why this instance could not switch when it tried last. */
  private failure: (BrokenPart & { at: number }) | undefined;

  constructor(
    private readonly database: Database,
    readiness: Readiness,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    if (this.isOn) readiness.drill = () => this.summary();
  }

  /** Whether this instance takes part. */
  get isOn(): boolean {
    return this.config.drillSeconds > 0;
  }

  /** This instance could not switch. */
  fail(where: string, reason: string): void {
    this.failure = { part: 'switch', where, reason, at: performance.now() };
    this.recent = undefined;
  }

  /** This instance has stored a result. */
  changed(): void {
    this.failure = undefined;
    this.recent = undefined;
  }

  /** What is known, at most a second old. */
  read(): Promise<DrillResponse> {
    const now = performance.now();
    if (this.recent && now - this.recent.at < FRESH_MS) return this.recent.status;
    const status = this.readNow();
    this.recent = { at: now, status };
    status.catch(() => (this.recent = undefined));
    return status;
  }

  private async summary(): Promise<ReadyDrillResponse> {
    const { healthy, lastSuccessAt, p50, p99, broken, budget } = await this.read();
    const parts = [...new Set(broken.map(({ part }) => part))];
    return { healthy, lastSuccessAt, p50, p99, broken: parts, budgetLeft: budget.left };
  }

  private async readNow(): Promise<DrillResponse> {
    const [row] = await this.database.run(READ, [], 'hot');
    const record = row!;
    const broken = this.isOn ? this.brokenOf(record) : record.broken;
    const { lastDrillAt, lastSuccessAt, milliseconds } = record;
    return {
      enabled: this.isOn,
      intervalSeconds: this.config.drillSeconds,
      healthy: lastDrillAt !== null && broken.length === 0,
      ...{ lastDrillAt, lastSuccessAt, milliseconds },
      p50: rounded(record.p50),
      p99: rounded(record.p99),
      broken: broken.map(({ part, where, reason }) => ({ part, where, reason })),
      instances: record.instances.map(instanceOf),
      budget: this.budgetOf(record),
    };
  }

  /** What was broken in the last drill, or that there was none although one is due. */
  private brokenOf({ broken, ageSeconds }: DrillRecord): BrokenPart[] {
    // Another instance may have switched since.
    const isPast = ageSeconds !== null && this.failureAge > ageSeconds;
    if (isPast) this.failure = undefined;
    const found = this.failure ? [this.failure, ...broken] : broken;
    const isLate = ageSeconds !== null && ageSeconds > this.config.drillSeconds + GRACE_SECONDS;
    if (this.failure || !isLate) return found;
    const reason = `The last drill was ${Math.round(ageSeconds)} s ago.`;
    return [{ part: 'switch', where: 'all instances', reason }, ...broken];
  }

  /** Since this instance failed to switch, in seconds; 0 if it did not. */
  private get failureAge(): number {
    return this.failure ? (performance.now() - this.failure.at) / 1_000 : 0;
  }

  private budgetOf({ month, drills, inTime }: DrillRecord): DrillBudgetResponse {
    const [year, number] = month.split('-').map(Number);
    const days = new Date(Date.UTC(year!, number!, 0)).getUTCDate();
    const planned = this.isOn ? (days * DAY_SECONDS) / this.config.drillSeconds : drills;
    const allowed = (1 - OBJECTIVE) * planned;
    const left = allowed > 0 ? 1 - (drills - inTime) / allowed : 1;
    return {
      month: month.slice(0, 'YYYY-MM'.length),
      objective: OBJECTIVE,
      withinMilliseconds: IN_TIME_MS,
      ...{ drills, inTime },
      left: Number(left.toFixed(SHARE_DIGITS)),
    };
  }
}

function instanceOf(one: DrillRecord['instances'][number]): DrillInstanceResponse {
  const times = CHANNELS.map((channel) => [
    channel,
    millisecondsOf(one.report.channels[channel], one.elapsedMs),
  ]);
  return {
    name: one.name,
    reportedAt: one.reportedAt,
    ...(Object.fromEntries(times) as Pick<DrillInstanceResponse, (typeof CHANNELS)[number]>),
  };
}

function rounded(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.round(milliseconds);
}
