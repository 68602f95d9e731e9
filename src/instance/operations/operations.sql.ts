import { dynamicStatement, statement } from '../../platform/database/statement.js';

export const ASK = statement<[]>('operations.ask', 'SELECT');

/** Whether this session may analyze tables; one does at a time. */
export const TAKE_ANALYSIS = statement<[], { taken: boolean }>(
  'operations.take-analysis',
  "SELECT pg_try_advisory_xact_lock(hashtext('table-statistics')) AS taken",
);

/** Tables of a megabyte and more that have no statistics. */
export const FIND_UNANALYZED = statement<[], { name: string }>(
  'operations.find-unanalyzed',
  /* sql */ `
    SELECT c.relname::text AS name FROM pg_class c
     WHERE c.relkind = 'r' AND c.relnamespace = to_regnamespace(quote_ident(current_schema()))
       AND pg_relation_size(c.oid) >= 1048576
       AND NOT EXISTS (SELECT FROM pg_stats s
         WHERE s.schemaname = current_schema() AND s.tablename = c.relname)
     ORDER BY 1`,
);

/** Gathers statistics of a table. Nobody waits for it but other maintenance. */
export const ANALYZE_TABLE = dynamicStatement<[table: string], Record<never, never>>(
  'operations.analyze-table',
  (table) => ({ text: `ANALYZE "${table.replaceAll('"', '""')}"`, values: [] }),
);
