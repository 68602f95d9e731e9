import { Injectable } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { EventTally } from '../../core/event/event-tally.js';
import { HorizonWatch } from '../../core/event/horizon-watch.js';
import { Database } from '../../platform/database/database.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { ShortStatements } from '../../platform/database/short-statements.js';
import { Meters } from '../../platform/meters/meters.js';

/** Metrics of the connections that short statements share. */
@Injectable()
export class PipelineMeters {
  constructor(meters: Meters, shortStatements: ShortStatements) {
    new Gauge({
      name: 'database_pipelines',
      help:
        'Connections to PostgreSQL that short statements of all callers share: open ones (state: ' +
        'connections), and calls in progress on them (state: calls).',
      labelNames: ['state'],
      registers: [meters.registry],
      collect(): void {
        const { connections, calls } = shortStatements.load;
        this.set({ state: 'connections' }, connections);
        this.set({ state: 'calls' }, calls);
      },
    });
  }
}

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

/** Metrics of the transaction horizon, at most ten seconds old. */
@Injectable()
export class HorizonMeters {
  constructor({ registry }: Meters, watch: HorizonWatch, tally: EventTally) {
    new Gauge({
      name: 'database_horizon_age_seconds',
      help:
        'How long one transaction, in any database of the server, has kept later events from ' +
        'becoming final; 0 when none does. ' +
        'held_by: a session, a prepared transaction, or unknown.',
      labelNames: ['held_by'],
      registers: [registry],
      collect(): void {
        this.reset();
        const { seconds, kind } = watch.heldBack;
        this.set({ held_by: kind }, seconds);
      },
    });
    measureTally(watch, tally, registry);
  }
}

function measureTally(watch: HorizonWatch, tally: EventTally, registry: Registry): void {
  new Gauge({
    name: 'event_tally_untallied_events',
    help: 'Events that statistics count one by one, at most 100000.',
    registers: [registry],
    collect(): void {
      this.set(watch.untallied.events);
    },
  });
  new Gauge({
    name: 'event_tally_lag_seconds',
    help: 'Age of the oldest event that is not tallied; 0 when all are.',
    registers: [registry],
    collect(): void {
      this.set(watch.untallied.seconds);
    },
  });
  new Gauge({
    name: 'database_restores',
    help: 'Databases restored from another cluster that this instance detected and repaired.',
    registers: [registry],
    collect(): void {
      this.set(tally.restores);
    },
  });
}
