import type { Client, DatabaseError } from 'pg';

const FOREIGN_KEY = '23503';

/** Removes all rows, except those of some tables. */
export async function truncateAll(client: Client, kept: readonly string[] = []): Promise<void> {
  const { rows: tables } = await client.query<{ names: string }>(
    `SELECT string_agg('public.' || quote_ident(relname), ', ') AS names FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND NOT relispartition AND relname <> ALL ($1)`,
    [kept],
  );
  await client.query(`TRUNCATE ${tables[0]!.names} CASCADE`);
}

/**
 * Inserts rows, with triggers, in the order that their foreign keys need. It needs a transaction.
 * @param target The table into which the rows of a table are inserted; the same by default.
 */
export async function insertRows(
  client: Client,
  rows: ReadonlyMap<string, readonly object[]>,
  target: (table: string) => string = (table) => table,
): Promise<void> {
  let left = [...rows.keys()];
  while (left.length > 0) {
    const refused: string[] = [];
    for (const table of left)
      if (!(await insertInto(client, target(table), rows.get(table)!))) refused.push(table);
    if (refused.length === left.length)
      throw new Error(`Rows that these refer to are missing: ${refused.join(', ')}`);
    left = refused;
  }
}

/** @returns False when rows that these reference are still missing. */
async function insertInto(
  client: Client,
  target: string,
  rows: readonly object[],
): Promise<boolean> {
  const { rows: columns } = await client.query<{ names: string }>(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS names
       FROM pg_catalog.pg_attribute
      WHERE attrelid = ('public.' || $1)::pg_catalog.regclass AND attnum > 0
        AND NOT attisdropped AND attgenerated = ''`,
    [target],
  );
  const { names } = columns[0]!;
  try {
    await client.query('SAVEPOINT one_table');
    await client.query(
      `INSERT INTO public.${target} (${names}) OVERRIDING SYSTEM VALUE
       SELECT ${names} FROM jsonb_populate_recordset(NULL::public.${target}, $1)`,
      [JSON.stringify(rows)],
    );
    return true;
  } catch (error) {
    if ((error as DatabaseError).code !== FOREIGN_KEY) throw error;
    await client.query('ROLLBACK TO SAVEPOINT one_table');
    return false;
  }
}
