/** Runs SQL. @returns The rows. */
type Ask = <T extends object>(text: string) => Promise<T[]>;

/** Every value of every column of every table, as text. */
export async function dumpOf(ask: Ask): Promise<string> {
  const columns = await ask<{ table: string; column: string }>(
    `SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE' ORDER BY 1, 2`,
  );
  const values: string[] = [];
  for (const { table, column } of columns) {
    const rows = await ask<{ value: string }>(
      `SELECT "${column}"::text AS value FROM "${table}" WHERE "${column}" IS NOT NULL`,
    );
    values.push(`${table}.${column}`, ...rows.map(({ value }) => value));
  }
  return values.join('\n');
}

/** How many rows each table has; those of partitions count for their table. */
export async function rowCounts(ask: Ask): Promise<Record<string, string>> {
  const tables = await ask<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      ORDER BY 1`,
  );
  const counts: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await ask<{ n: string }>(`SELECT count(*) AS n FROM "${name}"`);
    counts[name] = row!.n;
  }
  return counts;
}

/** The forms in which a secret could have been stored or logged. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  // within a longer encoded text, at any of the three offsets of base64
  const base64 = [0, 1, 2].flatMap((offset) => {
    const inner = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '')
      .slice(offset === 0 ? 0 : offset + 1, -1);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [
    secret,
    hex,
    hex.toUpperCase(),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...base64,
  ];
}
