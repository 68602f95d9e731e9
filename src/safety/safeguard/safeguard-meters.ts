import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Meters } from '../../platform/meters/meters.js';
import { Prometheus } from './prometheus.js';

/** Metrics of safeguards. */
@Injectable()
export class SafeguardMeters {
  constructor({ registry }: Meters, { asked }: Prometheus) {
    new Counter({
      name: 'safeguard_queries_total',
      help: 'Queries of safeguards that this process sent to Prometheus, by result.',
      labelNames: ['result'],
      registers: [registry],
      collect(): void {
        this.reset();
        for (const [result, count] of Object.entries(asked)) this.inc({ result }, count);
      },
    });
  }
}
