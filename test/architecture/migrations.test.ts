import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { MIGRATIONS } from '../../migrations/index.js';
import type { MarkedMigration } from '../../migrations/marked-migration.js';
import { lockedBriefly } from '../../migrations/brief-locks.js';
import { newDataSource } from '../../src/platform/database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Finding, lint, RULES } from '../support/migration-linter.js';
import { BEFORE_THE_FIRST_VERSION } from './migration-baseline.js';

/**
 * The previous version can serve while migrations run, and after them (docs/develop/migrations.md).
 */

let database: TestDatabase;
let source: DataSource;
let runner: QueryRunner;
beforeAll(async () => {
  database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await client.end();
  source = await newDataSource({ url: database.url, ssl: false, poolMax: 1 }).initialize();
  runner = source.createQueryRunner();
});
afterAll(async () => {
  await runner.release();
  await source.destroy();
  await database.drop();
});

const shown = ({ rule, object }: Finding): string => `${rule}: ${object} (${RULES[rule]})`;

/** Versions that have been released, by the headings of the changelog. */
const released = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(
  ([, version]) => version,
);

describe('migrations leave the previous version able to work', () => {
  test('every migration that is not in the baseline', async () => {
    const found: string[] = [];
    const unnecessary: string[] = [];
    for (const Migration of MIGRATIONS) {
      const { violations, unneededMarks } = await lint(new Migration(), runner);
      const isExempt = BEFORE_THE_FIRST_VERSION.includes(Migration.name);
      if (isExempt && violations.length === 0) unnecessary.push(Migration.name);
      if (!isExempt) found.push(...violations.map((one) => `${Migration.name} ${shown(one)}`));
      unnecessary.push(...unneededMarks.map((object) => `${Migration.name}: ${object}`));
    }
    expect(found).toEqual([]);
    expect(unnecessary).toEqual([]);
  });

  test('the baseline names migrations that there are', () => {
    const names = MIGRATIONS.map(({ name }) => name);
    expect(BEFORE_THE_FIRST_VERSION.filter((name) => !names.includes(name))).toEqual([]);
  });

  test('what is taken away has not been needed since a version that was released', () => {
    const marks = MIGRATIONS.map((Migration) => new Migration() as MarkedMigration).flatMap(
      ({ contracts = [] }) => contracts,
    );
    expect(marks.filter(({ readySince }) => !released.includes(readySince))).toEqual([]);
  });
});

/** A migration that runs SQL, with its exceptions. */
const of = (sql: string, marks: Partial<MarkedMigration> = {}): MarkedMigration => ({
  up: async (q) => void (await q.query(sql)),
  down: async () => {},
  ...marks,
});
const briefly = (sql: string, marks: Partial<MarkedMigration> = {}): MarkedMigration => ({
  transaction: false,
  up: (q) => lockedBriefly(q, ['planted'], sql),
  down: async () => {},
  ...marks,
});
const found = async (migration: MarkedMigration): Promise<string[]> =>
  (await lint(migration, runner)).violations.map(({ rule, object }) => `${rule} ${object}`);

describe('the linter', () => {
  beforeEach(() =>
    runner.query(/* sql */ `
      DROP TABLE IF EXISTS planted, planted_child, renamed;
      DROP FUNCTION IF EXISTS planted_sum(integer, integer);
      CREATE TABLE planted (id integer PRIMARY KEY, name text, size integer, unused text DEFAULT '');
      INSERT INTO planted VALUES (1, 'one', 1);
      CREATE FUNCTION planted_sum(a integer, b integer) RETURNS integer LANGUAGE sql
        AS 'SELECT a + b'`),
  );

  test.each([
    ['a table that is dropped', 'DROP TABLE planted', ['removes-table planted']],
    ['a table with a new name', 'ALTER TABLE planted RENAME TO renamed', ['removes-table planted']],
    [
      'a column that is dropped',
      'ALTER TABLE planted DROP COLUMN name',
      ['removes-column planted.name'],
    ],
    [
      'a column with a new name',
      'ALTER TABLE planted RENAME COLUMN name TO title',
      ['removes-column planted.name'],
    ],
    [
      'a function that is dropped',
      'DROP FUNCTION planted_sum(integer, integer)',
      ['removes-function planted_sum(a integer, b integer)'],
    ],
    [
      'another type',
      'ALTER TABLE planted ALTER COLUMN size TYPE bigint',
      ['rewrites-table planted', 'changes-type planted.size'],
    ],
    [
      'a new column that must be filled',
      'DELETE FROM planted; ALTER TABLE planted ADD COLUMN extra text NOT NULL',
      ['requires-value planted.extra', 'changes-rows planted'],
    ],
    [
      'a column that must be filled from now on',
      'ALTER TABLE planted ALTER COLUMN name SET NOT NULL',
      ['requires-value planted.name'],
    ],
    [
      'a default that is different for each row',
      'ALTER TABLE planted ADD COLUMN extra float8 DEFAULT random()',
      ['rewrites-table planted'],
    ],
    ['an index', 'CREATE INDEX planted_name ON planted (name)', ['builds-index planted_name']],
    [
      'a constraint',
      'ALTER TABLE planted ADD CONSTRAINT planted_size CHECK (size > 0)',
      ['checks-rows planted_size'],
    ],
    ['rows that are changed', `UPDATE planted SET name = 'two'`, ['changes-rows planted']],
  ])('finds %s', async (_, sql, findings) => {
    expect(await found(briefly(sql))).toEqual(findings);
  });

  test('finds locks that are waited for, also those of references', async () => {
    expect(await found(of('ALTER TABLE planted ADD COLUMN extra text'))).toEqual([
      'waits-for-lock planted',
    ]);
    expect(
      await found(of('CREATE TABLE planted_child (id integer REFERENCES planted (id))')),
    ).toEqual(['waits-for-lock planted']);
  });

  test.each<[string, MarkedMigration]>([
    [
      'a table',
      of(`CREATE TABLE planted_child (id integer NOT NULL);
          CREATE INDEX planted_child_id ON planted_child (id)`),
    ],
    [
      'columns',
      briefly(`ALTER TABLE planted ADD COLUMN a text, ADD COLUMN b text NOT NULL DEFAULT ''`),
    ],
    ['a reference', briefly('CREATE TABLE planted_child (id integer REFERENCES planted (id))')],
    [
      'a function',
      of(`CREATE OR REPLACE FUNCTION planted_sum(a integer, b integer) RETURNS integer
          LANGUAGE plpgsql AS $$ BEGIN UPDATE planted SET size = a; RETURN b; END $$`),
    ],
  ])('lets a migration add %s', async (_, migration) => {
    expect(await found(migration)).toEqual([]);
  });

  test('lets a migration build an index and add a constraint without stopping anybody', async () => {
    const migration: MarkedMigration = {
      transaction: false,
      up: async (q) => {
        await q.query('CREATE INDEX CONCURRENTLY IF NOT EXISTS planted_name ON planted (name)');
        await lockedBriefly(
          q,
          ['planted'],
          'ALTER TABLE planted ADD CONSTRAINT planted_size CHECK (size > 0) NOT VALID',
        );
        await q.query('ALTER TABLE planted VALIDATE CONSTRAINT planted_size');
      },
      down: async () => {},
    };
    expect(await found(migration)).toEqual([]);
  });

  test('lets a migration take away what it is marked for, and nothing else', async () => {
    const contracts = [{ object: 'planted.unused', readySince: '1.0.0' }];
    const sql = 'ALTER TABLE planted DROP COLUMN unused, DROP COLUMN name';
    expect(await found(briefly(sql, { contracts }))).toEqual(['removes-column planted.name']);
  });

  test('lets a migration do what was reviewed, but never take away what is needed', async () => {
    const because = 'The table has a row.';
    const reviewed = [
      { rule: 'changes-rows', object: 'planted', because },
      { rule: 'removes-column', object: 'planted.name', because },
    ];
    const sql = `UPDATE planted SET size = 2; ALTER TABLE planted DROP COLUMN name`;
    expect(await found(briefly(sql, { reviewed }))).toEqual(['removes-column planted.name']);
  });

  test('finds marks that nothing needs', async () => {
    const contracts = [{ object: 'planted.name', readySince: '1.0.0' }];
    const migration = briefly('ALTER TABLE planted ADD COLUMN extra text', { contracts });
    expect((await lint(migration, runner)).unneededMarks).toEqual(['planted.name']);
  });
});
