import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '../database/database.js';
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

/** Registers metrics of PostgreSQL connections. */
export function measureConnections(database: Database, registry: Registry): void {
  measureClasses(database, registry);
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to PostgreSQL, by whether they are in use.',
    labelNames: ['state'],
    registers: [registry],
    collect(): void {
      const { total, idle } = database.load;
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'used' }, total - idle);
    },
  });
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Callers waiting for a connection to PostgreSQL.',
    registers: [registry],
    collect(): void {
      this.set(database.load.waiting);
    },
  });
}

const CLASS_CONNECTIONS_HELP =
  'PostgreSQL connections by class of work (hot, snapshot, general, longRead, background). ' +
  'used: in use; waiting: waiting callers; idle: further connections that the class could use; ' +
  'max: maximum of the class.';

/** Metrics by connection class. */
function measureClasses(database: Database, registry: Registry): void {
  new Gauge({
    name: 'database_class_connections',
    help: CLASS_CONNECTIONS_HELP,
    labelNames: ['class', 'state'],
    registers: [registry],
    collect(): void {
      for (const [name, { used, waiting, max }] of Object.entries(database.load.classes)) {
        this.set({ class: name, state: 'used' }, used);
        this.set({ class: name, state: 'waiting' }, waiting);
        this.set({ class: name, state: 'idle' }, Math.max(0, max - used));
        this.set({ class: name, state: 'max' }, max);
      }
    },
  });
  new Counter({
    name: 'database_class_refused_total',
    help:
      'Callers that got no PostgreSQL connection, because too many were waiting or the wait ' +
      'took too long, by class of work.',
    labelNames: ['class'],
    registers: [registry],
    collect(): void {
      this.reset();
      for (const [name, { refused }] of Object.entries(database.load.classes))
        this.inc({ class: name }, refused);
    },
  });
}
