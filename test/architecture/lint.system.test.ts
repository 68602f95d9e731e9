import { spawnSync } from 'node:child_process';

/** The violations that ESLint reports for a text as the content of a file. */
function violations(file: string, text: string): string[] {
  const { stdout, stderr } = spawnSync(process.execPath, ['test/support/lint-syntax.mjs', file], {
    input: text,
    encoding: 'utf8',
  });
  if (!stdout) throw new Error(stderr);
  return (JSON.parse(stdout) as Record<string, string[]>)[file]!;
}

const PLANTED = `
export const FIND = statement<[]>('planted.find', SQL);
export const SEARCH = dynamicStatement<[], NoColumns>('planted.search', assemble);
export const READ = 'SELECT name FROM feature';
export const CHANGE = \`UPDATE feature f SET stale = true WHERE f.name = \${name}\`;
export const REMOVE = \`
  DELETE FROM feature WHERE name = $1\`;
export const shown = text as Json<Feature>;
export const first = Promise.race([one, other]);
export const chosen = 'Select a feature, or update it.';
`;

const SQL = 'SQL lives in a statement(), or in *.sql.ts or *.read-model.ts as a part of one.';
const JSON_TEXT = 'Declare the column as Json<T>, or use toJson() or jsonOf().';
const RACE = 'Use withTimeout (src/platform/database/with-timeout.ts).';

test('SQL and assertions of JSON texts are refused where they are planted', () => {
  expect(violations('src/flags/feature/feature.service.ts', PLANTED)).toEqual([
    `4: ${SQL}`,
    `5: ${SQL}`,
    `6: ${SQL}`,
    `8: ${JSON_TEXT}`,
    `9: ${RACE}`,
  ]);
});

test.each(['src/flags/feature/feature.sql.ts', 'src/core/event/row-locks.ts'])(
  'SQL is accepted in %s, and the other rules hold there',
  (file) => {
    expect(violations(file, PLANTED)).toEqual([`9: ${RACE}`]);
  },
);

test('path parameters are read in one way', () => {
  const planted = `
class Planted {
  one(@Param('name') name: string, @Param('id', IdPipe) id: number, @Param() at: FeatureParams) {}
  two(@Param('id') id: number) {}
  three(@Param() dto: FeatureDto) {}
}
`;

  expect(violations('src/flags/feature/feature.controller.ts', planted)).toEqual([
    '4: Read a number from the path with IdPipe.',
    '5: Declare several path parameters as a class of <domain>.dto.ts.',
  ]);
});

test('long lines are refused in SQL and texts too, and long functions', () => {
  const planted = `
export const text = '${'long '.repeat(20)}';
export const parts = \`
  ${'long '.repeat(20)}\`;
export function long(): void {${'\n  step();'.repeat(34)}
}
`;
  const tooLong = (length: number): string =>
    `This line has a length of ${length}. Maximum allowed is 100.`;

  expect(violations('src/flags/feature/feature.service.ts', planted)).toEqual([
    `2: ${tooLong(123)}`,
    `4: ${tooLong(104)}`,
    "5: Function 'long' has too many lines (36). Maximum allowed is 35.",
  ]);
});
