import { statement } from '../database/statement.js';

export const ADVANCE = statement<[]>('event-tally.advance', 'SELECT advance_event_tally()');

export const SETTLE_RESTORED = statement<[], { settled: boolean }>(
  'event-tally.settle-restored',
  'SELECT settle_restored_events() AS settled',
);
