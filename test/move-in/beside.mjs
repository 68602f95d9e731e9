// Measures how long switches take during a large move: fills a database like one of Unleash,
// switches a feature of a running service one call after the other, first alone and then during the
// move, and prints the times. For each slow switch it prints what the sessions of the database did
// meanwhile. Needs DATABASE_URL of a server whose user may create databases, and a build.
// DATABASE_URL=postgres://... node test/move-in/beside.mjs FEATURES=20000 EVENTS=500000 ALONE_S=30
// DATABASE_URL=... node test/move-in/beside.mjs
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { caller } from './fill.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FEATURES = Number(process.env.FEATURES ?? 20_000);
const EVENTS = Number(process.env.EVENTS ?? 500_000);
const ALONE_S = Number(process.env.ALONE_S ?? 30);
const PORT = Number(process.env.PORT ?? 4304);
const TOKEN = '*:*.first-admin-token-of-the-target';
const SLOW_MS = 250;
/** Milliseconds between two samples of the sessions of the databases. */
const SAMPLE_MS = 20;

const server = process.env.DATABASE_URL;
if (!server) throw new Error('Set DATABASE_URL to a server whose user may create databases.');
const urlOf = (name) => Object.assign(new URL(server), { pathname: `/${name}` }).href;
const NAMES = { source: 'move_in_beside_source', target: 'move_in_beside_target' };

async function connected(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const drop = (name) =>
  connected(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));

async function fillSource() {
  await connected(server, (client) => client.query(`CREATE DATABASE ${NAMES.source}`));
  await connected(urlOf(NAMES.source), async (client) => {
    for (const file of ['unleash-6.sql', 'large.sql']) {
      const text = readFileSync(path.join(ROOT, 'test/move-in', file), 'utf8');
      await client.query(
        text.replaceAll('$FEATURES', String(FEATURES)).replaceAll('$EVENTS', String(EVENTS)),
      );
    }
  });
}

function run(file, args, env) {
  const child = spawn(process.execPath, [path.join(ROOT, 'dist', file), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: urlOf(NAMES.target), ...env },
  });
  child.ended = new Promise((resolve) => child.once('exit', resolve));
  return child;
}

async function startService() {
  await connected(server, (client) => client.query(`CREATE DATABASE ${NAMES.target}`));
  const service = run('main.js', [], {
    PORT: String(PORT),
    HTTP_HOST: '127.0.0.1',
    INIT_ADMIN_API_TOKENS: TOKEN,
    REQUEST_QUOTA_PER_SECOND: '1000000',
    WRITE_QUOTA_PER_SECOND: '1000000',
    LOG_LEVEL: 'error',
  });
  for (let left = 240; left > 0; left--) {
    const health = await fetch(`http://127.0.0.1:${PORT}/ready`).catch(() => undefined);
    if (health?.ok) return service;
    await sleep(500);
  }
  throw new Error('The service did not start.');
}

/** Switches one feature until the work has ended; the times are in milliseconds. */
async function switchDuring(work) {
  const call = caller(`http://127.0.0.1:${PORT}`, TOKEN);
  const place = '/api/admin/projects/default/features/switched/environments/development';
  const switches = [];
  let isOver = false;
  void work.finally(() => (isOver = true));
  for (let isOn = true; !isOver; isOn = !isOn) {
    const began = performance.now();
    await call('POST', `${place}/${isOn ? 'on' : 'off'}`);
    switches.push({ began, took: performance.now() - began });
    await sleep(20);
  }
  await work;
  return switches;
}

/** Samples the active sessions of both databases until it is stopped. */
async function sampleSessions(samples, stopped) {
  await connected(server, async (client) => {
    while (!stopped.isStopped) {
      const at = performance.now();
      const { rows } = await client.query(`
        SELECT backend_type || ' ' || coalesce(application_name, '') AS who, state,
               coalesce(wait_event_type || ':' || wait_event, 'working') AS wait,
               left(regexp_replace(query, '\\s+', ' ', 'g'), 70) AS query, datname AS database,
               (1000 * extract(epoch FROM clock_timestamp() - query_start))::int AS took
          FROM pg_stat_activity
         WHERE pid <> pg_backend_pid() AND (state <> 'idle' OR backend_type <> 'client backend')
           AND coalesce(wait_event_type, '') NOT IN ('Activity')`);
      samples.push({ at, late: performance.now() - at, rows });
      await sleep(SAMPLE_MS);
    }
  });
}

function summary(label, switches) {
  const times = switches.map(({ took }) => took).sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  const slow = times.filter((took) => took > SLOW_MS).length;
  console.log(
    `${label}: ${times.length} switches, median ${at(0.5).toFixed(1)} ms, ` +
      `99 % ${at(0.99).toFixed(1)} ms, 99.9 % ${at(0.999).toFixed(1)} ms, ` +
      `longest ${at(1).toFixed(1)} ms, over ${SLOW_MS} ms: ${slow}`,
  );
}

/** The statements of the service and of the move that ran longest in the samples. */
function longest(samples) {
  const times = new Map();
  for (const { rows } of samples)
    for (const { database, state, query, took } of rows)
      if (database === NAMES.target && state === 'active')
        times.set(query, Math.max(took, times.get(query) ?? 0));
  console.log('Longest statements:');
  for (const [query, took] of [...times].sort((a, b) => b[1] - a[1]).slice(0, 8))
    console.log(`  ${took} ms  ${query}`);
}

function explain(switches, samples) {
  for (const { began, took } of switches.filter(({ took }) => took > SLOW_MS)) {
    console.log(`A switch took ${took.toFixed(0)} ms:`);
    const counts = new Map();
    for (const { at, late, rows } of samples)
      if (at + late >= began && at <= began + took) {
        console.log(`  after ${(at - began).toFixed(0)} ms, looking took ${late.toFixed(0)} ms`);
        for (const { who, state, wait, query } of rows) {
          const line = `${who} | ${state ?? ''} | ${wait} | ${query}`;
          counts.set(line, (counts.get(line) ?? 0) + 1);
        }
      }
    for (const [line, count] of counts) console.log(`  ${count}x ${line}`);
  }
}

const stopped = { isStopped: false };
let service;
try {
  for (const name of Object.values(NAMES)) await drop(name);
  await fillSource();
  service = await startService();
  const call = caller(`http://127.0.0.1:${PORT}`, TOKEN);
  await call('POST', '/api/admin/projects/default/features', { name: 'switched' });
  console.log(`Load before: ${loadavg()[0].toFixed(2)}`);
  const samples = [];
  const sampling = sampleSessions(samples, stopped);
  summary('alone', await switchDuring(sleep(ALONE_S * 1000)));
  const move = run('admin/admin.js', ['move-in', '--database', urlOf(NAMES.source)], {});
  const began = performance.now();
  const switches = await switchDuring(move.ended);
  const seconds = (performance.now() - began) / 1000;
  console.log(`The move took ${seconds.toFixed(0)} s and ended with ${move.exitCode}.`);
  summary('beside the move', switches);
  console.log(`Load after: ${loadavg()[0].toFixed(2)}`);
  stopped.isStopped = true;
  await sampling;
  longest(samples);
  explain(switches, samples);
} finally {
  stopped.isStopped = true;
  if (service) {
    service.kill();
    await service.ended;
  }
  for (const name of Object.values(NAMES)) await drop(name);
}
