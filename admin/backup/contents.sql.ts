import { dynamicStatement, statement } from '../../src/platform/database/statement.js';

/** The schema of the service, which the search path of the role names first. */
const SCHEMA = 'to_regnamespace(quote_ident(current_schema()))';

/** The version of the server, such as `15.14 (Debian 15.14-0+deb12u1)`, and its database. */
export const SERVER = statement<[], { version: string; database: string }>(
  'contents.server',
  `SELECT current_setting('server_version') AS version, current_database()::text AS database`,
);

/** Tables of the service, without their partitions and the mark of a restore. */
export const TABLES = statement<[], { name: string }>(
  'contents.tables',
  /* sql */ `
    SELECT relname::text AS name FROM pg_class
     WHERE relnamespace = ${SCHEMA} AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname <> 'unfinished_restore'
     ORDER BY 1`,
);

/** Everything that is in the database, but for extensions and the mark of a restore. */
export const FOREIGN_OBJECTS = statement<[], { objects: string; first: string | null }>(
  'contents.foreign-objects',
  /* sql */ `
    SELECT count(*)::text AS objects,
           COALESCE(min(name) FILTER (WHERE kind = 'r'), min(name)) AS first
      FROM (
        SELECT c.relname::text AS name, c.relkind AS kind, 'pg_class'::regclass AS catalog, c.oid,
               c.relnamespace AS at
          FROM pg_class c
        UNION ALL SELECT p.proname, p.prokind, 'pg_proc'::regclass, p.oid, p.pronamespace
          FROM pg_proc p
      ) o JOIN pg_namespace n ON n.oid = o.at
     WHERE n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
       AND (n.nspname, o.name) <> ('public', 'unfinished_restore')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = o.catalog AND d.objid = o.oid
                          AND d.deptype = 'e')`,
);

/** Keeps instances from migrating the database, and other restores from beginning, or is false. */
export const TRY_MIGRATION_LOCK = statement<[key: number], { locked: boolean }>(
  'contents.try-migration-lock',
  'SELECT pg_try_advisory_xact_lock($1::bigint) AS locked',
);

/**
 * Sessions of programs in the database that back up or restore. They go on for a while when the
 * command that started them was killed.
 */
export const PROGRAMS_AT_WORK = statement<[applicationName: string], { pid: number }>(
  'contents.programs-at-work',
  /* sql */ `
    SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = $1`,
);

/** Keeps the tables and their partitions from being dropped. Nobody else waits for it. */
export const LOCK_TABLES = dynamicStatement<[names: readonly string[]], Record<never, never>>(
  'contents.lock-tables',
  (names) => ({
    text: `LOCK TABLE ${names.map(quoted).join(', ')} IN ACCESS SHARE MODE`,
    values: [],
  }),
);

/** Lets another session see exactly what this one sees. */
export const EXPORT_SNAPSHOT = statement<[], { snapshot: string }>(
  'contents.export-snapshot',
  'SELECT pg_export_snapshot() AS snapshot',
);

/** The number of rows of a table and its partitions. */
export const COUNT_ROWS = dynamicStatement<[table: string], { rows: string }>(
  'contents.count-rows',
  (table) => ({ text: `SELECT count(*)::text AS rows FROM ${quoted(table)}`, values: [] }),
);

/** Names of the migrations that have run. */
export const MIGRATIONS_DONE = statement<[], { name: string }>(
  'contents.migrations-done',
  'SELECT name::text AS name FROM migration ORDER BY id',
);

/** Gives the planner figures about restored tables, which it would lack for minutes. */
export const ANALYZE = statement<[]>('contents.analyze', 'ANALYZE');

/** What PostgreSQL itself knows to be damaged or unfinished. */
export const DAMAGE = statement<[], { problem: string }>(
  'contents.damage',
  /* sql */ `
    SELECT 'index ' || indexrelid::regclass || ' is invalid: drop it and create it again'
           AS problem
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE c.relnamespace = ${SCHEMA} AND c.relkind = 'i' AND NOT i.indisvalid
    UNION ALL
    SELECT 'constraint ' || conname || ' of ' || conrelid::regclass || ' is not validated'
      FROM pg_constraint
     WHERE connamespace = ${SCHEMA} AND NOT convalidated
    UNION ALL
    SELECT checksum_failures || ' pages had a wrong checksum, last ' || checksum_last_failure
      FROM pg_stat_database WHERE datname = current_database() AND checksum_failures > 0
     ORDER BY 1`,
);

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
