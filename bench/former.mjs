// Compares every operation with an earlier version of the service. See README.md.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { ReadAddresses } from './cases/read-addresses.mjs';
import { HttpConnection } from './load/http-connection.mjs';
import { main } from './options.mjs';
import { serverLine, startServer, withClient } from './server.mjs';
import { ADMIN_TOKEN } from './service.mjs';

/** Rows of the instance on both sides: enough to read pages of, little enough to generate twice. */
const ROWS = { features: 1_000, users: 200, projects: 5, events: 50_000 };
/** How many times as long as before an operation may take. */
const LIMIT = 1.05;
/** Milliseconds that are spent on both sides of an operation. */
const ENOUGH_MS = 3_000;
const MOST_CALLS = 1_000;
/** Calls of each side at first that compile code and plan statements. */
const UNCOUNTED_CALLS = 20;
const ENCRYPTION_KEY = 'the encryption key of the benchmark instances';
const LEFT_OUT = /\/stream$|^\/api\/admin\/search\/events$/;
const JSON_TYPE = 'content-type: application/json\r\n';
const USAGE = {
  appName: 'bench',
  bucket: { start: '2026-01-01T00:00:00Z', stop: '2026-01-01T00:01:00Z', toggles: {} },
};

/**
 * Changes, by what they do; `n` is another number for each call. The feature `f` has an environment
 * `production` with a strategy.
 * @type {[name: string, ask: (site: Side, n: number) => [method: 'GET' | 'POST' | 'PUT', path:
 * string, body?: unknown]][]}
 */
const CHANGES = [
  [
    'on/off',
    ({ feature }, n) => ['POST', `${feature}/environments/production/${n % 2 ? 'on' : 'off'}`],
  ],
  [
    'create a feature',
    ({ project }, n) => ['POST', `${project}/features`, { name: `former-${n}` }],
  ],
  [
    'change a feature',
    ({ feature }, n) => ['PUT', feature, { description: `${n}`, type: 'release' }],
  ],
  [
    'mark as stale',
    ({ project }, n) => ['POST', `${project}/stale`, { features: [`former-${n}`], stale: true }],
  ],
  [
    'variants',
    ({ feature }, n) => [
      'PUT',
      `${feature}/variants`,
      [{ name: `v${n}`, weight: 1000, weightType: 'variable', stickiness: 'default' }],
    ],
  ],
  [
    'create a segment',
    (_, n) => ['POST', '/api/admin/segments', { name: `s${n}`, constraints: [] }],
  ],
  ['create a tag', (_, n) => ['POST', '/api/admin/tags', { type: 'simple', value: `t${n}` }]],
  [
    'create a strategy type',
    (_, n) => ['POST', '/api/admin/strategies', { name: `st${n}`, parameters: [] }],
  ],
  ['report usage', () => ['POST', '/api/client/metrics', USAGE]],
];

main(async () => {
  const { values } = parseArgs({
    options: { former: { type: 'string' }, only: { type: 'string', default: '' } },
  });
  if (!values.former)
    throw new Error('--former is the folder of a built checkout of the earlier version.');
  const server = await startServer();
  const sides = [];
  try {
    console.log(await serverLine(server));
    for (const folder of [values.former, '.']) sides.push(await Side.open(folder, server));
    await compare(/** @type {[Side, Side]} */ (sides), values.only);
  } finally {
    for (const side of sides) await side.close();
    await server.stop();
  }
});

/** One version of the service, on a database that its own generator has filled. */
class Side {
  /** @param {string} folder @param {import('./server.mjs').Server} server */
  static async open(folder, server) {
    const load = (file) => import(pathToFileURL(path.resolve(folder, file)).href);
    const { SIZES } = await load('bench/sizes.mjs');
    const { ensureInstance } = await load('bench/instance.mjs');
    const name = folder === '.' ? 'present' : 'former';
    const url = await ensureInstance(server, { ...SIZES.small, ...ROWS, name }, { fresh: true });
    const { startService } = await load('bench/service.mjs');
    const service = await startService(url, { poolMax: 8, environment: { ENCRYPTION_KEY } });
    const side = new Side();
    await withClient(url, (client) => side.#prepare(service, client));
    return side;
  }

  async #prepare(service, client) {
    this.service = service;
    this.addresses = await ReadAddresses.prepare(`http://127.0.0.1:${service.port}`, client);
    this.addressOf = new Map();
    for (const template of readOperations())
      this.addressOf.set(template, await this.addresses.of(template));
    const { projectId, featureName } = this.addresses.values;
    this.project = `/api/admin/projects/${projectId}`;
    this.feature = `${this.project}/features/${featureName}`;
    /** A connection for each token. @type {Map<string, HttpConnection>} */
    this.connections = new Map();
  }

  /** Milliseconds of one call, and its status. */
  async time(method, address, body, token = ADMIN_TOKEN) {
    if (!this.connections.has(token))
      this.connections.set(token, new HttpConnection(this.service.port, { authorization: token }));
    const start = performance.now();
    const answer = await this.connections
      .get(token)
      .ask(method, address, body ? JSON_TYPE : '', body && JSON.stringify(body));
    return { ms: performance.now() - start, status: answer.status };
  }

  async close() {
    for (const connection of this.connections?.values() ?? []) connection.close();
    await this.addresses?.remove().catch(() => {});
    await this.service?.stop();
  }
}

function readOperations() {
  const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'));
  return Object.entries(document.paths)
    .filter(([template, { get }]) => get && template.startsWith('/api/admin'))
    .map(([template]) => template)
    .filter((template) => !LEFT_OUT.test(template));
}

/** @param {[Side, Side]} sides @param {string} only */
async function compare(sides, only) {
  const reads = [...sides[0].addressOf.keys()].map((template) => [
    `GET ${template}`,
    (side) => {
      const { path: address, token } = side.addressOf.get(template);
      return side.time('GET', address, undefined, token);
    },
  ]);
  const changes = CHANGES.map(([name, ask]) => [name, (side, n) => side.time(...ask(side, n))]);
  const chosen = [...changes, ...reads].filter(([name]) => new RegExp(only).test(name));
  const slower = [];
  for (const one of chosen) if (await isSlower(sides, one, ENOUGH_MS)) slower.push(one);
  console.log(`\nslower than ${LIMIT} times before, and measured again: ${slower.length}`);
  for (const one of slower) await isSlower(sides, one, 3 * ENOUGH_MS);
}

/** Prints a line of an operation, unless one of the versions does not answer it with success. */
async function isSlower(sides, [name, call], enoughMs) {
  const { before, now, statuses } = await pair(sides, call, enoughMs);
  if (!statuses.every((status) => status < 300)) return false;
  const [ratio, ...ms] = [now / before, before, now].map((figure) => figure.toFixed(2).padStart(8));
  console.log(`${ratio}  ${ms.join(' -> ')} ms  ${name}`);
  return now / before > LIMIT;
}

/**
 * Calls both in turns, one call at a time, so that whatever else the machine does affects both.
 * Each is the first of the two as often, since a service does some work after its answer. Compared
 * are the lower quartiles: other work of the machine only ever makes a call longer.
 * @param {[Side, Side]} sides
 */
async function pair(sides, call, enoughMs) {
  const times = [[], []];
  const statuses = new Set();
  const end = performance.now() + enoughMs;
  for (let n = 0; n < MOST_CALLS && performance.now() < end; n++)
    for (const at of n % 2 ? [1, 0] : [0, 1]) {
      const { ms, status } = await call(sides[at], n);
      if (n > UNCOUNTED_CALLS) times[at].push(ms);
      statuses.add(status);
    }
  const [before, now] = times.map(lowerQuartile);
  return { before, now, statuses: [...statuses] };
}

const lowerQuartile = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 4)] ?? NaN;
