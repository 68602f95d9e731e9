import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { compiled } from '../server.mjs';
import { ReadAddresses } from './read-addresses.mjs';
import { ACTOR, Site } from './site.mjs';

/** Milliseconds within which a person gets a page, a summary or one object. */
const LIMIT_MS = 50;
/** Milliseconds within which a person gets the statistics. */
const STATISTICS_LIMIT_MS = 20;
/** The same in each run, since the signing key in the database is encrypted with it. */
const ENCRYPTION_KEY = 'the encryption key of the benchmark instances';
/** How often an operation is called at most after the first call, which fills caches. */
const ROUNDS = 9;
/**
 * Milliseconds after which an operation is not called again, so that all of them take about two
 * minutes.
 */
const ENOUGH_MS = 700;
/** How many times as long as its statement alone a list of everything may take. */
const LIST_RATIO = 2;
/** Milliseconds that any request may take beyond its statement, however short that is. */
const REQUEST_MS = 5;
/**
 * Operations without pages, whose time grows with what they return: the file and the name of their
 * statement, and its parameters.
 * @type {Record<string, [file: string, name: string, values: (own: Record<string, unknown>) =>
 * unknown[]]>}
 */
const WHOLE_LISTS = {
  '/api/admin/projects/{projectId}/features': [
    'src/flags/feature/feature.sql.js',
    'LIST_FEATURES',
    ({ projectId }) => [projectId, ACTOR.id, null, null],
  ],
  '/api/admin/projects/{projectId}': [
    'src/flags/project-contents/project-overview.sql.js',
    'READ_DEPRECATED_OVERVIEW',
    ({ projectId }) => [projectId, ACTOR.id],
  ],
  '/api/admin/projects/{projectId}/health-report': [
    'src/flags/project-contents/project-overview.sql.js',
    'READ_HEALTH_REPORT',
    ({ projectId }) => [projectId, ACTOR.id],
  ],
  '/api/admin/user-admin': ['src/access/people/user/user.sql.js', 'LIST', () => []],
  '/api/admin/user-admin/access': ['src/access/people/user/user.sql.js', 'ACCESS', () => []],
  '/api/admin/access/overview': [
    'src/access/roles/overview/access-overview.sql.js',
    'OVERVIEW',
    () => [],
  ],
  '/api/admin/archive/features': [
    'src/flags/feature/archive/archive.sql.js',
    'LIST',
    () => [null, []],
  ],
  '/api/admin/context/{contextField}/strategies': [
    'src/flags/context-field/context-field.sql.js',
    'LIST_STRATEGIES',
    ({ contextField }) => [contextField, []],
  ],
  '/api/admin/segments/{id}/strategies': [
    'src/flags/segment/segment.sql.js',
    'LIST_STRATEGIES',
    ({ id }) => [id, []],
  ],
  '/api/admin/event-creators': [
    'src/audit/audit-log/event/event-creators.sql.js',
    'EVENT_CREATORS',
    () => [],
  ],
};
/** Operations of the administration that do not read data, and streams, which do not end. */
const LEFT_OUT = /^\/api\/admin\/search\/events$|\/stream$/;
const DOCUMENT = fileURLToPath(new URL('../../openapi.json', import.meta.url));

/**
 * Calls every GET operation of the administration, one at a time. Prints each as soon as it is
 * measured, and lists in the end which took longer than a person should wait.
 * @param {string} url
 * @param {import('pg').Client} client
 * @returns {Promise<string>}
 */
export async function everyRead(url, client) {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
  const templates = Object.entries(document.paths)
    .filter(([path, { get }]) => get && path.startsWith('/api/admin') && !LEFT_OUT.test(path))
    .map(([path]) => path);
  const site = await Site.open(url, undefined, { ENCRYPTION_KEY });
  const origin = `http://127.0.0.1:${site.service.port}`;
  const addresses = await ReadAddresses.prepare(origin, client);
  try {
    const measured = [];
    for (const template of templates) {
      const { path, token, values } = await addresses.of(template);
      const read = await readOne(template, origin + path, token);
      const one = { ...read, bare: await readBare(template, values, client) };
      console.log(one.bare === undefined ? line(one) : withRatio(one));
      measured.push(one);
    }
    return slowestOf(measured);
  } finally {
    await addresses.remove();
    await site.close();
  }
}

/** Milliseconds of the statement of a list alone, or undefined for other operations. */
async function readBare(template, values, client) {
  if (!WHOLE_LISTS[template]) return undefined;
  const [file, name, parameters] = WHOLE_LISTS[template];
  const { text } = (await compiled(file))[name];
  const [, ...warm] = await timesOf(() => client.query({ text, values: parameters(values) }));
  return Math.min(...warm);
}

/**
 * Milliseconds of each call: the first one, and further ones until there are {@link ROUNDS} or
 * {@link ENOUGH_MS} have passed.
 */
async function timesOf(call) {
  const times = [];
  for (let sum = 0; times.length < 2 || (times.length <= ROUNDS && sum < ENOUGH_MS);) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
    sum += times.at(-1);
  }
  return times;
}

const middle = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

async function readOne(template, address, token) {
  let status = 0;
  let bytes = 0;
  const [cold, ...warm] = await timesOf(async () => {
    const answer = await fetch(address, { headers: { authorization: token } });
    bytes = (await answer.arrayBuffer()).byteLength;
    status = answer.status;
  });
  return { template, status, cold, fastest: Math.min(...warm), median: middle(warm), bytes };
}

const line = (one) =>
  `  ${one.median.toFixed(1).padStart(8)} ms ${one.fastest.toFixed(1).padStart(8)} ms ${one.cold.toFixed(0).padStart(6)} ms ${(one.bytes / 1000).toFixed(0).padStart(6)} kB  ${one.status}  ${one.template}`;
/** How many times as long as the statement alone, by the fastest of each. */
const ratioOf = (one) => one.fastest / one.bare;
const withRatio = (one) => `${line(one)}  ${ratioOf(one).toFixed(2)} of its SQL`;
const isSlowList = (one) => ratioOf(one) > LIST_RATIO && one.fastest - one.bare > REQUEST_MS;
const limitOf = ({ template }) =>
  /\/statistics(\/csv)?$/.test(template) ? STATISTICS_LIMIT_MS : LIMIT_MS;

function slowestOf(measured) {
  const slowest = (list) => [...list].sort((a, b) => b.fastest - a.fastest);
  const lists = slowest(measured.filter(({ template }) => WHOLE_LISTS[template]));
  const others = measured.filter(({ template }) => !WHOLE_LISTS[template]);
  const over = slowest(others.filter((one) => one.fastest > limitOf(one)));
  const within = slowest(others.filter((one) => one.fastest <= limitOf(one)));
  return [
    `every read: ${others.length} GETs of a page, a summary or one object, one caller; median and fastest of at most ${ROUNDS}, first, size`,
    `over the limit of ${LIMIT_MS} ms (statistics ${STATISTICS_LIMIT_MS} ms): ${over.length}`,
    ...over.map(line),
    'the slowest within it',
    ...within.slice(0, 10).map(line),
    'not answered with 200, so not measured',
    ...within.filter(({ status }) => status !== 200).map(line),
    `lists of everything over ${LIST_RATIO} times their SQL, and over ${REQUEST_MS} ms more: ${lists.filter(isSlowList).length}`,
    ...lists.map(withRatio),
  ].join('\n');
}
