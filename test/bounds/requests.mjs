import {
  inPlaceOfList,
  inPlaceOfObject,
  inPlaceOfText,
  PATH_VALUES,
  queriesOf,
} from './hostile-values.mjs';
import { withJsonAt } from '../live/schema-samples.mjs';

/**
 * One request to send.
 * @typedef {{ operation: string, label: string, method: string, path: string, body?: string,
 * contentType?: string, isHostile?: boolean }} BoundsRequest
 */

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
/** Operations that delete something come last, so that the others find it. */
const ORDER = { get: 0, post: 1, put: 1, patch: 1, delete: 2 };
const DEFAULT_BODY_BYTES = 100 * 1024;
/** The deepest level of a body at which values are as large as the body can be. */
const FULL_SIZE_DEPTH = 1;

/**
 * Values for bodies that would otherwise make the service refuse all switches.
 * @type {Record<string, object>}
 */
const HARMLESS = {
  toggleMaintenance: { enabled: false, refuseTurningOff: false },
  setInstancePolicy: { enforcement: 'warn' },
};

/**
 * Chooses operations by parts of their ids, separated by commas; an empty text chooses all.
 * @param {string} only
 * @returns {(operation: { operationId: string }) => boolean}
 */
export function isWanted(only) {
  const parts = only.toLowerCase().split(',');
  return ({ operationId }) => parts.some((part) => operationId.toLowerCase().includes(part));
}

/**
 * The operations of an OpenAPI document.
 * @param {object} document
 */
export function operationsOf(document) {
  const all = Object.entries(document.paths).flatMap(([template, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      template,
      method,
      ...item[method],
    })),
  );
  return all.sort((a, b) => ORDER[a.method] - ORDER[b.method]);
}

/**
 * The requests of an operation: the plain one first, then expensive and hostile ones. A generator,
 * since all bodies of an import together take most of a gigabyte.
 * @param {object} operation
 * @param {import('../live/schema-samples.mjs').SchemaSamples} samples
 * @param {Record<string, string>} names Values of path parameters.
 * @param {import('./expensive.mjs').ExpensiveRequest[]} [expensive]
 * @returns {Generator<BoundsRequest>}
 */
export function* requestsOf(operation, samples, names, expensive = []) {
  const { method, template, operationId, parameters = [] } = operation;
  const path = fillIn(template, names);
  const base = { operation: operationId, method: method.toUpperCase(), path };
  const bodies = bodiesOf(operation, samples);
  const plain = { ...base, ...bodies.next().value?.content };
  yield { ...plain, label: 'plain' };
  for (const { label, body, names: others, query } of expensive) {
    const content =
      body === undefined ? {} : { body: JSON.stringify(body), contentType: 'application/json' };
    const place = fillIn(template, { ...names, ...others });
    const path = query ? `${place}?${new URLSearchParams(query)}` : place;
    yield { ...plain, ...content, label, path };
  }
  for (const { label, content } of bodies)
    yield { ...base, ...content, label, isHostile: label !== 'long lists' };
  for (const { name } of parameters.filter((one) => one.in === 'query'))
    for (const [label, query] of queriesOf(name))
      yield { ...plain, label: `?${name}: ${label}`, isHostile: true, path: `${path}?${query}` };
  for (const { name } of parameters.filter((one) => one.in === 'path'))
    for (const [label, value] of PATH_VALUES)
      yield {
        ...plain,
        label: `{${name}}: ${label}`,
        isHostile: true,
        path: fillIn(template, { ...names, [name]: value }),
      };
}

/** @param {string} template @param {Record<string, string>} names */
function fillIn(template, names) {
  return template.replace(/\{([^}]+)\}/g, (_, name) => names[name] ?? 'absent');
}

/**
 * The plain one first.
 * @returns {Generator<{ label: string, content: { body: string, contentType: string } }>}
 */
function* bodiesOf(operation, samples) {
  const content = operation.requestBody?.content;
  if (!content) return;
  const [contentType, { schema }] = Object.entries(content)[0];
  const bytes = bytesOf(operation);
  if (!contentType.endsWith('json')) return yield* formsOf(contentType, schema, samples, bytes);
  const json = (label, body) => ({ label, content: { body, contentType } });
  const harmless = HARMLESS[operation.operationId];
  const sample = (options) => {
    const made = samples.valid(schema, options);
    return harmless ? { ...made, ...harmless } : made;
  };
  const valid = sample();
  yield json('plain', JSON.stringify(valid));
  yield json('long lists', JSON.stringify(sample({ many: true })));
  for (const [label, text] of inPlaceOfObject(bytes)) yield json(`body: ${label}`, text);
  for (const { path, kind, schema: part } of samples.places(schema)) {
    // Deeper levels are parsed in the same way, so they get smaller values.
    const most = path.length > FULL_SIZE_DEPTH ? Math.min(bytes, DEFAULT_BODY_BYTES) : bytes;
    for (const [label, text] of variantsOf(kind, part, samples, most))
      yield json(`${path.join('/') || 'body'}: ${label}`, withJsonAt(valid, path, text));
  }
}

function variantsOf(kind, schema, samples, bytes) {
  if (kind === 'list')
    return inPlaceOfList(JSON.stringify(samples.valid(schema.items ?? {})), bytes);
  if (kind === 'text') return inPlaceOfText(bytes);
  return [...inPlaceOfObject(bytes)].filter(
    ([label]) => label === 'many keys' || label === 'empty lists',
  );
}

/** Bodies that an HTML form can send. */
function formsOf(contentType, schema, samples, bytes) {
  const fields = Object.entries(samples.valid(schema));
  const form = (label, body) => ({ label, content: { body, contentType } });
  return [
    form('plain', new URLSearchParams(fields).toString()),
    ...fields.map(([name]) => form(`${name}: long`, `${name}=${'a'.repeat(bytes - 1_000)}`)),
    form(
      'many fields',
      Array.from({ length: Math.floor(bytes / 8) }, (_, n) => `${n % 1000}=1`).join('&'),
    ),
    ...fields.map(([name]) =>
      form(
        `${name}: XML`,
        `${name}=${encodeURIComponent(Buffer.from(manyElements(bytes / 2)).toString('base64'))}`,
      ),
    ),
  ];
}

/** @param {number} bytes */
const manyElements = (bytes) =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${'<a/>'.repeat(bytes / 4)}</samlp:Response>`;

/** The largest body that an operation accepts, in bytes, according to its description of 413. */
function bytesOf({ responses = {} }) {
  const [, kibibytes] = /larger than (\d+) KiB/.exec(responses['413']?.description ?? '') ?? [];
  return kibibytes ? Number(kibibytes) * 1024 : DEFAULT_BODY_BYTES;
}
