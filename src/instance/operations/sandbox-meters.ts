import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Sandbox } from '../../platform/sandbox/sandbox.js';
import { Meters } from '../../platform/meters/meters.js';

/** Metrics of the worker threads for input of users. */
@Injectable()
export class SandboxMeters {
  constructor({ registry }: Meters, sandbox: Sandbox) {
    new Gauge({
      name: 'worker_tasks_waiting',
      help:
        'Templates, patterns and other input of users that wait for a worker thread, by task. ' +
        'Above WORKER_QUEUE_LIMIT, requests are refused with 503.',
      labelNames: ['task'],
      registers: [registry],
      collect(): void {
        for (const [task, waiting] of sandbox.waiting) this.set({ task }, waiting);
      },
    });
  }
}
