import { Client } from 'pg';
import { type ColumnType, DataSource } from 'typeorm';
import { MIGRATIONS } from '../../migrations/index.js';
import { newDataSource } from '../../src/platform/database/data-source.js';
import { ENTITIES } from '../../src/entities.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await newDataSource(
    { url: database.url, ssl: false, poolMax: 1 },
    ENTITIES,
  ).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

interface ColumnRow {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  filled: boolean;
}

/** PostgreSQL calls the type of a list by the type of its items, with an underscore. */
const typeOf = (type: ColumnType): string => (typeof type === 'function' ? 'integer' : type);

describe('entities are their tables', () => {
  const TYPES: Record<string, string> = {
    int4: 'integer',
    int8: 'bigint',
    bool: 'boolean',
    float8: 'double precision',
  };
  const columnsOf = (): Promise<ColumnRow[]> =>
    source.query(`SELECT table_name AS "table", column_name AS "column", udt_name AS type, is_nullable = 'YES' AS nullable,
                         column_default IS NOT NULL OR is_identity = 'YES' OR is_generated = 'ALWAYS' AS filled
                    FROM information_schema.columns WHERE table_schema = 'public'`);

  test('every column has the type and nullability of its property', async () => {
    const columns = await columnsOf();
    const shown = ({ table, column, type, nullable }: Omit<ColumnRow, 'filled'>): string =>
      `${table}.${column} ${type}${nullable ? ' NULL' : ''}`;
    const expected = source.entityMetadatas.flatMap((entity) =>
      entity.columns.map((column) =>
        shown({
          table: entity.tableName,
          column: column.databaseName,
          type: (column.isArray ? '_' : '') + typeOf(column.type),
          nullable: column.isNullable,
        }),
      ),
    );
    const actual = columns.map((column) =>
      shown({ ...column, type: TYPES[column.type] ?? column.type }),
    );

    expect(expected.length).toBeGreaterThan(50);
    expect(expected.filter((column) => !actual.includes(column))).toEqual([]);
  });

  test('no column that must be filled lacks a property', async () => {
    const columns = await columnsOf();
    const missing = source.entityMetadatas.flatMap((entity) =>
      columns.filter(
        ({ table, column, nullable, filled }) =>
          table === entity.tableName &&
          !nullable &&
          !filled &&
          !entity.columns.some(({ databaseName }) => databaseName === column),
      ),
    );

    expect(missing).toEqual([]);
  });

  test('primary keys are the same', async () => {
    const rows = await source.query<{ table: string; key: string[] }[]>(
      `SELECT c.conrelid::regclass::text AS "table", array_agg(a.attname::text ORDER BY a.attname) AS key
         FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
        WHERE c.contype = 'p' AND c.connamespace = 'public'::regnamespace GROUP BY 1`,
    );
    const keys = new Map(rows.map(({ table, key }) => [table, key]));

    for (const entity of source.entityMetadatas) {
      const key = entity.primaryColumns.map(({ databaseName }) => databaseName).sort();
      expect({ table: entity.tableName, key }).toEqual({
        table: entity.tableName,
        key: keys.get(entity.tableName),
      });
    }
  });

  test('relations are foreign keys', async () => {
    const keys = await source.query<{ key: string }[]>(
      `SELECT format('%s %s %s', c.conrelid::regclass, c.confrelid::regclass, array_agg(a.attname::text ORDER BY a.attname)) AS key
         FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
        WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace GROUP BY c.oid`,
    );
    const relations = source.entityMetadatas.flatMap(({ tableName, foreignKeys }) =>
      foreignKeys.map(
        ({ referencedEntityMetadata: { tableName: target }, columnNames }) =>
          `${tableName} ${target} {${[...columnNames].sort().join()}}`,
      ),
    );

    expect(relations.length).toBeGreaterThan(4);
    expect(keys.map(({ key }) => key)).toEqual(expect.arrayContaining(relations));
  });
});

test('every foreign key has an index that begins with its columns', async () => {
  const without = await source.query<{ name: string }[]>(`
    SELECT c.conname AS name FROM pg_constraint c
     WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND NOT EXISTS (
       SELECT FROM pg_index i
        WHERE i.indrelid = c.conrelid
          -- what is null refers to nothing, so an index may leave that out
          AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
          AND (i.indkey::int2[])[0 : cardinality(c.conkey) - 1] @> c.conkey)`);

  expect(without.map(({ name }) => name)).toEqual([]);
});

test('no index of trigrams is one of a column, as it would also answer whether it is equal', async () => {
  const found = await source.query<{ name: string }[]>(`
    SELECT i.indexrelid::regclass::text AS name
      FROM pg_index i CROSS JOIN unnest(i.indkey::int2[], i.indclass::oid[]) AS k (number, class)
      JOIN pg_opclass o ON o.oid = k.class
     WHERE o.opcname IN ('gin_trgm_ops', 'gist_trgm_ops') AND k.number <> 0`);

  expect(found).toEqual([]);
});

test('every constraint has been given its name', async () => {
  // Names that PostgreSQL has generated end in a number, or belong to a check without a name.
  const unnamed = await source.query<{ name: string }[]>(`
    SELECT conname AS name FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'u') AND conname ~ '(_check|_fkey|_key)[0-9]+$' AND conrelid <> 'migration'::regclass`);

  expect(unnamed).toEqual([]);
});

describe('migrations', () => {
  test('run up, down to nothing, and up again to the same schema and the same rows', async () => {
    const fresh = await emptyDatabase();
    try {
      await fresh.source.runMigrations();
      const first = await describeSchema(fresh.source);
      for (let left = MIGRATIONS.length; left > 0; left--) await fresh.source.undoLastMigration();
      const below = await describeSchema(fresh.source);
      await fresh.source.runMigrations();
      const second = await describeSchema(fresh.source);

      // The migrations table belongs to TypeORM.
      expect(below.filter((line) => !/\bmigration(_|\b)/.test(line))).toEqual([]);
      expect(second).toEqual(first);
      expect(first.length).toBeGreaterThan(100);
    } finally {
      await fresh.drop();
    }
  });

  test('are registered in the order of their times', () => {
    const names = MIGRATIONS.map(({ name }) => name);
    const times = names.map((name) => Number(name.slice(-13)));

    expect(times.every((time, index) => index === 0 || time > times[index - 1]!)).toBe(true);
    expect(times).toHaveLength(new Set(times).size);
  });
});

async function emptyDatabase(): Promise<{ source: DataSource; drop: () => Promise<void> }> {
  const server = process.env['TEST_SERVER_URL']!;
  const name = `${new URL(database.url).pathname.slice(1)}_empty`;
  const onServer = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await onServer(`CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const fresh = await newDataSource({ url: url.href, ssl: false, poolMax: 1 }).initialize();
  return {
    source: fresh,
    drop: async () => {
      await fresh.destroy();
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/**
 * A line for each object that migrations create. Extensions are left out, because they may have
 * existed before and are not removed.
 */
async function describeSchema(from: DataSource): Promise<string[]> {
  const rows = await from.query<{ line: string }[]>(`
    SELECT format('column %s.%s %s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
                  pg_get_expr(d.adbin, d.adrelid)) AS line
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL SELECT format('table %s %s %s', relname, relkind, reloptions) FROM pg_class
               WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
    UNION ALL SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc p
               WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE NOT t.tgisinternal
    ORDER BY 1`);
  const tables = await from.query<{ name: string }[]>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`,
  );
  const counts: string[] = [];
  for (const { name } of tables) {
    const [row] = await from.query<{ rows: string }[]>(`SELECT count(*) AS rows FROM "${name}"`);
    counts.push(`rows ${name} ${row!.rows}`);
  }
  return [...rows.map(({ line }) => line), ...counts];
}
