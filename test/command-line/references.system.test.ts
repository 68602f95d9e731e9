import { spawnSync } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { main } from '../../cli/main.js';
import { unique } from '../support/given.js';
import { type Outcome, runProgram } from '../support/programs.js';
import { ADMIN_TOKEN, TestService } from '../support/service.js';

/** Sending where code names features. */

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'references-'));
});
afterEach(() => rm(folder, { recursive: true }));

const send = (...args: string[]): Promise<Outcome> =>
  runProgram(main, ['code-refs', folder, '--send', ...args], {
    ...{ FLAGS_URL: service.url, FLAGS_TOKEN: ADMIN_TOKEN },
  });

const git = (...args: string[]): string => {
  const { status, stdout } = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  expect(status).toBe(0);
  return stdout.trim();
};

interface Shown {
  name: string;
  revision: string | null;
  complete: boolean;
  references: { file: string; line: number; url: string | null }[];
}

async function shown(project: string, feature: string): Promise<Shown[]> {
  const path = `/api/admin/projects/${project}/features/${feature}/code-references`;
  return (await service.api.get(path).expect(200)).body.repositories as Shown[];
}

async function scene(): Promise<{ project: string; feature: string }> {
  const project = await service.given.project();
  const feature = unique();
  const features = `/api/admin/projects/${project}/features`;
  await service.api.post(features, { name: feature }).expect(201);
  return { project, feature };
}

test('files and lines are sent with the revision of Git, and no code', async () => {
  const { project, feature } = await scene();
  const elsewhere = await service.given.feature();
  const gone = unique('gone');
  git('init', '--quiet');
  git('remote', 'add', 'origin', 'https://somebody:secret@github.com/acme/shop.git');
  await mkdir(path.join(folder, 'src'));
  const code = [
    `if (client.isEnabled('${feature}')) {}`,
    `if (client.isEnabled("${elsewhere}")) {}`,
    `// ${feature} without quotes, and '${feature}.other'`,
    `enabled = unleash.is_enabled("${gone}") or "${feature}"`,
  ];
  await writeFile(path.join(folder, 'src/a b.py'), code.join('\n'));
  await writeFile(path.join(folder, '.gitignore'), 'built\n');
  await writeFile(path.join(folder, 'built'), `'${feature}'`);
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'One');
  const revision = git('rev-parse', 'HEAD');

  const { code: exit, out } = await send('--project', project);

  expect(out).toBe(`acme/shop: 3 references to 2 features of ${project}, 3 new, 0 gone.\n`);
  expect(exit).toBe(0);
  const url = (line: number): string =>
    `https://github.com/acme/shop/blob/${revision}/src/a%20b.py#L${line}`;
  expect(await shown(project, feature)).toEqual([
    expect.objectContaining({
      ...{ name: 'acme/shop', revision, complete: true },
      references: [1, 4].map((line) => ({ file: 'src/a b.py', line, url: url(line) })),
    }),
  ]);
  const { body } = await service.api.get(`/api/admin/projects/${project}/code-references`);
  expect(body.obsolete).toMatchObject([{ feature: gone, reason: 'unknown', line: 4 }]);
  const stored = await service.sql('SELECT r, c FROM code_repository r, code_reference c');
  expect(JSON.stringify(stored)).not.toMatch(/secret|isEnabled|is_enabled/);
});

test('a folder without Git has the name of the folder, and others can be given', async () => {
  const { project, feature } = await scene();
  await writeFile(path.join(folder, 'a.txt'), `\`${feature}\``);
  expect((await send('--project', project)).code).toBe(0);
  expect(await shown(project, feature)).toMatchObject([
    { name: path.basename(folder), revision: null, references: [{ url: null }] },
  ]);
  const template = 'https://git.example.com/{{revision}}/{{file}}#{{line}}';
  const named = ['--repository', 'other', '--revision', 'v1', '--url-template', template];
  expect((await send('--project', project, ...named)).code).toBe(0);
  const [other] = (await shown(project, feature)).filter(({ name }) => name === 'other');
  expect(other!.references[0]!.url).toBe('https://git.example.com/v1/a.txt#1');
});

test('more lines than the service keeps are left out, which it knows', async () => {
  const { project, feature } = await scene();
  await writeFile(path.join(folder, 'a.txt'), `'${feature}'\n`.repeat(5_010));
  const { code, err } = await send('--project', project, '-o', 'json');
  expect(err).toContain('Only 5000 references are sent.');
  expect(code).toBe(0);
  expect(await shown(project, feature)).toMatchObject([{ complete: false }]);
});

test('what is left out of a scan is told, and makes it incomplete', async () => {
  const { project, feature } = await scene();
  const text = `'${feature}'\n`;
  await writeFile(path.join(folder, 'a.txt'), text);
  await writeFile(path.join(folder, 'picture'), Buffer.alloc(1_000_001));
  expect((await send('--project', project)).code).toBe(0);
  expect(await shown(project, feature)).toMatchObject([{ complete: true }]);

  const deep = path.join(...['a', 'b', 'c'].map((one) => one.repeat(200)));
  await mkdir(path.join(folder, deep), { recursive: true });
  await writeFile(path.join(folder, deep, 'nothing.txt'), '');
  expect((await send('--project', project)).err).not.toContain('left out');
  await writeFile(path.join(folder, deep, 'b.txt'), text);
  const isLong = await send('--project', project);
  expect(isLong.err).toContain('b.txt is left out: its path is too long');
  expect(await shown(project, feature)).toMatchObject([
    { complete: false, references: [{ file: 'a.txt' }] },
  ]);

  await rm(path.join(folder, 'aaa'.padEnd(200, 'a')), { recursive: true });
  await writeFile(path.join(folder, 'large.txt'), text.padEnd(1_000_001));
  const isLarge = await send('--project', project);
  expect(isLarge.err).toContain('large.txt is left out: it is larger than 1 MB.');
  expect(isLarge.code).toBe(0);
  expect(await shown(project, feature)).toMatchObject([{ complete: false }]);
});

test('a file that cannot be read makes a scan incomplete', async () => {
  const { project, feature } = await scene();
  git('init', '--quiet');
  await mkdir(path.join(folder, 'lost'));
  await writeFile(path.join(folder, 'lost/a.txt'), `'${feature}'`);
  git('add', '.');
  await rm(path.join(folder, 'lost'), { recursive: true });
  await writeFile(path.join(folder, 'lost'), '');
  expect((await send('--project', project)).err).toContain('lost/a.txt is left out: it cannot');
  expect(await shown(project, feature)).toMatchObject([{ complete: false }]);
});

test('the project has to be named', async () => {
  expect(await send()).toMatchObject({ code: 2, err: expect.stringContaining('--project') });
});
