// Migrates a database with millions of events while the previous version serves, and measures how
// long its switches wait. Needs DATABASE_URL of a server whose user may create databases.
//   DATABASE_URL=postgres://... npm run test:migration -- --events 10000000
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { buildOf, git, removeBuild } from '../live/previous-version.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DATABASE = 'feature_flag_migration_test';
const TOKEN = '*:*.admin-token-of-the-migration';
const FEATURES = 160;
const CALLERS = 8;
/**
 * Milliseconds between two switches of a caller: the load of a busy instance, not of an overloaded
 * machine.
 */
const PAUSE_MS = 20;
const CALM_SECONDS = 10;
/** The longest time that a switch can wait for a lock, in milliseconds. */
const LIMIT_MS = 1_000;
const SAMPLE_MS = 10;

const { values: options } = parseArgs({
  options: { events: { type: 'string', default: '10000000' }, from: { type: 'string' } },
});
const EVENTS = Number(options.events);
const server = process.env.DATABASE_URL;
if (!server) throw new Error('Set DATABASE_URL to a server whose user may create databases.');
const url = Object.assign(new URL(server), { pathname: `/${DATABASE}` }).href;

/** The commit before the one that partitioned events, or the one in the options. */
function previousCommit() {
  if (options.from) return options.from;
  const added = git('log', '--diff-filter=A', '--format=%H', '--', 'migrations/*-event-months.ts');
  return `${added.split('\n').at(-1)}^`;
}

async function withClient(at, work) {
  const client = new pg.Client({ connectionString: at });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function startService(folder, port) {
  const child = spawn(process.execPath, [path.join(folder, 'dist/src/main.js')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: url,
      PORT: String(port),
      HTTP_HOST: '127.0.0.1',
      INIT_ADMIN_API_TOKENS: TOKEN,
      REQUEST_QUOTA_PER_SECOND: '1000000',
      NODE_ENV: 'production',
    },
  });
  for (let left = 600; left > 0; left--) {
    if (child.exitCode !== null) throw new Error('The previous version did not start.');
    if (await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)) return child;
    await sleep(100);
  }
  throw new Error('The previous version did not listen.');
}

const ask = (port, where, body) =>
  fetch(`http://127.0.0.1:${port}/api/admin/projects/default/features${where}`, {
    method: 'POST',
    headers: { authorization: TOKEN, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });

/** Adds events of the last two years, without the indexes, which are made again afterwards. */
async function generate(client) {
  const { rows: indexes } = await client.query(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE tablename = 'event' AND indexname <> 'event_pkey'`,
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  const PIECE = 1_000_000;
  for (let from = 1; from <= EVENTS; from += PIECE)
    await client.query(
      `INSERT INTO event (type, created_at, created_by, created_by_user_id, feature_name, project,
                          environment, data)
       SELECT CASE n % 4 WHEN 0 THEN 'feature-environment-enabled'
                         WHEN 1 THEN 'feature-environment-disabled'
                         WHEN 2 THEN 'feature-strategy-update' ELSE 'feature-tagged' END,
              now() - ($1::float8 - n) * (interval '730 days' / $1::float8), 'somebody', 1,
              'generated-' || n % 5000, 'default', CASE WHEN n % 4 < 3 THEN 'production' END,
              '{"name":"flexibleRollout","parameters":{"rollout":"60"}}'
         FROM generate_series($2::int, $3::int) n`,
      [EVENTS, from, Math.min(EVENTS, from + PIECE - 1)],
    );
  for (const { definition } of indexes) await client.query(definition);
  for (let isMore = true; isMore;)
    [{ isMore }] = (await client.query('SELECT advance_event_tally() AS "isMore"')).rows;
}

/** Callers that switch features of their own, with a pause between two switches. */
function startLoad(port) {
  const switches = [];
  let isStopped = false;
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let n = 0; !isStopped; n++) {
      const feature = caller + CALLERS * (n % (FEATURES / CALLERS));
      const to = Math.floor(n / (FEATURES / CALLERS)) % 2 === 0 ? 'on' : 'off';
      const began = performance.now();
      const answer = await ask(port, `/switched-${feature}/environments/production/${to}`);
      await answer.arrayBuffer();
      switches.push({ began, ms: performance.now() - began, status: answer.status });
      await sleep(PAUSE_MS);
    }
  });
  const stop = async () => {
    isStopped = true;
    await Promise.all(callers);
  };
  return { switches, stop };
}

/** Measures how long sessions wait for locks, except the migration itself. */
async function watchLocks() {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let [longest, isStopped] = [0, false];
  const watching = (async () => {
    while (!isStopped) {
      const { rows } = await client.query(
        `SELECT COALESCE(max(extract(epoch FROM clock_timestamp() - l.waitstart)), 0)::float8 * 1000
                AS ms
           FROM pg_locks l JOIN pg_stat_activity a USING (pid)
          WHERE NOT l.granted AND a.query NOT LIKE 'LOCK TABLE%'
            AND l.locktype <> 'advisory'`,
      );
      longest = Math.max(longest, rows[0].ms);
      await sleep(SAMPLE_MS);
    }
  })();
  return async () => {
    isStopped = true;
    await watching;
    await client.end();
    return longest;
  };
}

/** Migrates with the current version, in a separate process. */
function migrate() {
  const script = `
    import { migrateDatabase } from '${ROOT}dist/src/platform/database/migrate.js';
    await migrateDatabase({ url: process.argv[1] });`;
  return new Promise((resolve, reject) => {
    spawn(process.execPath, ['--input-type=module', '-e', script, url], { stdio: 'inherit' }).once(
      'exit',
      (status) => (status === 0 ? resolve() : reject(new Error('The migration failed.'))),
    );
  });
}

async function verify(acknowledged) {
  const { verifyCounts } = await import(
    `${ROOT}dist/src/instance/operations/counts/count-verifier.js`
  );
  const report = await verifyCounts({ url, ssl: false }, { repair: false });
  const found = await withClient(url, async (client) => {
    const { rows } = await client.query(
      `SELECT count(*)::int AS events, (SELECT count(*)::int FROM event_parts()) AS parts
         FROM event WHERE feature_name LIKE 'switched-%' AND type LIKE 'feature-environment-%abled'`,
    );
    return rows[0];
  });
  console.log(`${found.events} events of ${acknowledged} acknowledged switches, one for each`);
  console.log(`${found.parts} partitions, ${report.differences.length} wrong counts`);
  return found.events === acknowledged && report.differences.length === 0;
}

const shown = (switches) => {
  const times = switches.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)]?.toFixed(0);
  return `${times.length} switches, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${times.at(-1)?.toFixed(0)} ms`;
};

async function run(folder) {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const service = await startService(folder, port);
  try {
    for (let n = 0; n < FEATURES; n++) {
      const { status } = await ask(port, '', { name: `switched-${n}` });
      if (status !== 201) throw new Error(`Creating a feature was answered with ${status}.`);
    }
    let began = performance.now();
    await withClient(url, generate);
    console.log(
      `${EVENTS.toLocaleString('en')} events, generated in ${((performance.now() - began) / 1000).toFixed(0)} s`,
    );
    const { switches, stop } = startLoad(port);
    await sleep(CALM_SECONDS * 1000);
    const longestWait = await watchLocks();
    began = performance.now();
    await migrate();
    const ended = performance.now();
    const longest = await longestWait();
    await sleep(CALM_SECONDS * 1000);
    await stop();
    const between = (from, to) =>
      switches.filter((one) => one.began + one.ms >= from && one.began < to);
    console.log(`migrated in ${((ended - began) / 1000).toFixed(1)} s`);
    console.log(`before:    ${shown(between(0, began))}`);
    console.log(`meanwhile: ${shown(between(began, ended))}`);
    console.log(`after:     ${shown(between(ended, Infinity))}`);
    console.log(`longest wait for a lock, of any session: ${longest.toFixed(0)} ms`);
    const refused = switches.filter(({ status }) => status !== 200).length;
    console.log(`${refused} switches refused`);
    const isRight = await verify(switches.length - refused);
    return isRight && refused === 0 && longest < LIMIT_MS;
  } finally {
    service.kill('SIGTERM');
    await new Promise((resolve) => service.once('exit', resolve));
  }
}

const folder = buildOf(previousCommit());
try {
  await withClient(server, async (client) => {
    console.log((await client.query('SELECT version()')).rows[0].version);
    await client.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${DATABASE}`);
  });
  process.exitCode = (await run(folder)) ? 0 : 1;
} finally {
  await withClient(server, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`),
  );
  removeBuild(folder);
}
