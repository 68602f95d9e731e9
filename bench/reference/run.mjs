// Measures on/off and the same in Unleash on the same server, with the same features. See
// ../README.md.
import { parseArgs } from 'node:util';
import { installUnleash, startUnleash } from '../../scripts/unleash-server.mjs';
import { CALLERS, Site } from '../cases/site.mjs';
import { besideUnleash } from '../cases/switch.mjs';
import { ensureInstance } from '../instance.mjs';
import { HttpConnection } from '../load/http-connection.mjs';
import { measure } from '../measure.mjs';
import { main } from '../options.mjs';
import { tables } from '../report.mjs';
import { serverLine, startServer, withClient } from '../server.mjs';
import { freePort } from '../service.mjs';
import { SIZES } from '../sizes.mjs';
import { copyFeatures } from './copy-features.mjs';

const VERSION = '6.6.0';
const ADMIN_TOKEN = '*:*.admin-token-of-the-reference';

/** A thousand features, and the large instance. A target is a multiple of the rate of Unleash. */
const MEASURED = [
  { size: { ...SIZES.small, name: 'thousand', features: 1_000, events: 150_000 }, target: 8 },
  { size: SIZES.large, target: 80 },
];

main(async () => {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '12' },
      size: { type: 'string', default: 'both' },
    },
  });
  const chosen = MEASURED.filter(({ size }) => ['both', size.name].includes(values.size));
  if (chosen.length === 0)
    throw new Error(`--size is thousand, large or both, not ${values.size}.`);
  const folder = installUnleash(VERSION);
  const server = await startServer();
  try {
    console.log(`${await serverLine(server)}\nUnleash ${VERSION}\n`);
    for (const { size, target } of chosen) {
      const measured = await compare(server, folder, size, Number(values.seconds));
      console.log(`\n${size.features.toLocaleString('en')} features\n\n${tables([measured])}\n`);
      const verdict = measured.ratio >= target ? 'holds ' : 'MISSED';
      console.log(`${verdict}  ${target} times the rate: ${measured.ratio.toFixed(1)}`);
    }
  } finally {
    await server.stop();
  }
});

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
      return await measure(site, besideUnleash(unleash, connections), seconds);
    } finally {
      process.kill(site.service.pid, 'SIGCONT');
      await site.close();
    }
  } finally {
    for (const connection of connections) connection.close();
    unleash.kill('SIGKILL'); // SIGKILL also ends a process that is stopped
  }
}

/** Creates an empty database with the name in the address; drops an existing one. */
async function createDatabase(client, url) {
  const name = new URL(url).pathname.slice(1);
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0`);
}
