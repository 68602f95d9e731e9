import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Meters } from '../../../platform/meters/meters.js';
import { DispatchLoop, WebhookDispatcher } from './webhook-dispatcher.js';

/** Metrics of webhooks. */
@Injectable()
export class WebhookMeters {
  constructor({ registry }: Meters, rounds: DispatchLoop, { handled }: WebhookDispatcher) {
    new Counter({
      name: 'addon_events_handled',
      help: 'Events that this process delivered to addons or gave up, by result and by provider.',
      labelNames: ['result', 'destination'],
      registers: [registry],
      collect(): void {
        this.reset();
        for (const [destination, counts] of handled)
          for (const [result, count] of Object.entries(counts))
            this.inc({ result, destination }, count);
      },
    });
    new Gauge({
      name: 'webhook_lag_seconds',
      help:
        'Age of the oldest event that an enabled webhook has not processed, at most five ' +
        'seconds old; 0 when there is none.',
      registers: [registry],
      collect(): void {
        this.set(rounds.lagSeconds);
      },
    });
  }
}
