import { Injectable } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { EventTally } from '../../core/event/event-tally.js';
import { HorizonWatch } from '../../core/event/horizon-watch.js';
import { Meters } from '../../platform/meters/meters.js';

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
