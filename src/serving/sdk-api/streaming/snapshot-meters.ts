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
