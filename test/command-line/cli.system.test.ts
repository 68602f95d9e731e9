import { spawnSync } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import ts from 'typescript';
import { main } from '../../cli/main.js';
import { at } from '../support/api.js';
import { unique } from '../support/given.js';
import {
  runProcess,
  runProgram,
  startProgram,
  type Outcome,
  type RunningProgram,
} from '../support/programs.js';
import { untilSealed } from '../support/sealing.js';
import { ADMIN_TOKEN, CLIENT_TOKEN, TestService } from '../support/service.js';
import { until } from '../support/waiting.js';

/** The command line, with a running service. */

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const connected = (): NodeJS.ProcessEnv => ({ FLAGS_URL: service.url, FLAGS_TOKEN: ADMIN_TOKEN });

const flags = (args: string, environment = connected()): Promise<Outcome> =>
  runProgram(main, args.split(' '), environment);

const start = (args: string, environment = connected()): RunningProgram =>
  startProgram(main, args.split(' '), environment);

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

test('types of flags are TypeScript that compiles, or a manifest of OpenFeature', async () => {
  const name = await service.given.feature();
  const description = 'Ends */ here.\nAnd\u202e here.';
  await service.api.patch(at(name), [{ op: 'replace', path: '/description', value: description }]);
  const environment = { ...connected(), FLAGS_TOKEN: CLIENT_TOKEN };

  const { code, out } = await flags('types', environment);

  expect(code).toBe(0);
  expect(out).toContain(`  /** Ends * / here. And here. */\n  "${name}": boolean;\n`);
  expect(out).toContain(`  "${name}": false,\n`);
  const { diagnostics } = ts.transpileModule(out, { reportDiagnostics: true });
  expect(diagnostics).toEqual([]);
  const manifest = await flags('types --lang manifest -e development', environment);
  expect(JSON.parse(manifest.out).flags[name]).toEqual({
    flagType: 'boolean',
    description,
    defaultValue: false,
  });
  await service.api.put(`${at(name)}/payload-schema`, { schema: { enum: ['a', 'b'] } }).expect(200);
  const { out: typed } = await flags('types', environment);
  expect(typed).toContain(`  "${name}": "a" | "b";\n`);
  expect(typed).toContain(`FLAG_DEFAULTS: Omit<FlagTypes, "${name}"> = {`);
  expect(await flags('types')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Name an environment .*\(400\)/),
  });
});

test('refused and wrongly used commands print a reason and end with an exit code', async () => {
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

test('a process ends with the exit code of its command', async () => {
  const run = (...args: string[]): Promise<Outcome> => runProcess('cli/main.js', args, connected());
  const outcomes = [run('stats'), run('status', 'nosuch'), run('nothing')];
  expect(await Promise.all(outcomes)).toEqual([
    { code: 0, out: expect.stringContaining('productionChanges.last30'), err: '' },
    { code: 1, out: '', err: 'There is no feature "nosuch".\n' },
    { code: 2, out: '', err: expect.stringMatching(/^error: /) },
  ]);
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
  const following = start(`events --follow --feature ${feature}`);
  const seen = (text: string): Promise<void> => until(() => following.outcome.out.includes(text));
  await seen('feature-created');
  await service.api.post(`${at(feature, 'production')}/on`).expect(200);
  await seen('feature-environment-enabled');
  await service.api.post(`${at(feature, 'production')}/off`).expect(200);
  await seen('feature-environment-disabled');
  const { out, code } = await following.interrupt();
  expect(out.match(/feature-environment-enabled/g)).toHaveLength(1);
  expect(code).toBe(0);
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

test('features beyond the first pages of a search are found', async () => {
  const prefix = unique('many');
  const names = Array.from({ length: 120 }, (_, n) => `${prefix}.${String(n).padStart(3, '0')}`);
  for (const name of names) await service.given.feature({ name });
  const [first, last] = [names[0]!, names.at(-1)!];
  await service.api.patch(`/api/admin/projects/default/features/${last}`, [
    { op: 'replace', path: '/stale', value: true },
  ]);
  const dir = await mkdtemp(path.join(tmpdir(), 'code-refs-'));
  await writeFile(path.join(dir, 'shop.ts'), `${first} ${last}`);

  const refused = await flags(`code-refs ${dir} --fail-on-stale`);
  await rm(dir, { recursive: true });
  expect(refused.err).toContain(`Remove from the code: ${last}.`);
  expect(refused.out).toContain('2 features, 1 stale or archived.');
  expect(refused.code).toBe(1);
  // A name that others begin with is found among them.
  const shared = unique('shared');
  for (let n = 0; n < 60; n++) await service.given.feature({ name: `${shared}.${n}` });
  await service.given.feature({ name: shared });
  for (const name of [first, last, shared])
    expect(await flags(`off ${name} -e production`)).toMatchObject({ code: 0, err: '' });
});

test('code that cannot be read is left out, and the rest is searched', async () => {
  const name = await service.given.feature();
  const dir = await mkdtemp(path.join(tmpdir(), 'code-refs-'));
  await writeFile(path.join(dir, 'shop.ts'), name);
  await mkdir(path.join(dir, 'lost'));
  await writeFile(path.join(dir, 'lost/a.ts'), name);
  await writeFile(path.join(dir, 'deleted.ts'), name);
  const git = (...args: string[]) => spawnSync('git', ['-C', dir, ...args], { encoding: 'utf8' });
  expect(git('init', '--quiet').status).toBe(0);
  expect(git('add', '.').status).toBe(0);
  await rm(path.join(dir, 'deleted.ts'));
  await rm(path.join(dir, 'lost'), { recursive: true });
  await writeFile(path.join(dir, 'lost'), '');

  const { code, out, err } = await flags(`code-refs ${dir} -o json`);
  await rm(dir, { recursive: true });
  expect(JSON.parse(out)).toEqual([expect.objectContaining({ feature: name, file: 'shop.ts' })]);
  expect(err).toMatch(/\nlost\/a\.ts is left out: it cannot be read \(ENOTDIR\)\.\n$/);
  expect(code).toBe(0);
});

test('wrong use, and addresses of something else, have reasons too', async () => {
  for (const wrong of ['nothing', 'off', 'stats --nothing', 'events -n 0'])
    expect(await flags(wrong)).toMatchObject({ code: 2, err: expect.stringMatching(/^error: /) });
  expect((await flags('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  const at = (FLAGS_URL: string): NodeJS.ProcessEnv => ({ ...connected(), FLAGS_URL });
  expect(await flags('stats', at('flags.example.com'))).toMatchObject({
    code: 2,
    err: 'FLAGS_URL must begin with http:// or https://.\n',
  });
  const other = createServer((request, response) => {
    if (request.url!.startsWith('/moved'))
      response.writeHead(302, { location: 'https://flags.example.com/' }).end();
    else if (request.url!.startsWith('/page')) response.end('<html>');
    else response.writeHead(403).end(JSON.stringify({ message: 'No.\u001b[2J' }));
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const [moved, page, refused] = await Promise.all(
    ['/moved', '/page', ''].map((base) => flags('stats', at(`${url}${base}`))),
  );
  other.close();
  expect(moved).toMatchObject({ code: 2, err: expect.stringContaining('Set FLAGS_URL to it.') });
  expect(page).toMatchObject({ code: 2, err: expect.stringContaining('answers no JSON') });
  expect(refused).toEqual({ code: 1, out: '', err: 'No. [2J (403)\n' });
});

test('verifying the audit log, with the token on no command line', async () => {
  await service.given.feature();
  await untilSealed(service);
  const { code, out } = await flags('verify');
  expect(out).toContain('The audit log verifies.');
  expect(code).toBe(0);
  expect(await flags('verify', { ...connected(), FLAGS_TOKEN: '*:*.wrong' })).toMatchObject({
    code: 2,
    err: expect.stringContaining('401'),
  });
  expect((await flags('verify --help', {})).out).toContain('--checkpoint <file>');
  expect(await flags(`verify --database ${service.databaseUrl}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('npm run verify -- --database'),
  });
});

test('following many events at once leaves none out', async () => {
  const feature = await service.given.feature();
  const following = start(`events --follow --feature ${feature} -o json`);
  const { outcome } = following;
  await until(() => outcome.out.includes('feature-created'));
  await service.sql(
    `INSERT INTO event (type, created_by, created_by_user_id, project, feature_name, data)
     SELECT 'feature-updated', 'nobody', 1, 'default', $1, '{}' FROM generate_series(1, 250)`,
    [feature],
  );
  await service.api.post(`${at(feature, 'production')}/on`).expect(200);
  await until(() => outcome.out.includes('feature-environment-enabled'));
  const { out } = await following.interrupt();
  const ids = out
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: number }).id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(out.match(/feature-updated/g)).toHaveLength(250);
});

test('following shows an event that was recorded before the start and committed after it', async () => {
  const feature = await service.given.feature();
  const writer = new Client({ connectionString: service.databaseUrl });
  await writer.connect();
  await writer.query('BEGIN');
  await writer.query(
    `INSERT INTO event (type, created_by, created_by_user_id, project, feature_name, data)
     VALUES ('feature-updated', 'nobody', 1, 'default', $1, '{}')`,
    [feature],
  );
  await service.api.post(`${at(feature, 'production')}/on`).expect(200);
  const following = start(`events --follow --feature ${feature}`);
  const { outcome } = following;
  await until(() => outcome.out.includes('feature-environment-enabled'));
  await writer.query('COMMIT');
  await writer.end();
  await service.api.post(`${at(feature, 'production')}/off`).expect(200);
  await until(() => outcome.out.includes('feature-environment-disabled'));
  const { out } = await following.interrupt();
  expect(out.match(/feature-updated/g)).toHaveLength(1);
});

test('following ends when the token is deleted', async () => {
  const { body } = await service.api
    .post('/api/admin/api-tokens', { tokenName: unique('follow'), type: 'admin' })
    .expect(201);
  const following = start('events --follow', { ...connected(), FLAGS_TOKEN: body.secret });
  await until(() => following.outcome.out !== '');
  await service.api.delete(`/api/admin/api-tokens/${body.secret}`).expect(200);
  expect((await following.ended).code).toBe(1);
});

test('completion of commands and of features', async () => {
  const feature = await service.given.feature({ name: unique('complete-me') });
  expect((await flags('complete -- st')).out).toBe('status\nstats\n');
  expect((await flags('complete -- off complete-me')).out).toBe(`${feature}\n`);
  expect((await flags('complete -- off -e production complete-me')).out).toBe(`${feature}\n`);
  expect((await flags('complete -- off -e prod')).out).toBe('production\n');
  expect((await flags('complete -- stats -o t')).out).toBe('table\n');
  expect((await flags('complete -- status x --pro')).out).toBe('--project\n');
  expect((await flags('complete -- status -p def')).out).toBe('default\n');
  expect((await flags('complete -- completion z', {})).out).toBe('zsh\n');
  expect((await flags('completion bash', {})).out).toContain('complete -F _flags flags');
});
