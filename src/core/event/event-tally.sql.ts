import { statement } from '../../platform/database/statement.js';

/** Tallies at most about so many events, but never a part of a transaction. */
export const ADVANCE = statement<[events: number], { isMore: boolean }>(
  'event-tally.advance',
  'SELECT advance_event_tally($1) AS "isMore"',
);

export const SETTLE_RESTORED = statement<[], { settled: boolean }>(
  'event-tally.settle-restored',
  'SELECT settle_restored_events() AS settled',
);
