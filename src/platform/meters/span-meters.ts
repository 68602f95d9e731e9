import { Counter, type Registry } from 'prom-client';
import { tracing } from '../tracing/tracing.js';

/** Registers metrics of the export of spans. */
export function measureSpans(registry: Registry): void {
  new Counter({
    name: 'telemetry_spans_total',
    help:
      'Recorded spans by result. exported: the collector accepted them; failed: it did not; ' +
      'dropped: too many were waiting for it.',
    labelNames: ['outcome'],
    registers: [registry],
    collect(): void {
      this.reset();
      for (const [outcome, spans] of Object.entries(tracing.current?.spans ?? {}))
        this.inc({ outcome }, spans as number);
    },
  });
}
