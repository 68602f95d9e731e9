import path from 'node:path';
import { Client } from 'pg';
import { declaredStatements } from '../../src/platform/database/statement.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type DeclaredStatement, declaredStatementsOf } from '../support/declared-types.js';
import { describeStatement } from '../support/described-statement.js';
import { DYNAMIC_VARIANTS } from '../support/dynamic-statements.js';
import { misfit } from '../support/postgres-types.js';
import { statementFiles } from './sources.js';

const FILES = statementFiles().map((file) => path.resolve('src', file));

const PLANTED = path.resolve('test/support/planted.sql.ts');

/** The column of `RETURNING 1`, which only returns a row per written row. */
const UNNAMED = '?column?';
/** Type of functions without a result. */
const VOID = 2278;

let database: TestDatabase;
let client: Client;
let declared: DeclaredStatement[];
let planted: DeclaredStatement[];

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  const all = declaredStatementsOf([...FILES, PLANTED]);
  const isPlanted = ({ file }: DeclaredStatement): boolean => path.resolve(file) === PLANTED;
  declared = all.filter((one) => !isPlanted(one));
  planted = all.filter(isPlanted);
  for (const { file } of declared) await import(`../../${file.replace(/ts$/, 'js')}`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The differences between a statement and its declaration. */
async function differences(
  { columns, parameters }: DeclaredStatement,
  text: string,
  count: number | undefined,
): Promise<string[]> {
  const found = await describeStatement(client, text).catch(({ message }: Error) => message);
  if (typeof found === 'string') return [`is refused by PostgreSQL: ${found}`];
  const wrong: string[] = [];
  const given = parameters?.length ?? count;
  if (found.parameters.length !== given)
    wrong.push(`declares ${given} parameters, but has ${found.parameters.length}`);
  for (const [n, parameter] of (parameters ?? []).entries()) {
    if (!parameter.name) wrong.push(`does not name parameter ${n + 1}`);
    const why = found.parameters[n] && misfit(parameter, found.parameters[n], 'written');
    if (why) wrong.push(`parameter ${n + 1}, ${parameter.name}, ${why}`);
  }
  const types = new Map(found.columns.map(({ name, type }) => [name, type]));
  for (const column of columns) {
    const type = types.get(column.name);
    if (type === undefined) wrong.push(`declares a column ${column.name}, which it does not have`);
    const why = type && misfit(column, type, 'read');
    if (why) wrong.push(`column ${column.name} ${why}`);
  }
  const names = new Set(columns.map(({ name }) => name));
  for (const { name, type } of found.columns)
    if (!names.has(name) && name !== UNNAMED && type !== VOID)
      wrong.push(`has a column ${name}, which it does not declare`);
  return wrong;
}

/** The differences between fixed statements and their declarations. */
async function wrongOf(statements: readonly DeclaredStatement[]): Promise<string[]> {
  const { fixed } = declaredStatements();
  const wrong: string[] = [];
  for (const one of statements.filter(({ isDynamic }) => !isDynamic)) {
    const statement = fixed.get(one.name ?? '');
    const found = statement
      ? await differences(one, statement.text, undefined)
      : ['is not declared when its file is loaded'];
    for (const what of found) wrong.push(`${one.file} ${one.constant}: ${what}`);
  }
  return wrong;
}

test('every statement has the parameters and columns that it declares', async () => {
  const wrong = await wrongOf(declared);
  expect(wrong).toEqual([]);
  expect(declaredStatements().fixed.size).toBeGreaterThan(declared.length / 2);
});

test('every dynamic statement has them too, in each of its variants', async () => {
  const wrong: string[] = [];
  for (const one of declared.filter(({ isDynamic }) => isDynamic)) {
    const variants = DYNAMIC_VARIANTS.filter(({ name }) => name === one.name);
    if (variants.length < 2)
      wrong.push(`${one.file} ${one.constant}: add variants to dynamic-statements.ts`);
    for (const [n, { text, values }] of variants.entries())
      for (const what of await differences(one, text, values.length))
        wrong.push(`${one.file} ${one.constant}, variant ${n + 1}: ${what}`);
  }
  expect(wrong).toEqual([]);
});

test('a statement is named after its file and its constant', () => {
  const misnamed = declared
    .map(({ file, constant, name }) => ({
      name,
      expected: `${path.basename(file).split('.')[0]}.${constant?.toLowerCase().replaceAll('_', '-')}`,
    }))
    .filter(({ name, expected }) => name !== expected);
  expect(misnamed).toEqual([]);
});

test('a planted statement that differs from its declaration is found', async () => {
  await import('../support/planted.sql.js');
  const file = 'test/support/planted.sql.ts';
  expect(await wrongOf(planted)).toEqual([
    `${file} UNKNOWN_TABLE: is refused by PostgreSQL: relation "no_such_table" does not exist`,
    `${file} PARAMETER_TOO_FEW: declares 1 parameters, but has 2`,
    `${file} PARAMETER_WITHOUT_NAME: does not name parameter 1`,
    `${file} PARAMETER_OF_OTHER_TYPE: parameter 1, name, is declared number, but is text`,
    `${file} COLUMN_MISSING: declares a column project, which it does not have`,
    `${file} COLUMN_NOT_DECLARED: has a column project, which it does not declare`,
    `${file} COLUMN_OF_OTHER_TYPE: column stale is declared string, but is boolean`,
  ]);
});
