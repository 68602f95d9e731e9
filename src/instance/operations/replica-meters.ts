import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Database } from '../../platform/database/database.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { Meters } from '../../platform/meters/meters.js';

/** How often replicas are asked how far they are. */
const EVERY_MS = 5_000;

/** Metrics of the replicas that serve long reads. */
@Injectable()
export class ReplicaMeters {
  constructor({ registry }: Meters, { replicas }: Database, jobs: BackgroundJobs) {
    if (replicas.all.length === 0) return;
    jobs.add({ name: 'replica-lag', everyMs: EVERY_MS, run: () => replicas.measure() });
    new Gauge({
      name: 'database_replica_lag_bytes',
      help:
        'How much of the log of the primary a replica had not replayed when last asked. Replicas ' +
        'that do not answer, or are no standbys, have no value.',
      labelNames: ['replica'],
      registers: [registry],
      collect(): void {
        this.reset();
        for (const { name, behind } of replicas.all)
          if (behind !== undefined) this.set({ replica: name }, behind);
      },
    });
    new Gauge({
      name: 'database_replica_up',
      help: 'Whether a replica serves long reads at the moment: 1, or 0 when it is not used.',
      labelNames: ['replica'],
      registers: [registry],
      collect(): void {
        this.reset();
        for (const { name, pausedUntil } of replicas.all)
          this.set({ replica: name }, performance.now() >= pausedUntil ? 1 : 0);
      },
    });
  }
}
