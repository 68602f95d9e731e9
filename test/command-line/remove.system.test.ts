import { spawnSync } from 'node:child_process';
import { mkdtemp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { main } from '../../cli/main.js';
import { unique } from '../support/given.js';
import { type Outcome, runProgram } from '../support/programs.js';
import { ADMIN_TOKEN, TestService } from '../support/service.js';

/** `flags remove` on a folder, with a running service. */

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'remove-'));
  await mkdir(path.join(folder, 'node_modules'));
  const compiler = path.resolve('node_modules/typescript');
  await symlink(compiler, path.join(folder, 'node_modules/typescript'));
});
afterEach(() => rm(folder, { recursive: true }));

const flags = (...args: string[]): Promise<Outcome> =>
  runProgram(main, args, { FLAGS_URL: service.url, FLAGS_TOKEN: ADMIN_TOKEN });
const put = (file: string, text: string): Promise<void> => writeFile(path.join(folder, file), text);
const read = (file: string): Promise<string> => readFile(path.join(folder, file), 'utf8');

/** A feature that has been off in production for ten days. */
async function offForLong(): Promise<string> {
  const feature = await service.given.feature();
  await service.sql(
    "UPDATE event SET created_at = created_at - interval '10 days' WHERE feature_name = $1",
    [feature],
  );
  return feature;
}

test('the differences are printed for what is certified, and written when that is wanted', async () => {
  const feature = await offForLong();
  const code = `one();\nif (client.isEnabled('${feature}')) {\n  two();\n}\n`;
  await put('a.ts', code);
  await put('B.java', `class B { int f() { return u.isEnabled("${feature}") ? 1 : 2; } }\n`);

  const shown = await flags('remove', feature, folder, '--off', '-e', 'production');

  expect(shown.err).toMatch(new RegExp(`^${feature} was always off in production since .*: 0 ev`));
  expect(shown.out).toContain('--- a/a.ts\n+++ b/a.ts\n@@ -1,4 +1,1 @@\n one();\n-if (client');
  expect(shown.out).toContain('+class B { int f() { return 2; } }');
  expect(shown.code).toBe(0);
  expect(await read('a.ts')).toBe(code);
  const options = ['--off', '-e', 'production', '--write'];
  expect(await flags('remove', feature, folder, ...options)).toMatchObject({ code: 0 });
  expect(await read('a.ts')).toBe('one();\n');
  expect(await read('B.java')).toBe('class B { int f() { return 2; } }\n');
  expect(await flags('remove', feature, folder, ...options)).toMatchObject({ code: 0, out: '' });
});

test('it is refused without a certificate, or with one that says something else', async () => {
  const feature = await offForLong();
  const young = await service.given.feature();
  await put('a.ts', `client.isEnabled('${feature}', '${young}');\n`);
  const remove = (...args: string[]): Promise<Outcome> => flags('remove', ...args);
  expect(await remove(feature, folder)).toMatchObject({ code: 2 });
  expect(await remove(feature, folder, '--on', '--off')).toMatchObject({ code: 2 });
  expect(await remove(feature, folder, '--off')).toMatchObject({
    ...{ code: 2, out: '', err: expect.stringContaining('--without-certificate') },
  });
  expect(await remove(young, folder, '--off', '-e', 'production')).toMatchObject({
    ...{ code: 1, out: '', err: expect.stringContaining('not for 7 days') },
  });
  expect(await remove(feature, folder, '--on', '-e', 'production')).toMatchObject({
    ...{ code: 1, out: '', err: `In production everybody got ${feature} as off.\n` },
  });
  const without = await remove(feature, folder, '--on', '--without-certificate');
  expect(without).toMatchObject({ code: 0, out: expect.stringContaining('-client.isEnabled') });
});

test('a certificate in a file is verified', async () => {
  const feature = await offForLong();
  const place = `/api/admin/projects/default/features/${feature}/environments/production`;
  const { body } = await service.api.post(`${place}/removal-certificate`).expect(200);
  await put('c.jws', `${body.certificate}\n`);
  const file = path.join(folder, 'c.jws');
  await put('a.js', `if (!client.isEnabled('${feature}')) go();\n`);
  const options = [feature, folder, '--off', '--certificate', file];
  expect(await flags('remove', ...options)).toMatchObject({
    ...{ code: 0, out: expect.stringContaining('+go();') },
  });
  const other = unique();
  expect(await flags('remove', other, folder, '--off', '--certificate', file)).toMatchObject({
    ...{ code: 1, err: expect.stringContaining(`is for the feature "${feature}"`) },
  });
  await put('c.jws', `${body.certificate}x`);
  expect(await flags('remove', ...options)).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('not one of a trusted key over this text') },
  });
  await put('c.jws', JSON.stringify(body));
  expect(await flags('remove', ...options)).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('save the text of "certificate" alone') },
  });
  const missing = path.join(folder, 'missing.jws');
  expect(await flags('remove', feature, folder, '--off', '--certificate', missing)).toMatchObject({
    ...{
      code: 1,
      err: expect.stringContaining(`${missing} cannot be read: there is no such file`),
    },
  });
  await put('c.jws', body.certificate as string);
  const verified = await flags('verify', '--certificate', file);
  expect(verified.out).toContain(`${feature} was always off in production, since`);
  expect(verified.code).toBe(0);
});

test('what is left to do by hand is listed, and the exit code tells', async () => {
  const feature = unique();
  await put('a.py', `if client.is_enabled("${feature}"):\n    go()\n`);
  await put('b.ts', `const FLAG = '${feature}';\nif (client.isEnabled('${feature}')) go();\n`);
  await put('c.ts', `if (client.isEnabled('${feature}') {\n`);
  await put('D.java', `class D { void f() { if (u.isEnabled("${feature}")) { }\n`);
  const { code, out, err } = await flags(
    ...['remove', feature, folder, '--on', '--without-certificate'],
  );
  expect(code).toBe(1);
  expect(err.trim().split('\n').sort()).toEqual([
    'By hand: D.java:1 cannot be read as Java.',
    'By hand: a.py:1 is neither TypeScript, JavaScript nor Java.',
    'By hand: b.ts:1 names the feature otherwise.',
    'By hand: c.ts:1 cannot be parsed.',
  ]);
  expect(out).toContain('+go();');
  const other = await mkdtemp(path.join(tmpdir(), 'remove-'));
  await writeFile(path.join(other, 'b.ts'), `client.isEnabled('${feature}');\n`);
  const without = await flags('remove', feature, other, '--on', '--without-certificate');
  await rm(other, { recursive: true });
  expect(without.err).toMatch(/b\.ts:1 needs the package "typescript"/);
});

test('a file that is not UTF-8 stays as it is', async () => {
  const feature = unique();
  const code = `class A { int f() { return u.isEnabled("${feature}") ? 1 : 2; } /* ä */ }\n`;
  const bytes = Buffer.from(code, 'latin1');
  await writeFile(path.join(folder, 'A.java'), bytes);
  const options = ['--on', '--without-certificate', '--write'];
  expect(await flags('remove', feature, folder, ...options)).toMatchObject({
    ...{ code: 1, out: '', err: 'By hand: A.java:1 is not encoded as UTF-8.\n' },
  });
  expect(await readFile(path.join(folder, 'A.java'))).toEqual(bytes);
});

test('a file that is too large to be looked at is listed', async () => {
  await put('large.ts', ' '.repeat(1_000_001));
  const options = ['--on', '--without-certificate'];
  expect(await flags('remove', unique(), folder, ...options)).toMatchObject({
    ...{ code: 1, out: '', err: 'large.ts is left out: it is larger than 1 MB.\n' },
  });
});

test('nothing is written through links out of the folder', async () => {
  const feature = unique();
  const code = `if (client.isEnabled('${feature}')) go();\n`;
  const other = await mkdtemp(path.join(tmpdir(), 'remove-'));
  await writeFile(path.join(other, 'a.ts'), code);
  await symlink(path.join(other, 'a.ts'), path.join(folder, 'link.ts'));
  for (const args of [
    ['init', '--quiet'],
    ['add', 'link.ts'],
  ])
    expect(spawnSync('git', ['-C', folder, ...args]).status).toBe(0);
  const options = ['--on', '--without-certificate', '--write'];
  const written = await flags('remove', feature, folder, ...options);
  const after = await readFile(path.join(other, 'a.ts'), 'utf8');
  await rm(other, { recursive: true });
  expect(after).toBe(code);
  expect(written).toMatchObject({ code: 0, out: '', err: '' });
});
