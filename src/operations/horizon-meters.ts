import { Injectable } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { EventTally } from '../event/event-tally.js';
import { HorizonWatch } from '../event/horizon-watch.js';
import { Meters } from './meters.js';

/** Metrics of the transaction horizon, at most ten seconds old. */
@Injectable()
export class HorizonMeters {
  constructor({ registry }: Meters, watch: HorizonWatch, tally: EventTally) {
    new Gauge({
      name: 'database_horizon_age_seconds',
      help:
        'For how long one transaction, in whichever database of the server, has kept all later ones from becoming final; 0 when none does. ' +
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
    help: 'Events that statistics still have to count one by one. More than 100000 are not counted.',
    registers: [registry],
    collect(): void {
      this.set(watch.untallied.events);
    },
  });
  new Gauge({
    name: 'event_tally_lag_seconds',
    help: 'The age of the oldest event that is not tallied; 0 when all are.',
    registers: [registry],
    collect(): void {
      this.set(watch.untallied.seconds);
    },
  });
  new Gauge({
    name: 'database_restores',
    help: 'How often this instance has found the database restored from another cluster, and rebuilt what is derived from its transactions.',
    registers: [registry],
    collect(): void {
      this.set(tally.restores);
    },
  });
}
