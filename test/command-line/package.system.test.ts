import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { VERSION } from '../../src/platform/config/version.js';
import { untilSealed } from '../support/sealing.js';
import { ADMIN_TOKEN, TestService } from '../support/service.js';

/** The package of the command line, with the libraries that it names and no others. */

const LIBRARIES = ['canonicalize', 'commander', 'js-yaml'];
/** What these need. */
const FURTHER = ['argparse'];
const run = promisify(execFile);
const COMPILED = process.env['TEST_COMPILED']!;

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await TestService.start();
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'flags-package-')));
  await run(process.execPath, ['scripts/cli-package.mjs', folder, COMPILED]);
  for (const name of [...LIBRARIES, ...FURTHER])
    await cp(path.join('node_modules', name), path.join(folder, 'node_modules', name), {
      recursive: true,
    });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const flags = (...args: string[]): Promise<{ stdout: string }> =>
  run(process.execPath, [path.join(folder, 'dist/cli/main.js'), ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], FLAGS_URL: service.url, FLAGS_TOKEN: ADMIN_TOKEN },
  });

test('three libraries are installed with it, and one that these need', async () => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, { dependencies?: object }>;
  };
  const { name, version, bin, dependencies } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  expect({ name, version, bin }).toEqual({
    name: 'feature-flag-admin-cli',
    version: VERSION,
    bin: { flags: 'dist/cli/main.js' },
  });
  expect(Object.keys(dependencies as object)).toEqual(LIBRARIES);
  const needed = [...LIBRARIES, ...FURTHER].flatMap((library) =>
    Object.keys(packages[`node_modules/${library}`]!.dependencies ?? {}),
  );
  expect(needed).toEqual(FURTHER);
});

test('all commands run with it', async () => {
  expect((await flags('--version')).stdout).toBe(`${VERSION}\n`);
  expect((await flags('stats')).stdout).toMatch(/^productionChanges\.last30 +\d+$/m);
  expect((await flags('verify', '--help')).stdout).toContain('--checkpoint <file>');
  const feature = await service.given.feature({ enabledIn: ['production'] });
  expect((await flags('off', feature, '-e', 'production')).stdout).toContain(`${feature} is off`);
  const code = path.join(folder, 'code');
  expect((await flags('export', '--as-code', code, '--owner', 'shop')).stdout).toMatch(/^Wrote/);
  expect((await flags('plan', code, '--adopt')).stdout).toMatch(/^Plan: /m);
});

test('the audit log and signed statistics are verified with it', async () => {
  await untilSealed(service);
  expect((await flags('verify')).stdout).toMatch(/The audit log verifies\./);
  expect((await flags('witness', '--once', '--keep')).stdout).toMatch(/cosigned \d+ seals/);
  const signed = '/api/admin/instance-admin/statistics?signed=true';
  const statistics = path.join(folder, 'statistics.jws');
  await writeFile(statistics, (await service.api.get(signed).expect(200)).text);
  const { stdout } = await flags('verify', '--statistics', statistics);
  expect(stdout).toMatch(/^Verified: statistics of instance /);
});
