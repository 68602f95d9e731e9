import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { ENTITIES } from '../../src/entities.js';
import { SnakeCaseNaming } from '../../src/platform/database/data-source.js';
import { createTestDatabase } from '../support/database.js';
import { NAMED_AT_RUN_TIME, OTHER_WRITERS, OWNERS } from './table-owners.js';
import { sourceFiles } from './sources.js';

interface Write {
  file: string;
  table: string;
}

const naming = new SnakeCaseNaming();
const TABLE_OF = new Map(
  (ENTITIES as { name: string }[]).map(({ name }) => [name, naming.tableName(name, undefined)]),
);
const OWNER_OF = new Map(
  Object.entries(OWNERS).flatMap(([folder, tables]) => tables.map((table) => [table, folder])),
);

/** INSERT, UPDATE, DELETE and the like in SQL, without the clauses FOR UPDATE and DO UPDATE. */
const SQL_WRITE =
  /\b(?:INSERT INTO|DELETE FROM|MERGE INTO|TRUNCATE(?: TABLE)?|(?<!\b(?:FOR|DO|KEY) )UPDATE(?: ONLY)?) ("?)([a-z_]+|\$\{\w+\})\1(?= |$|\n|['"`;(])/g;
/** `tx.insert(Entity, ...)`, and `repo(Entity)` followed by a method that writes. */
const ENTITY_WRITE =
  /\btx\s*\.insert\(\s*(\w+)|\brepo\((\w+)\)\s*\.(?:insert|update|upsert|delete|save|remove|soft\w+|restore|increment|decrement|clear|createQueryBuilder)\b/g;

const COMMENT = /^\s*(\/\*\*.*\*\/|\/\*\*?$|\*.*|\/\/.*)$/gm;

function writesIn(file: string, source: string): Write[] {
  const code = source.replace(COMMENT, '');
  const bySql = [...code.matchAll(SQL_WRITE)].flatMap(([, , table]) =>
    table!.startsWith('$') ? (NAMED_AT_RUN_TIME[file] ?? [table!]) : [table!],
  );
  const byEntity = [...code.matchAll(ENTITY_WRITE)].flatMap(([, inserted, written]) => {
    const table = TABLE_OF.get((inserted ?? written)!);
    return table ? [table] : [];
  });
  return [...bySql, ...byEntity].map((table) => ({ file, table }));
}

const writes = sourceFiles().flatMap((file) =>
  writesIn(file, readFileSync(path.join('src', file), 'utf8')),
);

test('only the folder that owns a table writes it', () => {
  const strange = writes.filter(
    ({ file, table }) =>
      OWNER_OF.get(table) !== file.split(path.sep)[1] &&
      !OTHER_WRITERS[file]?.tables.includes(table),
  );

  expect(writes.length).toBeGreaterThan(150);
  expect([...new Set(strange.map(({ file, table }) => `${file} writes ${table}`))]).toEqual([]);
});

test('every owner and every exception is true', () => {
  const isWritten = (file: RegExp, table: string): boolean =>
    writes.some((write) => file.test(write.file) && write.table === table);
  const idle = Object.entries(OWNERS).flatMap(([folder, tables]) =>
    tables.filter((table) => !isWritten(new RegExp(`^(?:[a-z]+|\\.\\.)/${folder}/`), table)),
  );
  const needless = Object.entries(OTHER_WRITERS).flatMap(([file, { tables }]) =>
    tables
      .filter((table) => !isWritten(new RegExp(`^${file}$`), table))
      .map((table) => `${file}: ${table}`),
  );

  expect(idle).toEqual([]);
  expect(needless).toEqual([]);
  expect(OWNER_OF.size).toBe(Object.values(OWNERS).flat().length);
});

test('every table has an owner, or is written by migrations, functions and triggers only', async () => {
  const WITHOUT_OWNER = [
    'event_hour_tally',
    'event_project_tally',
    'event_removed_tally',
    'event_total_tally',
    'event_type_tally',
    'feature_first_on',
    'feature_strategy_list',
    'history_start',
    'instance',
    'migration',
    'project_usage',
  ];
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(`
      SELECT relname AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`);
    const tables = rows.map(({ name }) => name);
    expect(tables.sort()).toEqual([...OWNER_OF.keys(), ...WITHOUT_OWNER].sort());
  } finally {
    await client.end();
    await database.drop();
  }
});
