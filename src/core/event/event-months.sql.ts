import { statement } from '../../platform/database/statement.js';

/** Creates the partitions of this month and of those ahead that are missing. */
export const ADD_MONTHS = statement<[ahead: number], { added: number }>(
  'event-months.add-months',
  'SELECT add_event_months($1) AS added',
);
