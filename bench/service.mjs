import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { compiledPath } from './server.mjs';

/**
 * One token for each caller, since the number of expensive requests at the same time is limited per
 * caller.
 */
export const ADMIN_TOKENS = Array.from(
  { length: 16 },
  (_, n) => `*:*.admin-token-${n}-of-the-benchmark`,
);
export const [ADMIN_TOKEN] = ADMIN_TOKENS;
const TIMEOUT_MS = 60_000;
/** As `npm run start:prod` and the image start Node. */
const AS_IN_PRODUCTION = {
  options: ['--max-semi-space-size=4'],
  environment: { MALLOC_TRIM_THRESHOLD_: '131072' },
};

/**
 * The built service as a process of its own, as it runs in production.
 * @param {string} databaseUrl
 * @param {{ port?: number, poolMax: number, environment?: Record<string, string> }} options
 */
export async function startService(databaseUrl, { port: wanted, poolMax, environment = {} }) {
  const port = wanted ?? (await freePort());
  const child = spawn(
    process.execPath,
    [
      ...AS_IN_PRODUCTION.options,
      ...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? []),
      compiledPath('src/main.js'),
    ],
    {
      stdio: ['ignore', process.stderr.fd, process.stderr.fd],
      env: {
        ...process.env,
        ...AS_IN_PRODUCTION.environment,
        DATABASE_URL: databaseUrl,
        DATABASE_POOL_MAX: String(poolMax),
        PORT: String(port),
        HTTP_HOST: '127.0.0.1',
        LOG_LEVEL: 'warn',
        NODE_ENV: 'production',
        INIT_ADMIN_API_TOKENS: ADMIN_TOKENS.join(','),
        // As many connections as the bare side has, also for searches.
        DATABASE_LONG_READS: String(poolMax),
        // No quota, since the speed of the service is measured, not its limits for a caller.
        REQUEST_QUOTA_PER_SECOND: '1000000000',
        SDK_QUOTA_PER_SECOND: '1000000000',
        EXPENSIVE_REQUESTS_AT_ONCE: '10000',
        ...environment,
      },
    },
  );
  let stopping = false;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.once(
    'exit',
    (status, signal) =>
      stopping || console.error(`The service ended unexpectedly: ${signal ?? `status ${status}`}.`),
  );
  await untilListening(child, port);
  const stop = async () => {
    stopping = true;
    child.kill('SIGTERM');
    await ended;
  };
  return { port, pid: child.pid, stop };
}

async function untilListening(child, port) {
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(100)) {
    if (child.exitCode !== null)
      throw new Error(`The service ended with status ${child.exitCode} instead of starting.`);
    if (await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)) return;
  }
  child.kill('SIGKILL');
  throw new Error(`The service did not listen on port ${port} within ${TIMEOUT_MS / 1000} s.`);
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
