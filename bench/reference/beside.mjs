import { setTimeout as sleep } from 'node:timers/promises';
import { installUnleash, startUnleash } from '../../scripts/unleash-server.mjs';
import { CALLERS, Site } from '../cases/site.mjs';
import { besideUnleash } from '../cases/switch.mjs';
import { ensureInstance } from '../instance.mjs';
import { residentBytes } from '../load/cpu.mjs';
import { HttpConnection } from '../load/http-connection.mjs';
import { measure } from '../measure.mjs';
import { tables } from '../report.mjs';
import { withClient } from '../server.mjs';
import { freePort } from '../service.mjs';
import { SIZES } from '../sizes.mjs';
import { copyFeatures } from './copy-features.mjs';

const VERSION = '6.6.0';
const ADMIN_TOKEN = '*:*.admin-token-of-the-reference';
/** Milliseconds after which the memory of a start is measured. */
const SETTLING_MS = 5_000;

const thousand = (name, events) => ({ ...SIZES.small, name, features: 1_000, events });
/**
 * A thousand features with hardly a history and with one, and the large instance. A target is a
 * multiple of the rate of Unleash.
 */
export const REFERENCE = [
  { size: thousand('thousand_new', 100), target: 8 },
  { size: thousand('thousand', 150_000), target: 8 },
  { size: SIZES.large, target: 80 },
];

/**
 * Measures on/off and the same in Unleash on the same server, with the same features. See
 * ../README.md.
 * @param {import('../server.mjs').Server} server
 * @param {typeof REFERENCE[number]} what
 * @param {number} seconds
 * @returns {Promise<string>} Lines to print.
 */
export async function besideReference(server, { size, target }, seconds) {
  const { measured, memory } = await compare(server, installUnleash(VERSION), size, seconds);
  const first = measured.sides.map((side, n) => {
    const { calls, rate, p99 } = measured.first[n];
    return `${side} ${rate.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms (${calls} calls)`;
  });
  return [
    `on/off beside Unleash ${VERSION}: ${size.features.toLocaleString('en')} features, ${size.events.toLocaleString('en')} events`,
    tables([measured]),
    `first seconds after the start: ${first.join('; ')}`,
    ...memory,
    `${measured.ratio >= target ? 'holds ' : 'MISSED'}  ${target} times the rate: ${measured.ratio.toFixed(1)}`,
  ].join('\n');
}

/**
 * Measures both in turns on the same server.
 * @param {import('../server.mjs').Server} server
 * @param {string} folder Of the installed Unleash.
 * @param {import('../sizes.mjs').Size} size
 * @param {number} seconds
 */
async function compare(server, folder, size, seconds) {
  const ours = await ensureInstance(server, size);
  const theirs = server.urlOf(`feature_flag_bench_unleash_${size.name}`);
  await withClient(server.urlOf('postgres'), (client) => createDatabase(client, theirs));
  const port = await freePort();
  const unleash = await startUnleash(folder, {
    databaseUrl: theirs,
    port,
    adminToken: ADMIN_TOKEN,
    environment: {
      // As many connections as the service has, instead of Unleash's default of 4.
      DATABASE_POOL_MAX: String(CALLERS),
      // Seconds; connections of callers are idle during the turns of the other side.
      SERVER_KEEPALIVE_TIMEOUT: '600',
    },
  });
  const connections = Array.from(
    { length: CALLERS },
    () => new HttpConnection(port, { authorization: ADMIN_TOKEN }),
  );
  try {
    await copyFeatures(ours, theirs, size.events);
    const site = await Site.open(ours, undefined, { HTTP_KEEP_ALIVE_SECONDS: '600' });
    try {
      await sleep(SETTLING_MS);
      const pids = [site.service.pid, unleash.pid];
      const before = memoryOf(pids);
      const measured = await measure(site, besideUnleash(unleash, connections), seconds);
      const memory = [`after the start: ${before}`, `after load: ${memoryOf(pids)}`];
      return { measured, memory: memory.map((line) => `resident memory ${line}`) };
    } finally {
      process.kill(site.service.pid, 'SIGCONT');
      await site.close();
    }
  } finally {
    for (const connection of connections) connection.close();
    unleash.kill('SIGKILL'); // SIGKILL also ends a process that is stopped
  }
}

function memoryOf(pids) {
  const [service, reference] = pids.map((pid) => Math.round(residentBytes([pid]) / 1e6));
  return `service ${service} MB, reference ${reference} MB`;
}

/** Creates an empty database with the name in the address; drops an existing one. */
async function createDatabase(client, url) {
  const name = new URL(url).pathname.slice(1);
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0`);
}
