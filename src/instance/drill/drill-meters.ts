import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { withTimeout } from '../../platform/database/with-timeout.js';
import { Meters } from '../../platform/meters/meters.js';
import type { DrillResponse } from './drill.response.js';
import { DrillStatus } from './drill-status.js';

/** How long a scrape waits. */
const TIMEOUT_MS = 1_000;
const MS = 1_000;

/** Metrics of the drill. All instances report the same numbers, except what they cannot read. */
@Injectable()
export class DrillMeters {
  constructor(
    private readonly meters: Meters,
    private readonly status: DrillStatus,
  ) {
    if (!status.isOn) return;
    this.gauge(
      'last_success_timestamp_seconds',
      'When a drill was in time last.',
      ({ lastSuccessAt }) => (lastSuccessAt === null ? undefined : Date.parse(lastSuccessAt) / MS),
    );
    this.gauge('p50_seconds', 'Median duration of the drills of 24 hours.', ({ p50 }) =>
      seconds(p50),
    );
    this.gauge('p99_seconds', '99th percentile of the drills of 24 hours.', ({ p99 }) =>
      seconds(p99),
    );
    this.gauge(
      'error_budget_left_ratio',
      'Share of the error budget of the month that is left; negative when it is exceeded.',
      ({ budget }) => budget.left,
    );
    this.addBroken();
  }

  private gauge(
    name: string,
    help: string,
    value: (status: DrillResponse) => number | undefined,
  ): void {
    const read = (): Promise<DrillResponse | undefined> => this.read();
    new Gauge({
      name: `kill_switch_drill_${name}`,
      help: `${help} See docs/operate/drill.md.`,
      registers: [this.meters.registry],
      async collect(): Promise<void> {
        const status = await read();
        const current = status && value(status);
        if (current === undefined) this.reset();
        else this.set(current);
      },
    });
  }

  private addBroken(): void {
    const read = (): Promise<DrillResponse | undefined> => this.read();
    new Gauge({
      name: 'kill_switch_drill_broken',
      help: '1 for each part that did not get the switch of the last drill in time.',
      labelNames: ['part', 'where'],
      registers: [this.meters.registry],
      async collect(): Promise<void> {
        this.reset();
        for (const { part, where } of (await read())?.broken ?? []) this.set({ part, where }, 1);
      },
    });
  }

  private async read(): Promise<DrillResponse | undefined> {
    return withTimeout(TIMEOUT_MS, this.status.read()).catch(() => undefined);
  }
}

function seconds(milliseconds: number | null): number | undefined {
  return milliseconds === null ? undefined : milliseconds / MS;
}
