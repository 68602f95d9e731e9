import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';
import { CLIENT_TOKEN } from '../support/service.js';
import { RunningService } from './running-service.js';

/** Makes the process fail with an unhandled error when it gets a signal. */
const FAULT = `process.on('SIGUSR2', () => {
  const cause = Object.assign(new Error('invalid input syntax for type uuid: "hidden-in-a-message"'), { code: '22P02' });
  const error = Object.assign(new Error('nobody handles this', { cause }), { code: 'E_TEST', parameters: ['hidden-in-an-error'] });
  if (process.env.FAULT === 'rejection') void Promise.reject(error); else throw error;
});`;

let base: string;
let dir: string;
let running: RunningService | undefined;

beforeAll(async () => {
  base = await realpath(await mkdtemp(path.join(tmpdir(), 'feature-flag-process-')));
  if (process.getuid?.() === 0) await chmod(base, 0o755);
  dir = path.join(base, 'data');
  await writeFile(path.join(base, 'fault.mjs'), FAULT);
});
afterAll(async () => {
  await running?.remove();
  await EmbeddedPostgres.stopLeftBehind(dir);
  await rm(base, { recursive: true, force: true });
});

async function usage(): Promise<string> {
  const postgres = await EmbeddedPostgres.start({ dir });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ yes: string }>(
    'SELECT sum(yes)::text AS yes FROM feature_environment_usage',
  );
  await client.end();
  await postgres.stop();
  return rows[0]!.yes;
}

// The second case starts on the database that the first has left.
test.each([
  ['exception', '7'],
  ['rejection', '14'],
])(
  'after an unhandled %s usage is saved, the error is logged without what it carries, and the process ends',
  async (kind, total) => {
    const service = await RunningService.start(dir, {
      NODE_OPTIONS: `--import=${path.join(base, 'fault.mjs')}`,
      LOG_LEVEL: 'info',
      FAULT: kind,
      INIT_CLIENT_API_TOKENS: CLIENT_TOKEN,
    });
    running = service;
    await service.call('POST', '/api/admin/projects/default/features', { name: 'used' });
    const start = new Date().toISOString();
    const reported = await fetch(`${service.url}/api/client/metrics`, {
      method: 'POST',
      headers: { authorization: CLIENT_TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify({
        appName: 'shop',
        instanceId: 'one',
        bucket: { start, stop: start, toggles: { used: { yes: 7, no: 0 } } },
      }),
    });
    expect(reported.status).toBe(202);
    service.kill('SIGUSR2');

    expect(await service.ended).toEqual({ code: 1, signal: null });
    expect(await usage()).toBe(total);
    expect(service.output()).toContain('nobody handles this');
    expect(service.output()).toContain('E_TEST');
    expect(service.output()).toContain('22P02');
    expect(service.output()).not.toContain('hidden-in-');
  },
);
