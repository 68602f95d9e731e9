import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Meters } from '../../../platform/meters/meters.js';
import { Scheduler } from './scheduler.js';

/** Metrics of schedules and of scheduled change requests. */
@Injectable()
export class ScheduleMeters {
  constructor({ registry }: Meters, { queues }: Scheduler) {
    new Gauge({
      name: 'schedule_lag_seconds',
      help:
        'How late the first scheduled change was when this instance last looked; 0 when none was ' +
        'due. Instances look twice a second.',
      labelNames: ['kind'],
      registers: [registry],
      collect(): void {
        for (const kind of new Set(queues.map(({ work }) => work.kind))) {
          const ofKind = queues.filter(({ work }) => work.kind === kind);
          const lag = ofKind.reduce((most, queue) => Math.max(most, queue.lagSeconds), 0);
          this.set({ kind }, lag);
        }
      },
    });
    new Counter({
      name: 'scheduled_changes_total',
      help:
        'Scheduled changes that were due and that this instance handled. executed: made; missed: ' +
        'not made, because they were late; suspended: refused; failed: tried again.',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
      collect(): void {
        this.reset();
        for (const { work, counts } of queues)
          for (const [outcome, count] of Object.entries(counts))
            this.inc({ kind: work.kind, outcome }, count);
      },
    });
  }
}
