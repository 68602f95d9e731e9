import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Meters } from '../../platform/meters/meters.js';
import { RESOURCE_LIMITS, UNLIMITED } from './resource-limits.js';

/** The limits of resources by the name of the reference; unlimited ones are left out. */
@Injectable()
export class ResourceLimitMeters {
  constructor({ registry }: Meters) {
    const gauge = new Gauge({
      name: 'resource_limit',
      help: 'How many of a resource there may be.',
      labelNames: ['resource'],
      registers: [registry],
    });
    for (const [resource, limit] of Object.entries(RESOURCE_LIMITS))
      if (limit > 0 && limit < UNLIMITED) gauge.set({ resource }, limit);
  }
}
