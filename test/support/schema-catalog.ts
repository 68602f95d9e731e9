/** The parts of a schema that the migration linter compares. */
export interface Catalog {
  /** Tables without partitions, each with the file that contains its rows. */
  tables: Record<string, string>;
  /** `table.column`. */
  columns: Record<string, Column>;
  /** The table of each index. */
  indexes: Record<string, string>;
  /** The table of each constraint whose addition reads all rows. */
  checked: Record<string, string>;
  /** `name(argument types)`. */
  functions: Record<string, true>;
}

export interface Column {
  type: string;
  /** Whether an INSERT without the column is refused. */
  isRequired: boolean;
}

type Query = (sql: string) => Promise<unknown>;

/** Names of indexes of partitions are left out: PostgreSQL derives them from those of the table. */
const CATALOG = /* sql */ `
  WITH parents AS (
    SELECT oid, relname::text AS name, relfilenode FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition)
  SELECT
    (SELECT json_object_agg(name, relfilenode::text) FROM parents) AS tables,
    (SELECT json_object_agg(p.name || '.' || a.attname, json_build_object(
        'type', format_type(a.atttypid, a.atttypmod),
        'isRequired', a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''))
       FROM pg_attribute a JOIN parents p ON p.oid = a.attrelid
      WHERE a.attnum > 0 AND NOT a.attisdropped) AS columns,
    (SELECT json_object_agg(c.relname, p.name)
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN parents p ON p.oid = i.indrelid)
      AS indexes,
    (SELECT json_object_agg(k.conname || ' ' || p.name, p.name)
       FROM pg_constraint k JOIN parents p ON p.oid = k.conrelid
      WHERE k.contype IN ('c', 'f', 'x') AND k.convalidated) AS checked,
    (SELECT json_object_agg(f.proname || '(' || pg_get_function_identity_arguments(f.oid) || ')', true)
       FROM pg_proc f WHERE f.pronamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = f.oid AND d.deptype = 'e'))
      AS functions`;

/** Reads the schema of a database. */
export async function readCatalog(query: Query): Promise<Catalog> {
  const [row] = (await query(CATALOG)) as [{ [Part in keyof Catalog]: Catalog[Part] | null }];
  const { tables, columns, indexes, checked, functions } = row;
  return {
    tables: tables ?? {},
    columns: columns ?? {},
    indexes: indexes ?? {},
    checked: checked ?? {},
    functions: functions ?? {},
  };
}
