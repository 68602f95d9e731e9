import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadConfig } from '../../src/platform/config/load-config.js';

const configuration = readFileSync('docs/operate/configuration.md', 'utf8');
const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => path.join('docs', file));

/** The environment variables of the configuration. */
function settings(): string[] {
  const read = new Set<string>();
  const record = new Proxy({} as NodeJS.ProcessEnv, {
    get: (_, name) => void read.add(String(name)),
  });
  loadConfig(record);
  return [...read].sort();
}

/** The variables in the table of the configuration page. */
function documented(): string[] {
  const rows = configuration.split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) =>
    [...row.split('|')[1]!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!),
  );
}

/** Variables of `npm run migrate-from-unleash`, which the service does not read. */
const OF_MOVING_IN = ['UNLEASH_DATABASE_URL', 'UNLEASH_TOKEN'];

test('every setting has one row in the table of the configuration', () => {
  expect(documented().sort()).toEqual(settings());
});

test('documentation names no setting that there is not', () => {
  const known = new Set([...settings(), 'AUTH_TOKEN', 'NODE_EXTRA_CA_CERTS', ...OF_MOVING_IN]);
  const text = [...pages, 'SECURITY.md', 'README.md', 'CONTRIBUTING.md']
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const prefix =
    /^(CLIENT|DATABASE|DENIED|DOCS|EMAIL|EMBEDDED|ENCRYPTION|EXPENSIVE|FRONTEND|HTTP|INIT|LOG|METRICS|OPERATIONS|PASSWORD|PERSONAL|PLAYGROUND|PROMETHEUS|SDK|SECURE|SESSIONS?|SHUTDOWN|SIMPLE|TOKEN|TRUST|UNLEASH|WEBHOOK|WORKER)_/;
  const named = [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g)]
    .map(([, name]) => name!)
    .filter((name) => prefix.test(name));
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
});

test('every page is found from the README or SECURITY.md, and every link leads somewhere', () => {
  const found = new Set<string>();
  const broken: string[] = [];
  const follow = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, link] of readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)\s]*)\)/g)) {
      const [target = '', anchor] = link!.split('#');
      const to = target === '' ? file : path.join(path.dirname(file), target);
      if (!isThere(to, anchor)) broken.push(`${file}: ${link}`);
      else if (to.endsWith('.md')) follow(to);
    }
  };
  follow('README.md');
  follow('SECURITY.md');
  expect(broken).toEqual([]);
  expect(pages.filter((file) => !found.has(file))).toEqual([]);
});

test('every source file that a page names is there, at the end of some path', () => {
  const sources = [
    'src',
    'test',
    'console',
    'scripts',
    'bench',
    'migrations',
    'admin',
    'cli',
    'verify',
  ]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join('/', folder, file),
      ),
    )
    .concat(readdirSync('.').map((file) => path.join('/', file)));
  const missing = pages
    .filter((page) => !page.startsWith(path.join('docs', 'adr'))) // They tell of their time.
    .flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/`([\w@./-]+\.(?:ts|tsx|mjs))`/g)]
        .map(([, name]) => name!)
        .filter((name) => !sources.some((file) => file.endsWith(`/${name}`)))
        .map((name) => `${page}: ${name}`),
    );
  expect(missing).toEqual([]);
});

test('decisions are numbered, each by a number of its own', () => {
  const numbers = readdirSync('docs/adr')
    .filter((file) => file !== 'README.md')
    .map((file) => file.slice(0, 4));
  expect(numbers.filter((number) => !/^\d{4}$/.test(number))).toEqual([]);
  expect(new Set(numbers).size).toBe(numbers.length);
});

/** Whether a file with this heading exists. */
function isThere(file: string, anchor: string | undefined): boolean {
  let text: string;
  try {
    text = file.endsWith('.md')
      ? readFileSync(file, 'utf8')
      : (readdirSync(path.dirname(file)).includes(path.basename(file)) ? '' : null)!;
  } catch {
    return false;
  }
  if (text === null) return false;
  if (anchor === undefined) return true;
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
  return headings.includes(anchor);
}
