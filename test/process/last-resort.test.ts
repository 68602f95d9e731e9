import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { CLIENT_TOKEN } from '../support/service.js';
import { databaseUrl, RunningService } from './running-service.js';

/** Lets the process fail as no handler foresees, when it is sent a signal. */
const FAULT = `process.on('SIGUSR2', () => {
  const error = Object.assign(new Error('nobody handles this'), { code: 'E_TEST', parameters: ['hidden-in-an-error'] });
  if (process.env.FAULT === 'rejection') void Promise.reject(error); else throw error;
});`;

test.each(['exception', 'rejection'])(
  'after an unhandled %s usage is saved, the error is logged without what it carries, and the process ends',
  async (kind) => {
    const base = await realpath(await mkdtemp(path.join(tmpdir(), 'feature-flag-process-')));
    if (process.getuid?.() === 0) await chmod(base, 0o755);
    const dir = path.join(base, 'data');
    const fault = path.join(base, 'fault.mjs');
    await writeFile(fault, FAULT);
    const service = await RunningService.start(dir, {
      NODE_OPTIONS: `--import=${fault}`,
      LOG_LEVEL: 'info',
      FAULT: kind,
      INIT_CLIENT_API_TOKENS: CLIENT_TOKEN,
    });
    try {
      await service.call('POST', '/api/admin/projects/default/features', { name: 'used' });
      const bucket = { start: new Date().toISOString(), stop: new Date().toISOString(), toggles: { used: { yes: 7, no: 0 } } };
      const reported = await fetch(`${service.url}/api/client/metrics`, {
        method: 'POST',
        headers: { authorization: CLIENT_TOKEN, 'content-type': 'application/json' },
        body: JSON.stringify({ appName: 'shop', instanceId: 'one', bucket }),
      });
      expect(reported.status).toBe(202);
      service.kill('SIGUSR2');

      expect(await service.ended).toEqual({ code: 1, signal: null });
      const client = new Client({ connectionString: await databaseUrl(dir) });
      await client.connect();
      const { rows } = await client.query<{ yes: string }>('SELECT sum(yes)::text AS yes FROM feature_environment_usage');
      await client.end();
      expect(rows).toEqual([{ yes: '7' }]);
      expect(service.output()).toContain('nobody handles this');
      expect(service.output()).toContain('E_TEST');
      expect(service.output()).not.toContain('hidden-in-an-error');
    } finally {
      await service.remove();
      await EmbeddedPostgres.stopLeftBehind(dir);
      await rm(base, { recursive: true, force: true });
    }
  },
);
