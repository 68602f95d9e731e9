import { spawn } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { at } from '../support/api.js';
import { unique } from '../support/given.js';
import { ADMIN_TOKEN, TestService } from '../support/service.js';

/** The command line, as a process against a running service. */

interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

const MAIN = path.join(process.env['TEST_COMPILED']!, 'cli/main.js');
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const connected = (): NodeJS.ProcessEnv => ({ FLAGS_URL: service.url, FLAGS_TOKEN: ADMIN_TOKEN });

function start(args: readonly string[], env: NodeJS.ProcessEnv) {
  return spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function flags(args: string, env = connected()): Promise<Outcome> {
  const child = start(args.split(' '), env);
  const outcome: Outcome = { code: null, out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (outcome.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (outcome.err += text.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...outcome, code })));
}

async function isOn(feature: string): Promise<boolean> {
  const { body } = await service.api.get(at(feature, 'production')).expect(200);
  return body.enabled as boolean;
}

test('turning off and on, by the name of the feature alone', async () => {
  const feature = await service.given.feature({ enabledIn: ['production'] });
  const tried = await flags(`off ${feature} -e production --dry-run`);
  expect(tried.out).toMatch(/would be off in production. Nothing was changed.\n0 connected SDKs/);
  expect(await isOn(feature)).toBe(true);

  const off = await flags(`off ${feature} -e production --wait 1s`);
  expect(off).toMatchObject({ code: 0, out: expect.stringContaining(`${feature} is off`) });
  expect(off.out).toMatch(/0 of 0 SDKs have it after \d+ ms/);
  expect(await isOn(feature)).toBe(false);

  const on = await flags(`on ${feature} -o json`, {
    ...connected(),
    FLAGS_ENVIRONMENT: 'production',
  });
  expect(JSON.parse(on.out)).toMatchObject({ name: feature, enabled: true });
  expect(await isOn(feature)).toBe(true);
});

test('what is refused or used wrongly has a reason and an exit code', async () => {
  expect(await flags('off nosuch -e production')).toMatchObject({
    code: 1,
    err: 'There is no feature "nosuch".\n',
  });
  const feature = await service.given.feature();
  const refused = await flags(`off ${feature} -e nosuch`);
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/nosuch.*\(404\)/) });
  expect(await flags(`off ${feature} -e production`, {})).toMatchObject({
    code: 2,
    err: expect.stringContaining('Set FLAGS_URL'),
  });
  const away = { FLAGS_URL: 'http://127.0.0.1:1', FLAGS_TOKEN: ADMIN_TOKEN };
  expect(await flags('stats', away)).toMatchObject({
    code: 2,
    err: expect.stringContaining('cannot be reached'),
  });
});

test('status, statistics and events', async () => {
  const feature = await service.given.feature({ enabledIn: ['production'] });
  const { out } = await flags(`status ${feature}`);
  expect(out).toContain(`${feature} in project default (release)`);
  expect(out).toMatch(/^production +production +on /m);
  expect((await flags('stats')).out).toMatch(/^productionChanges.last30 +\d+$/m);
  const listed = await flags(`events --feature ${feature} -o json`);
  const listedEvents = JSON.parse(listed.out) as { type: string }[];
  expect(listedEvents.map(({ type }) => type)).toEqual([
    'feature-created',
    'feature-strategy-add',
    'feature-environment-enabled',
  ]);
});

test('following events shows further ones once each', async () => {
  const feature = await service.given.feature();
  const child = start(['events', '--follow', '--feature', feature], connected());
  let out = '';
  const seen = (text: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => void (out.includes(text) && resolve());
      child.stdout.on('data', look);
      look();
    });
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  await seen('feature-created');
  await service.api.post(`${at(feature, 'production')}/on`).expect(200);
  await seen('feature-environment-enabled');
  await service.api.post(`${at(feature, 'production')}/off`).expect(200);
  await seen('feature-environment-disabled');
  child.kill();
  expect(out.match(/feature-environment-enabled/g)).toHaveLength(1);
});

test('finding features in code, and failing on stale ones', async () => {
  const [live, stale, unused] = [unique(), unique(), unique()];
  for (const name of [live, stale, unused]) await service.given.feature({ name });
  await service.api.patch(`/api/admin/projects/default/features/${stale}`, [
    { op: 'replace', path: '/stale', value: true },
  ]);
  const dir = await mkdtemp(path.join(tmpdir(), 'code-refs-'));
  await mkdir(path.join(dir, 'src'));
  await writeFile(path.join(dir, 'src/shop.ts'), `\nif (isEnabled('${live}')) {}\n${live}x\n`);
  await writeFile(path.join(dir, 'notes.md'), `Remove ${stale}.\n`);

  const { code, out } = await flags(`code-refs ${dir} -o json`);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual(
    expect.arrayContaining([
      { feature: live, project: 'default', state: 'live', file: 'src/shop.ts', line: 2 },
      { feature: stale, project: 'default', state: 'stale', file: 'notes.md', line: 1 },
    ]),
  );
  expect(JSON.parse(out)).toHaveLength(2);
  expect(await flags(`code-refs ${dir} --fail-on-stale`)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`Remove from the code: ${stale}.`),
  });
  await rm(dir, { recursive: true });
});

test('completion of commands and of features', async () => {
  const feature = await service.given.feature({ name: unique('complete-me') });
  expect((await flags('complete -- st')).out).toBe('status\nstats\n');
  expect((await flags('complete -- off complete-me')).out).toBe(`${feature}\n`);
  expect((await flags('completion bash', {})).out).toContain('complete -F _flags flags');
});
