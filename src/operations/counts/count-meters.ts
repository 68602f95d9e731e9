import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Meters } from '../meters.js';

/** The metrics about numbers that are kept rather than counted. */
@Injectable()
export class CountMeters {
  private readonly differences: Counter;

  constructor({ registry }: Meters) {
    this.differences = new Counter({
      name: 'count_differences_total',
      help:
        'Places in which a number that is kept differed from what it counts, by number. ' +
        'All were put right.',
      labelNames: ['count'],
      registers: [registry],
    });
  }

  /** Notes in how many places a number differed. */
  differed(count: string, places: number): void {
    this.differences.inc({ count }, places);
  }
}
