import { declaredStatements } from '../../src/platform/database/statement.js';
import { LOCK_MODES } from '../../src/core/event/lock-order.js';
import { DYNAMIC_VARIANTS } from '../support/dynamic-statements.js';
import { SEVERAL_ROW_WRITES } from './several-row-writes.js';
import { statementFiles } from './sources.js';

/** The primary keys of the tables whose rows have a rank in the lock order. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  addon_cursor: ['addon_id'],
  api_token: ['id'],
  app_user: ['id'],
  client_application: ['app_name'],
  context_field: ['name'],
  environment: ['name'],
  feature: ['name'],
  feature_environment: ['feature_name', 'environment'],
  feature_type: ['id'],
  invite_link: ['id'],
  project: ['id'],
  project_environment: ['project', 'environment'],
  role: ['id'],
  segment: ['id'],
  strategy_definition: ['name'],
  tag: ['type', 'value'],
  tag_type: ['name'],
  user_group: ['id'],
};

/** UPDATE and DELETE with the table and its alias, without the clauses FOR UPDATE and DO UPDATE. */
const WRITE =
  /(?<!\b(?:FOR|DO|KEY) )\b(?:UPDATE|DELETE FROM) (\w+)(?: (?!SET\b|WHERE\b|USING\b)(\w+))?/g;
const LOCKS = new RegExp(`\\b(?:${Object.values(LOCK_MODES).join('|')})\\b`);

/** The tables of which a statement may write several rows without locking them first. */
function unlockedWritesIn(text: string): string[] {
  if (LOCKS.test(text)) return [];
  return [...text.matchAll(WRITE)].flatMap(({ 0: start, 1: table = '', 2: alias, index }) => {
    const key = KEYS[table];
    if (!key) return [];
    const rest = text.slice(index + start.length);
    const isOneRow = key.every((column) =>
      new RegExp(`(?:WHERE|AND) (?:${alias ?? table}\\.)?${column} = \\$\\d+(?!\\w)`).test(rest),
    );
    return isOneRow ? [] : [table];
  });
}

interface Text {
  name: string;
  text: string;
}

async function allTexts(): Promise<Text[]> {
  for (const file of statementFiles()) await import(`../../src/${file.replace(/ts$/, 'js')}`);
  // Without those of tests that ran before in the same process.
  const fixed = [...declaredStatements().fixed]
    .filter(([name]) => !name.startsWith('test.'))
    .map(([name, { text }]) => ({ name, text }));
  return [...fixed, ...DYNAMIC_VARIANTS];
}

let texts: Text[];
beforeAll(async () => {
  texts = await allTexts();
});

test('a statement that writes several rows locks them in order, or is listed with a reason', () => {
  const found = texts.filter(({ text }) => unlockedWritesIn(text).length > 0);
  const names = [...new Set(found.map(({ name }) => name))].sort();

  expect(texts.length).toBeGreaterThan(400);
  expect(names).toEqual(Object.keys(SEVERAL_ROW_WRITES).sort());
});

test('a planted statement that writes several rows is found', () => {
  expect(unlockedWritesIn('UPDATE feature SET stale = true WHERE project = $1')).toEqual([
    'feature',
  ]);
  expect(unlockedWritesIn('DELETE FROM segment s WHERE s.id = ANY ($1)')).toEqual(['segment']);
  expect(
    unlockedWritesIn('UPDATE feature_environment SET enabled = false WHERE feature_name = $1'),
  ).toEqual(['feature_environment']);
});

test('a write of one row, and one that locks its rows, are not', () => {
  expect(unlockedWritesIn('UPDATE feature f SET stale = true WHERE f.name = $1')).toEqual([]);
  expect(
    unlockedWritesIn('DELETE FROM tag USING due WHERE tag.type = $1 AND tag.value = $2'),
  ).toEqual([]);
  expect(
    unlockedWritesIn(
      'WITH due AS (SELECT name FROM feature FOR UPDATE SKIP LOCKED) DELETE FROM feature',
    ),
  ).toEqual([]);
  expect(
    unlockedWritesIn('INSERT INTO tag DEFAULT VALUES ON CONFLICT DO UPDATE SET x = 1'),
  ).toEqual([]);
});
