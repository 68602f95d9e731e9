import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Meters } from '../../../platform/meters/meters.js';
import { KEPT_COUNTS } from './counts.sql.js';

/** Metrics of stored counts. */
@Injectable()
export class CountMeters {
  private readonly differences: Counter;

  constructor({ registry }: Meters) {
    this.differences = new Counter({
      name: 'count_differences_total',
      help: 'Places in which a stored count was wrong, by count. All were corrected.',
      labelNames: ['count'],
      registers: [registry],
    });
    // Prometheus sees no increase of a series that begins above 0.
    for (const { name } of KEPT_COUNTS) this.differences.inc({ count: name }, 0);
  }

  /** Records the number of places in which a count was wrong. */
  differed(count: string, places: number): void {
    this.differences.inc({ count }, places);
  }
}
