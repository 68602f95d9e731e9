import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { CONSTRAINTS } from '../../src/constraints.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { SOURCES } from './sources.js';
import { UNREACHABLE, type Unreachable } from './unreachable-constraints.js';

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The foreign keys and unique indexes of the schema. Partitions inherit those of their table. */
async function declaredConstraints(): Promise<Map<string, { table: string; target: string }>> {
  const { rows } = await client.query<{ name: string; table: string; target: string }>(`
    SELECT i.relname AS name, c.relname AS "table", c.relname AS target
      FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
     WHERE x.indisunique AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
       AND c.relname <> 'migration'
    UNION ALL
    SELECT conname, conrelid::regclass::text, confrelid::regclass::text FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0`);
  return new Map(rows.map(({ name, ...place }) => [name, place]));
}

/** The source text of all TypeScript files below a folder, including comments. */
function sourceOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

const reasonsOf = (kind: Unreachable['because']): [string, Unreachable][] =>
  Object.entries(UNREACHABLE).filter(([, { because }]) => because === kind);

test('every foreign key and unique constraint is translated, or unreachable for a reason', async () => {
  const declared = [...(await declaredConstraints()).keys()];
  const neither = declared.filter((name) => !(name in CONSTRAINTS) && !(name in UNREACHABLE));

  expect(declared.length).toBeGreaterThan(100);
  expect(neither).toEqual([]);
});

test('no constraint is both translated and unreachable', () => {
  expect(Object.keys(UNREACHABLE).filter((name) => name in CONSTRAINTS)).toEqual([]);
});

test('every constraint that is translated or listed exists', async () => {
  const declared = await declaredConstraints();
  const { rows } = await client.query<{ name: string }>(
    "SELECT conname AS name FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace",
  );
  const checks = new Set(rows.map(({ name }) => name));

  const gone = [...Object.keys(CONSTRAINTS), ...Object.keys(UNREACHABLE)].filter(
    (name) => !declared.has(name) && !checks.has(name),
  );
  expect(gone).toEqual([]);
});

test('nothing deletes the rows of which a reason says that they are never deleted', async () => {
  const declared = await declaredConstraints();
  const source = SOURCES.map(sourceOf).join('\n');

  const deleted = reasonsOf('target is never deleted')
    .map(([name]) => declared.get(name)!.target)
    .filter((table) => new RegExp(`DELETE FROM ${table}\\b`).test(source));
  expect(deleted).toEqual([]);
});

test('every unique index of which a reason says that inserts allow for it is named by an insert', async () => {
  const source = [...SOURCES, 'migrations'].map(sourceOf).join('\n');

  const unnamed = reasonsOf('inserts allow for it')
    .map(([name]) => name)
    .filter((name) => !source.includes(`ON CONFLICT ON CONSTRAINT ${name}`));
  expect(unnamed).toEqual([]);
});
