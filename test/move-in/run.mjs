// Moves in from real instances of Unleash: installs each version in the folder .cache, fills it,
// moves from its database and from its API, and compares what an SDK evaluates. It also moves out
// again. Needs DATABASE_URL of a server whose user may create databases.
//   DATABASE_URL=postgres://... npm run test:move-in -- 6.6.0 8.2.0
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { Unleash } from 'unleash-client';
import { installUnleash, startHealthy, startUnleash } from '../../scripts/unleash-server.mjs';
import { caller, fill, PASSWORD, SECRETS } from './fill.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VERSIONS = process.argv.length > 2 ? process.argv.slice(2) : ['6.6.0', '7.5.1', '8.2.0'];
const ADMIN = '*:*.first-admin-token-of-unleash';
const OURS = '*:*.first-admin-token-of-the-target';
const FEATURES = Number(process.env.FEATURES ?? 60);
const PORTS = { source: 4301, database: 4302, api: 4303 };
/** Unleash looks for changes that SDKs get about every second. */
const UNLEASH_CACHE_MS = 5_000;
/** Seconds after which Unleash has written what SDKs reported. */
const WRITING_S = 60;

const server = process.env.DATABASE_URL;
if (!server) throw new Error('Set DATABASE_URL to a server whose user may create databases.');
const urlOf = (name) => Object.assign(new URL(server), { pathname: `/${name}` }).href;
const addressOf = (port) => `http://127.0.0.1:${port}`;
const running = new Set();

async function sql(url, text) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function emptyDatabase(name) {
  await sql(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await sql(server, `CREATE DATABASE ${name}`);
  return urlOf(name);
}

/** Starts a process, which is stopped at the end of the test. */
async function started(starting) {
  const child = await starting;
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

const stop = (child) =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill();
  });

const startSource = (folder, databaseUrl) =>
  started(startUnleash(folder, { databaseUrl, port: PORTS.source, adminToken: ADMIN }));

const startTarget = (databaseUrl, port) =>
  started(
    startHealthy(
      [path.join(ROOT, 'dist/src/main.js')],
      ROOT,
      {
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        HTTP_HOST: '127.0.0.1',
        INIT_ADMIN_API_TOKENS: OURS,
        REQUEST_QUOTA_PER_SECOND: '1000000',
        NODE_ENV: 'production',
      },
      port,
    ),
  );

function migrate(databaseUrl, port, args) {
  const main = path.join(ROOT, 'dist/admin/admin.js');
  const all = [...args, '--target-url', addressOf(port)];
  return execFileSync(process.execPath, [main, 'move-in', ...all], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
}

function expect(isTrue, what) {
  if (!isTrue) throw new Error(`Failed: ${what}`);
  console.log(`  ${what}`);
}

/** The evaluations of an SDK for some users. */
async function evaluate(port, secret) {
  const sdk = new Unleash({
    url: `${addressOf(port)}/api`,
    appName: 'move-in',
    instanceId: 'compares',
    customHeaders: { Authorization: secret },
    disableMetrics: true,
    refreshInterval: 600_000,
    storageProvider: { set: async () => undefined, get: async () => undefined },
  });
  await new Promise((resolve, reject) => {
    sdk.once('synchronized', resolve);
    sdk.once('error', reject);
  });
  const results = {};
  for (const { name } of sdk.getFeatureToggleDefinitions())
    results[name] = ['1', '7', '42', '1000'].map((userId) => {
      const context = { userId, properties: { region: 'eu', appVersion: '2.0.0' } };
      return [sdk.isEnabled(name, context), sdk.getVariant(name, context).name];
    });
  sdk.destroy();
  return Object.fromEntries(Object.entries(results).sort());
}

async function compare(port) {
  for (const secret of [SECRETS.client, SECRETS.production, SECRETS.project]) {
    const [before, after] = [await evaluate(PORTS.source, secret), await evaluate(port, secret)];
    const count = Object.keys(before).length;
    const where = secret.slice(0, secret.indexOf('.'));
    expect(
      count > 0 && isDeepStrictEqual(before, after),
      `an SDK with a token of ${where} evaluates ${count} features equally`,
    );
  }
}

async function moveByDatabase(source) {
  const target = await emptyDatabase('move_in_test_database');
  const service = await startTarget(target, PORTS.database);
  const args = ['--database', source, '--source-url', addressOf(PORTS.source)];
  console.log(migrate(target, PORTS.database, args));
  await compare(PORTS.database);
  const again = migrate(target, PORTS.database, args);
  const isUnchanged = again.includes('Nothing was changed.');
  if (!isUnchanged) console.log(again);
  expect(isUnchanged, 'a second run changes nothing');
  const login = await fetch(`${addressOf(PORTS.database)}/auth/simple/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'anna', password: PASSWORD }),
  });
  expect(login.ok, 'a user signs in with her password');
  return service;
}

async function moveByApi() {
  const target = await emptyDatabase('move_in_test_api');
  const service = await startTarget(target, PORTS.api);
  const args = ['--url', addressOf(PORTS.source), '--token', ADMIN];
  console.log(migrate(target, PORTS.api, args));
  await compare(PORTS.api);
  await stop(service);
}

/** Exports a project from the target with a feature that the source lacks, and imports it there. */
async function moveOut() {
  const [ours, theirs] = [
    caller(addressOf(PORTS.database), OURS),
    // Unleash does not let admin tokens import.
    caller(addressOf(PORTS.source), SECRETS.personal),
  ];
  const at = { project: 'default', environment: 'development' };
  await ours('POST', '/api/admin/projects/default/features', { name: 'moves-out' });
  const place = '/api/admin/projects/default/features/moves-out/environments/development';
  await ours('POST', `${place}/strategies`, {
    name: 'flexibleRollout',
    parameters: { rollout: '20', stickiness: 'userId', groupId: 'out' },
  });
  await ours('POST', `${place}/on`);
  const data = await ours('POST', '/api/admin/features-batch/export', at);
  await theirs('POST', '/api/admin/features-batch/import', { ...at, data });
  const path = '/api/admin/projects/default/features/moves-out';
  const { environments } = await theirs('GET', path);
  const [there] = environments.filter(({ name }) => name === at.environment);
  expect(
    there.enabled && there.strategies[0].parameters.rollout === '20',
    'a feature moves out again',
  );
  expect(data.features.length > FEATURES / 2, `and ${data.features.length} features with it`);
  await sleep(UNLEASH_CACHE_MS);
  await compare(PORTS.database);
}

async function test(version) {
  console.log(`Unleash ${version}`);
  const folder = installUnleash(version);
  const source = await emptyDatabase('move_in_test_source');
  const unleash = await startSource(folder, source);
  const run = (text) => sql(source, text);
  await fill({ url: addressOf(PORTS.source), token: ADMIN, sql: run, features: FEATURES });
  // Reports of SDKs are written seconds later, in version 8 after those of usage.
  for (let left = WRITING_S; left > 0 && !(await run('SELECT FROM client_instances'))[0]; left--)
    await sleep(1_000);
  const service = await moveByDatabase(source);
  await moveByApi();
  await moveOut();
  await stop(service);
  await stop(unleash);
}

try {
  for (const version of VERSIONS) await test(version);
  console.log('Everything moves in.');
} finally {
  for (const child of running) child.kill();
  for (const name of ['source', 'database', 'api'])
    await sql(server, `DROP DATABASE IF EXISTS move_in_test_${name} WITH (FORCE)`);
}
