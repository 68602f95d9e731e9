import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Meters } from '../../../platform/meters/meters.js';
import { SdkConnections } from '../delivery/sdk-connections.js';
import { SnapshotRefresher } from '../snapshot/snapshot-refresher.js';

/** Metrics of the age of the snapshots for SDKs. */
@Injectable()
export class SnapshotMeters {
  constructor({ registry }: Meters, refresher: SnapshotRefresher, connections: SdkConnections) {
    new Gauge({
      name: 'client_features_age_seconds',
      help:
        'How long this instance has not known whether its features for SDKs are current, ' +
        'in seconds; a few at most in normal operation, 0 before the first request of an SDK.',
      registers: [registry],
      collect(): void {
        this.set(refresher.age);
      },
    });
    new Counter({
      name: 'client_deliveries_passed_over_total',
      help:
        'Fetches of SDKs that deliveries do not include, because this instance ' +
        'already tracks the maximum number of SDKs.',
      registers: [registry],
      collect(): void {
        this.reset();
        this.inc(connections.dropped);
      },
    });
  }
}

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
