// Real instances of Unleash, for tests and benchmarks that compare with it.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WAIT_S = 120;

/**
 * Installs a version in the folder `.cache`, unless that was done before.
 * @param {string} version
 * @returns {string} Its folder, with a `start.mjs`.
 */
export function installUnleash(version) {
  const folder = path.join(ROOT, '.cache', `unleash-server-${version}`);
  const start = path.join(folder, 'start.mjs');
  if (existsSync(start)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', `unleash-server@${version}`, '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', args, { cwd: folder, stdio: 'inherit' });
  writeFileSync(
    start,
    `const server = await import('unleash-server');
     await (server.start ?? server.default.start)({ authentication: { type: 'open-source' } });`,
  );
  return folder;
}

/**
 * Starts an installed version and waits until it is healthy.
 * @param {string} folder
 * @param {{ databaseUrl: string, port: number, adminToken: string, environment?: Record<string,
 * string> }} options
 */
export const startUnleash = (folder, { databaseUrl, port, adminToken, environment }) =>
  startHealthy(
    ['start.mjs'],
    folder,
    {
      DATABASE_URL: databaseUrl,
      DATABASE_SSL: 'false',
      HTTP_PORT: String(port),
      INIT_ADMIN_API_TOKENS: adminToken,
      CHECK_VERSION: 'false',
      SEND_TELEMETRY: 'false',
      LOG_LEVEL: 'error',
      ...environment,
    },
    port,
  );

/**
 * Starts a process of Node.js and waits until `/health` of the port answers.
 * @param {string[]} args
 * @param {string} cwd
 * @param {Record<string, string>} env
 * @param {number} port
 */
export async function startHealthy(args, cwd, env, port) {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  });
  for (let left = WAIT_S * 2; left > 0; left--) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended.`);
    const health = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (health?.ok) return child;
    await sleep(500);
  }
  child.kill('SIGKILL');
  throw new Error(`${args.join(' ')} did not listen.`);
}
