import { Injectable } from '@nestjs/common';
import { Counter, Gauge, type Registry } from 'prom-client';
import { DeltaMemory } from './delta/delta-log.js';
import { DeltaViews } from './delta/delta-views.js';
import { Meters } from '../../platform/meters/meters.js';
import { OutgoingMemory } from './cache/outgoing-memory.js';
import { ResponseMemory } from './cache/cached-response.js';

/** Metrics of the caches for SDK responses. */
@Injectable()
export class CacheMeters {
  constructor(
    { registry }: Meters,
    responses: ResponseMemory,
    deltas: DeltaMemory,
    outgoing: OutgoingMemory,
    views: DeltaViews,
  ) {
    const gauges: Record<string, [help: string, read: () => number]> = {
      client_cache_bytes: [
        'Cached responses for SDKs, plain and compressed, in bytes. Limit: CLIENT_CACHE_MB.',
        () => responses.bytes,
      ],
      client_delta_log_bytes: [
        'Past changes stored for SDKs, in bytes. Limit: CLIENT_DELTA_LOG_MB.',
        () => deltas.bytes,
      ],
      client_outgoing_bytes: [
        'Data sent to SDKs but not yet read, in bytes. Limit: CLIENT_OUTGOING_MB.',
        () => outgoing.bytes,
      ],
      client_delta_views: [
        'Distinct queries whose changes this instance follows.',
        () => views.count,
      ],
    };
    for (const [name, [help, read]] of Object.entries(gauges)) gauge(name, help, read, registry);
    countCut(outgoing, registry);
  }
}

function countCut(outgoing: OutgoingMemory, registry: Registry): void {
  new Counter({
    name: 'client_outgoing_cut_total',
    help: 'SDKs disconnected to free memory, because they did not read.',
    registers: [registry],
    collect(): void {
      this.reset();
      this.inc(outgoing.cut);
    },
  });
}

function gauge(name: string, help: string, read: () => number, registry: Registry): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect(): void {
      this.set(read());
    },
  });
}
