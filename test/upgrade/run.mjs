// Updates two serving instances one after the other, and then goes back to the previous version
// with the migrated database. See docs/operate/upgrading.md. npm run test:upgrade -- --from v1.2.0
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { compiled, compiledPath, withClient } from '../../bench/server.mjs';
import { freePort } from '../../bench/service.mjs';
import { SIZES } from '../../bench/sizes.mjs';
import {
  eventFailures,
  gapFailures,
  historyFailures,
  scheduleFailures,
  servedFailures,
  SWITCH_GAP_MS,
} from '../faults/checks.mjs';
import { ADMIN_TOKEN, CLIENT_TOKENS } from '../faults/instances.mjs';
import { Workload } from '../faults/workload.mjs';
import { startServer } from '../live/instance.mjs';
import { buildOf, git, previousVersion, removeBuild } from '../live/previous-version.mjs';
import { ServiceProcess } from '../live/service-process.mjs';

const DATABASE = 'feature_flag_upgrade_test';
const PASSWORD = 'Right-horse-battery-staple-1';
/** How many places the load balancer has for instances. */
const PLACES = 2;
const STEADY_MS = 3_000;
/**
 * Milliseconds for which the load balancer sends nothing to an instance before the instance is
 * stopped.
 */
const DRAIN_MS = 500;
/** Statuses that mean that the service is busy or stopping. */
const TURNED_AWAY = [429, 503];
const MOST_LINES = 8;
/** How many of the longest switches are listed. */
const LONGEST = 5;

const { values: options } = parseArgs({
  options: {
    from: { type: 'string', default: previousVersion() },
    events: { type: 'string', default: '200000' },
  },
});

/** The instances that the load balancer sends requests to. */
const instances = {
  ports: /** @type {number[]} */ ([]),
  all: /** @type {ServiceProcess[]} */ ([]),
  cookie: '',
};
/**
 * What happened to the instances, and when.
 * @type {{ at: number, what: string }[]}
 */
const milestones = [];
/** @param {string} what */
const note = (what) => milestones.push({ at: performance.now(), what });
const server = await startServer();
const url = server.urlOf(DATABASE);
console.log(
  `previous version: ${options.from} (${git('log', '-1', '--format=%h %s', options.from)})`,
);
const previous = buildOf(options.from);
try {
  await withClient(server.urlOf('postgres'), async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${DATABASE} TEMPLATE template0`);
  });
  await prepare();
  const failures = [
    ...(await phase('update', () => replaceAll(compiledPath('src/main.js')))),
    ...(await phase('rollback', () => replaceAll(path.join(previous, 'dist/src/main.js')))),
    ...(await countFailures()),
  ];
  console.log(failures.length === 0 ? '\nNo request failed.' : `\n${failures.length} failures`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await Promise.all(instances.all.map((one) => one.stop('SIGKILL')));
  await withClient(server.urlOf('postgres'), (client) =>
    client.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`),
  );
  await server.stop();
  removeBuild(previous);
}

/** Starts the previous version on a database with many rows. */
async function prepare() {
  const migrations = (folder) =>
    readdirSync(path.join(folder, 'migrations')).filter((file) => /^\d.*\.js$/.test(file));
  const known = migrations(path.join(previous, 'dist'));
  const added = migrations(compiledPath('.')).filter((file) => !known.includes(file));
  console.log(`${added.length} new migrations: ${added.join(', ')}`);
  if (added.length === 0) console.log('The test is of little use without new migrations.');
  const { migrateDatabase } = await import(
    path.join(previous, 'dist/src/platform/database/migrate.js')
  );
  await migrateDatabase({ url });
  const { fill } = await import(path.join(previous, 'bench/generator/fill.mjs'));
  await withClient(url, (client) =>
    fill(client, { ...SIZES.small, features: 2_000, events: Number(options.events) }, () => {}),
  );
  // The rows were inserted without the counts that the service stores with them.
  const counts = path.join(previous, 'dist/src/instance/operations/counts/count-verifier.js');
  const { verifyCounts } = await import(counts);
  await verifyCounts({ url, ssl: false }, { repair: true });
  for (let place = 0; place < PLACES; place++)
    await start(place, path.join(previous, 'dist/src/main.js'));
  instances.cookie = await signIn();
}

/** Starts an instance, and sends the requests of a place to it when it is ready. */
async function start(place, main) {
  const service = await ServiceProcess.start(url, {
    main,
    port: await freePort(),
    environment: {
      INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
      INIT_CLIENT_API_TOKENS: Object.values(CLIENT_TOKENS).join(','),
      REQUEST_QUOTA_PER_SECOND: '1000000000',
      SDK_QUOTA_PER_SECOND: '1000000000',
      ENCRYPTION_KEY: 'key-of-the-upgrade-test-that-keeps-nothing-secret',
    },
  });
  instances.all.push(service);
  instances.ports[place] = service.port;
  return service;
}

/**
 * Creates a user and signs in, since there is no first administrator in a database that had users
 * before the first start.
 */
async function signIn() {
  const person = { username: 'upgrader', password: PASSWORD };
  await send('/api/admin/user-admin', {
    ...person,
    name: 'Upgrader',
    rootRole: 1,
    sendEmail: false,
  });
  const answer = await send('/auth/simple/login', person);
  return answer.headers.getSetCookie()[0].split(';')[0];
}

/** @param {string} path @param {object} body */
async function send(path, body) {
  const answer = await fetch(`http://127.0.0.1:${instances.ports[0]}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: ADMIN_TOKEN },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** Replaces one instance after the other, as a rolling update does. */
async function replaceAll(main) {
  for (let place = 0; place < PLACES; place++) {
    const former = instances.all.find(({ port }) => port === instances.ports[place]);
    const began = performance.now();
    note(`instance ${place} began to start`);
    await start(place, main);
    note(`instance ${place} was ready`);
    console.log(`  instance ${place} was ready after ${Math.round(performance.now() - began)} ms`);
    await sleep(DRAIN_MS);
    note(`the former instance ${place} began to stop`);
    await former.stop();
    note(`the former instance ${place} had stopped`);
    await sleep(STEADY_MS);
  }
}

/**
 * Runs a step under load.
 * @returns The failures.
 */
async function phase(name, work) {
  console.log(`\n${name}`);
  const workload = new Workload(instances, name);
  await workload.prepare();
  workload.start();
  await sleep(STEADY_MS);
  await work();
  await workload.stop();
  const checks = await withClient(url, async (client) => {
    const database = { query: async (sql, values) => (await client.query(sql, values)).rows };
    return {
      'every request answered': [...workload.client.statuses]
        .filter(([status]) => TURNED_AWAY.includes(status))
        .map(([status, count]) => `${count} of status ${status}`)
        .concat(workload.client.unanswered, workload.client.wrong),
      'every switch within 2 s': gapFailures(workload.probes, [0, 1], SWITCH_GAP_MS),
      'one event per change': await eventFailures(workload, database),
      'each schedule executed once': await scheduleFailures(workload, database),
      linearizable: historyFailures(workload),
      'served as stored': await servedFailures(workload, database),
    };
  });
  report(workload, checks);
  return Object.values(checks).flat();
}

function report(workload, checks) {
  const requests = [...workload.client.statuses.values()].reduce((sum, count) => sum + count, 0);
  const switches = workload.probes.flat().sort((a, b) => b.to - b.from - (a.to - a.from));
  console.log(`  ${requests} requests, the longest switches took`);
  for (const { from, to } of switches.slice(0, LONGEST))
    console.log(`    ${Math.round(to - from)} ms, begun ${placeOf(from)}`);
  for (const [check, lines] of Object.entries(checks)) {
    console.log(`  ${lines.length === 0 ? 'held  ' : 'FAILED'} ${check}`);
    for (const line of lines.slice(0, MOST_LINES)) console.log(`    ${line}`);
  }
}

/**
 * The step of the update in which a time is.
 * @param {number} at
 */
function placeOf(at) {
  const last = milestones.findLast((one) => one.at <= at);
  return last ? `${Math.round(at - last.at)} ms after ${last.what}` : 'before anything started';
}

/** The failures of verifying the counts that both versions have maintained. */
async function countFailures() {
  const { verifyCounts } = await compiled('src/instance/operations/counts/count-verifier.js');
  const { differences } = await verifyCounts({ url, ssl: false }, { repair: false });
  const names = differences.map(({ name, places }) => `${name} is wrong in ${places} places`);
  console.log(`\n${names.length === 0 ? 'held  ' : 'FAILED'} stored counts ${names.join(', ')}`);
  return names;
}
