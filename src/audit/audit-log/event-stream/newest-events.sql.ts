import { statement } from '../../../platform/database/statement.js';

/** The ids of the newest events as one text, which changes with every event. */
export const NEWEST_EVENT_IDS = statement<[limit: number], { ids: string }>(
  'newest-events.newest-event-ids',
  /* sql */ `
    SELECT COALESCE(string_agg(id::text, ',' ORDER BY id DESC), '') AS ids
      FROM (SELECT id FROM event ORDER BY id DESC LIMIT $1) newest`,
);
