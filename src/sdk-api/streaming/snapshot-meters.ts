import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Meters } from '../../operations/meters.js';
import { SdkConnections } from '../delivery/sdk-connections.js';
import { SnapshotRefresher } from '../snapshot/snapshot-refresher.js';

/** The metrics about how current the snapshots for SDKs are. */
@Injectable()
export class SnapshotMeters {
  constructor({ registry }: Meters, refresher: SnapshotRefresher, connections: SdkConnections) {
    new Gauge({
      name: 'client_features_age_seconds',
      help:
        'For how long it has not been known whether what SDKs are told is what is committed, ' +
        'in seconds: a few at most while all is well. 0 until SDKs ask.',
      registers: [registry],
      collect(): void {
        this.set(refresher.age);
      },
    });
    new Counter({
      name: 'client_deliveries_passed_over_total',
      help:
        'How often an SDK fetched features that deliveries do not tell of, because this instance ' +
        'has more of them in mind than it can keep.',
      registers: [registry],
      collect(): void {
        this.reset();
        this.inc(connections.passedOver);
      },
    });
  }
}
