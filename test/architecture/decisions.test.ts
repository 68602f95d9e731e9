import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = 'docs/adr';
const SECTIONS = ['Context', 'Decision', 'Alternatives', 'Consequences'];
/** Maximum lines of a decision; longer reasoning belongs in docs/develop/design. */
const MOST_LINES = 65;

const files = readdirSync(FOLDER).filter((file) => /^\d{4}-[a-z0-9-]+\.md$/.test(file));
const textOf = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8');

test('the folder holds decisions and their index', () => {
  expect(readdirSync(FOLDER).filter((file) => !files.includes(file))).toEqual(['README.md']);
  expect(files.length).toBeGreaterThan(20);
  expect(new Set(files.map((file) => file.slice(0, 4))).size).toBe(files.length);
});

test.each(files)('%s has a title, a status, a date and all sections', (file) => {
  const text = textOf(file);
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);

  expect(text).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. \\S`));
  expect(text).toMatch(/^- Status: (proposed|accepted|superseded by \[.+)$/m);
  expect(text).toMatch(/^- Date: \d{4}-\d{2}-\d{2}$/m);
  expect(sections).toEqual(SECTIONS);
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES);
  for (const section of text.split(/^## /m).slice(1))
    expect(section.split('\n').slice(1).join('').trim()).not.toBe('');
});

test('the index names every decision by its title', () => {
  const index = textOf('README.md');
  const missing = files
    .map((file) => `- [${/^# (.+)$/m.exec(textOf(file))![1]}](${file})`)
    .filter((line) => !index.includes(line));

  expect(missing).toEqual([]);
});

test.each(['docs', 'docs/adr', 'docs/develop', 'docs/develop/design'])(
  'links between the files of %s lead somewhere',
  (folder) => {
    const broken = readdirSync(folder)
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...readFileSync(path.join(folder, file), 'utf8').matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
          .map(([, target]) => target!)
          .filter((target) => !existsSync(path.join(folder, target)))
          .map((target) => `${file} ${target}`),
      );

    expect(broken).toEqual([]);
  },
);
