import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
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
