import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * No test is forgotten: each file that tests something is run by a command, and each command by
 * `.ci/run` or every night.
 */

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};
const read = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [path.join(folder, name), readFileSync(path.join(folder, name), 'utf8')]),
  );
const ciScripts = read('.ci');
const workflows = read('.github/workflows');

/** Files that test something, by the command that runs them. */
const RUN_BY: readonly { files: RegExp; script: string }[] = [
  { files: /^test\/.*(?<!\.system)\.test\.ts$/, script: 'test' },
  { files: /^console\/src\/.*\.test\.tsx$/, script: 'test' },
  { files: /^test\/.*\.system\.test\.ts$/, script: 'test:system' },
  { files: /^console\/test\/.*\.journey\.mjs$/, script: 'test:console' },
  { files: /^test\/bounds\/run\.mjs$/, script: 'test:bounds' },
  { files: /^test\/faults\/run\.mjs$/, script: 'test:faults' },
  { files: /^test\/fuzz\/run\.mjs$/, script: 'test:fuzz' },
  { files: /^test\/migration\/run\.mjs$/, script: 'test:migration' },
  { files: /^test\/move-in\/run\.mjs$/, script: 'test:move-in' },
  { files: /^test\/restore\/run\.mjs$/, script: 'test:restore' },
  { files: /^test\/upgrade\/run\.mjs$/, script: 'test:upgrade' },
];

const isTest = (file: string): boolean => /\.test\.tsx?$|\.journey\.mjs$|\/run\.mjs$/.test(file);
const tests = ['test', 'console/src', 'console/test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter(isTest),
);

test('a command runs each file of tests', () => {
  expect(tests.length).toBeGreaterThan(300);
  const forgotten = tests.filter((file) => !RUN_BY.some(({ files }) => files.test(file)));
  expect(forgotten).toEqual([]);
});

test.each(RUN_BY)('$script has something to run', ({ files, script }) => {
  expect(scripts).toHaveProperty([script]);
  expect(tests.some((file) => files.test(file))).toBe(true);
});

test('.ci/run or a nightly job runs each command that tests', () => {
  const everywhere = Object.values({ ...ciScripts, ...workflows }).join('\n');
  const isRun = (script: string): boolean =>
    new RegExp(`npm (?:run )?${script}(?![\\w:-])`).test(everywhere);
  const commands = new Set(RUN_BY.map(({ script }) => script));
  expect([...commands].filter((script) => !isRun(script))).toEqual([]);
});

test('a workflow runs each script of .ci, directly or by another one', () => {
  const unused = Object.keys(ciScripts).filter(
    (script) =>
      !Object.entries({ ...ciScripts, ...workflows }).some(
        ([name, text]) => name !== script && text.includes(script),
      ),
  );
  expect(unused).toEqual([]);
});
