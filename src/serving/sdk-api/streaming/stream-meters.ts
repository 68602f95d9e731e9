import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Meters } from '../../../platform/meters/meters.js';

/** Metrics of streams. */
@Injectable()
export class StreamMeters {
  /** Number of open streams. */
  open = 0;
  private readonly lost: Counter;

  constructor({ registry }: Meters) {
    const openStreams = (): number => this.open;
    new Gauge({
      name: 'client_streams',
      help: 'Open streams of this instance.',
      registers: [registry],
      collect(): void {
        this.set(openStreams());
      },
    });
    this.lost = new Counter({
      name: 'client_streams_lost_total',
      help:
        'Refused and closed streams. refused: the maximum number was reached; slow: the SDK did ' +
        'not read.',
      labelNames: ['reason'],
      registers: [registry],
    });
    // Prometheus sees no increase of a series that begins above 0.
    for (const reason of ['refused', 'slow']) this.lost.inc({ reason }, 0);
  }

  opened(): void {
    this.open++;
  }

  closed(): void {
    this.open--;
  }

  refused(): void {
    this.lost.inc({ reason: 'refused' });
  }

  dropped(): void {
    this.lost.inc({ reason: 'slow' });
  }
}
