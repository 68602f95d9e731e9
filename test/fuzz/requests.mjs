import fc from 'fast-check';
import { withJsonAt } from '../live/schema-samples.mjs';
import { EXAMPLES } from './examples.mjs';
import { brokenJson, hostileJson, hostileText, lookalikesFor, reference } from './values.mjs';

/**
 * A generated request. Texts can contain references, which are resolved before it is sent.
 * @typedef {{ operationId: string, method: string, template: string, path: string, caller: string,
 * headers: Record<string, string>, body?: string }} FuzzRequest
 */

/** Operations whose valid requests would make the service refuse all others. */
const REFUSE_OTHERS = new Set(['toggleMaintenance']);
/** Paths of operations that could delete things that all requests depend on. */
const DESTRUCTIVE = /^\/api\/admin\/(environments|projects\/\{projectId\}$)/;

/** Generates requests to one operation after another. */
export class FuzzRequests {
  /** @param {import('./values.mjs').SchemaValues} values */
  constructor(values) {
    this.values = values;
  }

  /**
   * @param {any} operation One of `operationsOf`.
   * @param {string[]} callers Names of callers, the most useful one first.
   * @returns {fc.Arbitrary<FuzzRequest>}
   */
  of(operation, callers) {
    const { method, template, operationId, parameters = [] } = operation;
    const inPlace = (place) => parameters.filter((one) => one.in === place);
    return fc
      .record({
        path: this.#path(template, inPlace('path')),
        query: this.#query(inPlace('query')),
        headers: this.#headers(inPlace('header')),
        caller: fc.oneof(
          { weight: 12, arbitrary: fc.constant(callers[0]) },
          fc.constantFrom(...callers),
        ),
        content: this.#content(operation),
      })
      .map(({ path, query, headers, caller, content }) => ({
        operationId,
        method: method.toUpperCase(),
        template,
        path: query ? `${path}?${query}` : path,
        caller,
        headers: { ...headers, ...content.headers },
        ...(content.body === undefined ? {} : { body: content.body }),
      }));
  }

  /**
   * Valid requests of an operation: about things that exist, and by the caller with the most
   * permissions.
   * @param {any} operation
   * @param {string} caller
   * @returns {fc.Arbitrary<FuzzRequest>}
   */
  plain(operation, caller) {
    const { method, template, operationId, parameters = [], requestBody } = operation;
    const needed = parameters.filter((one) => one.in === 'query' && one.required);
    const query = needed.map(({ name, schema }) =>
      this.values.valid(schema, name).map((value) => pairText([name, value])),
    );
    const schema = requestBody?.content['application/json']?.schema;
    const bodies = schema ? this.#bodies(operation, schema) : fc.constant(undefined);
    return fc.record({ query: fc.tuple(...query), body: bodies }).map(({ query: pairs, body }) => ({
      operationId,
      method: method.toUpperCase(),
      template,
      path: [
        template.replace(/\{(\w+)\}/g, (_, name) => reference(`path:${name}`)),
        ...(pairs.length > 0 ? [pairs.join('&')] : []),
      ].join('?'),
      caller,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }));
  }

  /**
   * Requests of a reading operation about things that exist, in each of which one parameter of the
   * path or query has an odd text.
   * @param {any} operation
   * @param {string} caller
   * @returns {FuzzRequest[]}
   */
  lookalikes({ method, template, operationId, parameters = [] }, caller) {
    if (method !== 'get') return [];
    const request = { operationId, method: 'GET', template, caller, headers: {} };
    const inPath = (name, text) =>
      template.replace(/\{(\w+)\}/g, (_, one) =>
        one === name ? encoded(text) : reference(`path:${one}`),
      );
    return parameters
      .filter((one) => one.in === 'path' || one.in === 'query')
      .flatMap((one) =>
        lookalikesFor(one).map((text) => ({
          ...request,
          path:
            one.in === 'path'
              ? inPath(one.name, text)
              : `${inPath('', '')}?${pairText([one.name, text])}`,
        })),
      );
  }

  /** Valid bodies of an operation. */
  #bodies({ operationId }, schema) {
    const valid = this.values.valid(schema);
    const examples = EXAMPLES[operationId];
    const all = examples
      ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...examples) }, valid)
      : valid;
    return REFUSE_OTHERS.has(operationId)
      ? all.map((value) => ({ ...value, enabled: false, refuseTurningOff: false }))
      : all;
  }

  #path(template, parameters) {
    const existing = (name) => fc.constant(reference(`path:${name}`));
    const values = parameters.map(({ name, schema }) =>
      fc.oneof(
        { weight: 8, arbitrary: existing(name) },
        { weight: 1, arbitrary: this.values.valid(schema, safe(template, name)).map(encoded) },
        {
          weight: 2,
          arbitrary: fc.oneof(hostileText.map(encoded), fc.constantFrom('%', '%ff', '%00', '%2f')),
        },
      ),
    );
    return fc.tuple(...values).map((all) => {
      let path = template;
      parameters.forEach(({ name }, n) => (path = path.replace(`{${name}}`, () => all[n])));
      return path;
    });
  }

  #query(parameters) {
    const pairs = parameters.map(({ name, schema }) =>
      fc
        .oneof(
          { weight: 3, arbitrary: this.values.valid(schema, name) },
          { weight: 1, arbitrary: hostileText },
        )
        .map((value) => [name, value]),
    );
    if (pairs.length === 0) return fc.constant('');
    const odd = fc.constantFrom('a[b]=1', '[]=1', '__proto__[a]=1', 'limit=1&limit=2', '%', '&&=');
    return fc
      .tuple(
        fc.array(fc.oneof(...pairs), { maxLength: 4 }),
        fc.oneof({ weight: 9, arbitrary: fc.constant('') }, odd),
      )
      .map(([all, rest]) => [...all.map(pairText), rest].filter(Boolean).join('&'));
  }

  #headers(parameters) {
    const values = Object.fromEntries(
      parameters.map(({ name, schema }) => [
        name.toLowerCase(),
        fc.oneof(this.values.valid(schema, name), hostileText).map(headerText),
      ]),
    );
    const odd = {
      'if-none-match': fc.constantFrom('*', '""', 'W/"x"', 'a,b'),
      accept: fc.constantFrom('text/html', '*/*', 'application/xml;q=0', ';'),
      'accept-encoding': fc.constantFrom('gzip', 'br', 'identity;q=0', '*;q=0', 'gzip;q=x'),
      'accept-language': fc.constantFrom('xx', '*', ';'),
      range: fc.constantFrom('bytes=0-1', 'bytes=x'),
      cookie: fc.constantFrom('unleash-session=%', 'unleash-session=x', '=;=;', 'a=b; a=c'),
      'x-forwarded-for': fc.constantFrom('x', '1.2.3.4, ::1', ''),
    };
    return fc
      .tuple(
        fc.nat(5),
        fc.record({ ...odd, ...values }, { requiredKeys: [] }),
        fc.constantFrom(...Object.keys({ ...odd, ...values })),
      )
      .map(([turn, all, only]) =>
        turn === 5
          ? all
          : Object.fromEntries(
              Object.entries(all).filter(
                ([name]) => values[name] !== undefined || (turn === 4 && name === only),
              ),
            ),
      );
  }

  #content(operation) {
    const content = operation.requestBody?.content;
    if (!content) {
      const none = fc.constant({ headers: {} });
      return fc.oneof({ weight: 9, arbitrary: none }, json(hostileJson));
    }
    const [contentType, { schema }] = Object.entries(content)[0];
    if (contentType !== 'application/json') return forms(contentType, this.values.valid(schema));
    const sent = this.#bodies(operation, schema);
    const broken = fc.tuple(sent, fc.nat(), hostileJson).map(([value, n, text]) => {
      const places = placesIn(value);
      return withJsonAt(value, places[n % places.length], text);
    });
    const lacking = fc.tuple(sent, fc.nat()).map(([value, n]) => lessOne(value, n));
    const isOpen = !REFUSE_OTHERS.has(operation.operationId);
    return fc.oneof(
      { weight: 6, arbitrary: json(sent.map((value) => JSON.stringify(value))) },
      { weight: isOpen ? 6 : 0, arbitrary: json(broken) },
      { weight: 1, arbitrary: json(lacking.map((value) => JSON.stringify(value))) },
      { weight: 1, arbitrary: json(hostileJson) },
      { weight: 1, arbitrary: json(brokenJson) },
      { weight: 1, arbitrary: oddContent(sent.map((value) => JSON.stringify(value))) },
    );
  }
}

const json = (texts) =>
  texts.map((body) => ({ headers: { 'content-type': 'application/json' }, body }));

/** Bodies with headers that contradict them. */
const oddContent = (texts) =>
  fc
    .tuple(
      texts,
      fc.constantFrom(
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/json; charset=latin1' },
        { 'content-type': 'application/json; charset="' },
        { 'content-type': 'application/xml' },
        { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        { 'content-type': 'application/json', 'content-encoding': 'x' },
        { 'content-type': '' },
        {},
      ),
    )
    .map(([body, headers]) => ({ headers, body }));

const forms = (contentType, valid) =>
  fc
    .oneof(
      valid.map((value) => new URLSearchParams(value).toString()),
      hostileText.map((text) => `a=${encoded(text)}&%`),
    )
    .map((body) => ({ headers: { 'content-type': contentType }, body }));

/** Destructive operations get no names of things that the test needs. */
const safe = (template, name) => (DESTRUCTIVE.test(template) ? '' : name);

/**
 * The paths of all values within a value.
 * @returns {(string | number)[][]}
 */
function placesIn(value, path = []) {
  if (value === null || typeof value !== 'object') return [path];
  const inner = Object.entries(value).flatMap(([key, part]) =>
    key === '__proto__' ? [] : placesIn(part, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [...inner, path];
}

function lessOne(value, n) {
  const keys = Object.keys(value ?? {});
  const dropped = keys[n % Math.max(1, keys.length)];
  return value === null || typeof value !== 'object' || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).filter(([key]) => key !== dropped));
}

/** Percent-encodes any text, also one with half a surrogate pair. */
function encoded(value) {
  const text = Buffer.from(String(value)).toString();
  return text.replace(/@@[\w:]+@@|[^]/gu, (part) =>
    part.startsWith('@@') ? part : encodeURIComponent(part),
  );
}

const pairText = ([name, value]) =>
  (Array.isArray(value) ? value : [value])
    .map((one) => `${encodeURIComponent(name)}=${encoded(one)}`)
    .join('&');

/** A text with the characters that Node accepts in a header. */
const headerText = (value) => String(value).replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');
