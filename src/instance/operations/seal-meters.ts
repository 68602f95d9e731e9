import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { EventSealer } from '../../audit/audit-log/seal/event-sealer.js';
import { Meters } from '../../platform/meters/meters.js';

/** Metrics of the sealing of the audit log, at most a few seconds old. */
@Injectable()
export class SealMeters {
  constructor({ registry }: Meters, sealer: EventSealer) {
    new Gauge({
      name: 'event_seal_waiting_events',
      help: 'Events that are not sealed yet, at most 1000.',
      registers: [registry],
      collect(): void {
        this.set(sealer.waiting.events);
      },
    });
    new Gauge({
      name: 'event_seal_lag_seconds',
      help: 'Age of the oldest event that is not sealed; 0 when all are.',
      registers: [registry],
      collect(): void {
        this.set(sealer.waiting.seconds);
      },
    });
  }
}
