import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Meters } from '../../operations/meters.js';
import { DispatchLoop } from './dispatch-loop.js';

/** Metrics of webhooks. */
@Injectable()
export class WebhookMeters {
  constructor({ registry }: Meters, rounds: DispatchLoop) {
    new Gauge({
      name: 'webhook_lag_seconds',
      help: 'The age of the oldest event that an enabled webhook has not been through, as of at most five seconds ago; 0 when there is none.',
      registers: [registry],
      collect(): void {
        this.set(rounds.lagSeconds);
      },
    });
  }
}
