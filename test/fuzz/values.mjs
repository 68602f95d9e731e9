import fc from 'fast-check';

/** Depth at which a schema that contains itself is cut off. */
const DEEPEST = 6;
/** Lengths of generated lists and texts; longer ones are tested by `npm run test:bounds`. */
const MOST_ITEMS = 4;
const MOST_CHARACTERS = 120;

/** Stands for the id of something that exists, and is replaced when the request is sent. */
export const reference = (name) => `@@${name}@@`;

/**
 * Names of things that exist, by the name of a property or a parameter, so that requests get past
 * the check whether they exist.
 * @type {Record<string, string[]>}
 */
const EXISTING = {
  project: ['target', 'default'],
  projects: ['target', 'default', '*'],
  projectId: ['target', 'default'],
  newProjectId: ['default', 'target'],
  rule: ['FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=MO;COUNT=3', 'FREQ=DAILY;BYMONTHDAY=31'],
  timeZone: ['UTC', 'Europe/Berlin'],
  strategyName: ['flexibleRollout', 'default'],
  metricName: ['evaluations', 'errors'],
  environment: ['development', 'production'],
  environments: ['development', 'production'],
  features: ['target-feature', 'target-parent', 'target-archived'],
  feature: ['target-parent', 'target-feature'],
  featureName: ['target-feature', 'target-archived'],
  name: ['target', 'default', 'flexibleRollout', 'target-feature'],
  contextName: ['userId', 'appName', 'currentTime', 'target'],
  contextField: ['userId', 'target'],
  stickiness: ['default', 'userId', 'random'],
  type: ['release', 'simple', 'client', 'experiment', 'string', 'json'],
  tagType: ['simple'],
  appName: ['target'],
  provider: ['webhook', 'slack-app'],
  events: ['feature-created', 'feature-environment-enabled'],
  permissions: ['UPDATE_FEATURE', 'ADMIN'],
  path: ['/description', '/name', '/type', '/stale', '/variants', '/0', '/-', '/0/weight'],
  op: ['replace', 'add', 'remove', 'test', 'copy', 'move'],
  from: ['/description', '/0'],
  password: ['Right-horse-battery-staple-1'],
  username: ['bounds-target'],
  email: ['someone@example.com'],
  rootRole: ['Viewer', 'Editor', 'Admin'],
  rollout: ['50'],
  operator: ['IN', 'REGEX', 'IN_CIDR', 'SEMVER_EQ', 'DATE_AFTER', 'NUM_EQ'],
  value: ['target', '1.2.3', '10.0.0.0/8', '2026-01-01T00:00:00Z', '^a+$'],
  query: ['target'],
  sortBy: ['name', 'createdAt', 'type', 'project', 'environment:development'],
  tag: ['IS:simple:target', 'simple:target'],
};

/**
 * Properties whose numbers are ids.
 * @type {Record<string, string>}
 */
const IDS = {
  segments: 'segmentId',
  segmentIds: 'segmentId',
  strategyId: 'strategyId',
  users: 'userId',
  user: 'userId',
  groups: 'groupId',
  roles: 'roleId',
  rootRole: 'roleId',
  ids: 'segmentId',
  createdBy: 'userId',
  reviewers: 'userId',
  templateId: 'templateId',
};

/** Valid JSON that code may not expect in place of the right value. */
const HOSTILE_JSON = [
  'null',
  'true',
  '""',
  '" "',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '[{}]',
  '{"":null}',
  '0',
  '-0',
  '-1',
  '0.5',
  '1e308',
  '1e400',
  '-1e400',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '9223372036854775808',
  '"a\\u0000b"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u202e\\ufeff\\u200b"',
  '"😀👩‍👩‍👧‍👦é"',
  '"İ"',
  '"%"',
  '"\\\\"',
  '"\'; --"',
  '"../.."',
  '"0"',
  '"NaN"',
  '"-0"',
  '"1e400"',
  '"2026-02-31"',
  '"2025-02-29T12:00:00Z"',
  '"2026-01-01T24:00:00Z"',
  '"2026-01-01T12:00:00+23:00"',
  '"9999-12-31T23:59:59-14:00"',
  '"9999-99-99T99:99:99Z"',
  '"+275760-09-13T00:00:00.000Z"',
  '"-000001-01-01T00:00:00Z"',
  '"0000-01-01"',
  '"0000-01-01T00:00:00Z"',
  '"__proto__"',
  '"constructor"',
  '"(a+)+$"',
  '"["',
  '"{{#a}}"',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{}}}',
  '{"toString":1,"length":-1}',
  '{"a\\u0000":1}',
  '{"\\ud800":1}',
  `"${'a'.repeat(300)}"`,
  `"${'x'.repeat(5_000)}"`,
  '['.repeat(200) + ']'.repeat(200),
  '{"a":'.repeat(200) + '1' + '}'.repeat(200),
];

/** Texts that are not JSON. */
const BROKEN = [
  '',
  '{',
  '{"a":',
  '[1,]',
  "{'a':1}",
  'undefined',
  '\u0000',
  '{"a":1}{"b":2}',
  '\uFEFF{}',
];

export const hostileJson = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_JSON) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map(JSON.stringify) },
);

export const brokenJson = fc.constantFrom(...BROKEN);

/** Texts for addresses and headers. */
export const hostileText = fc.oneof(
  fc.constantFrom(
    ...HOSTILE_JSON.filter((json) => json.startsWith('"')).map((json) => JSON.parse(json)),
    ...['-1', '0', '99999999999999999999', '1e3', 'null', 'undefined', 'IS:', 'IS_ANY_OF:,', '*'],
  ),
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

/** Texts that look like a value, and that PostgreSQL or JavaScript refuses or changes. */
const LOOKALIKES = [
  ...['2026-02-31', '2025-02-29', '0000-01-01', '10000-01-01', '2026-00-10', '24:00'],
  ...['2026-02-31T00:00:00Z', '2026-01-01T24:00:00Z', '0000-01-01T00:00:00Z'],
  ...['2026-01-01T12:00:00+23:00', '9999-12-31T23:59:59-14:00', '2026-01-01 (a)', 'infinity'],
  ...['-0', '1e400', '-1e400', '0x10', '2147483648', '9007199254740993', '9223372036854775808'],
  ...['\u0000', '\ud800', '\udc00\ud800'],
];

/**
 * Odd texts for a parameter, also behind the operators of a filter such as `IS_BEFORE:2026-01-31`.
 * @param {any} parameter
 * @returns {string[]}
 */
export function lookalikesFor({ description = '', schema }) {
  const operators = `${description} ${schema.pattern ?? ''}`.match(/\b[A-Z][A-Z_]+\b/g) ?? [];
  const prefixes = ['', ...new Set(operators.map((operator) => `${operator}:`))];
  return prefixes.flatMap((prefix) => LOOKALIKES.map((text) => prefix + text));
}

/** Generates values of the schemas of an OpenAPI document. */
export class SchemaValues {
  /** @param {object} document */
  constructor(document) {
    this.schemas = document.components.schemas;
  }

  /**
   * Values that a schema allows.
   * @param {any} schema
   * @param {string} name Name of the property or parameter.
   * @returns {fc.Arbitrary<any>}
   */
  valid(schema, name = '', depth = 0) {
    const values = this.#present(schema, name, depth);
    return schema.nullable ? fc.oneof({ weight: 5, arbitrary: values }, fc.constant(null)) : values;
  }

  #present(schema, name, depth) {
    if (schema.$ref) return this.valid(this.schemas[schema.$ref.split('/').pop()], name, depth);
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) return fc.oneof(...choices.map((one) => this.valid(one, name, depth)));
    if (schema.allOf) return this.#all(schema, name, depth);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (schema.type === 'array') return this.#list(schema, name, depth);
    if (schema.type === 'object' || schema.properties) return this.#object(schema, depth);
    if (schema.type === 'integer' || schema.type === 'number') return numbers(schema, name);
    if (schema.type === 'boolean') return fc.boolean();
    if (schema.type === 'string') return texts(schema, name);
    return fc.jsonValue({ maxDepth: 2 });
  }

  #all(schema, name, depth) {
    const parts = schema.allOf.map((one) => this.valid(one, name, depth));
    if (parts.length === 1) return parts[0];
    return fc.tuple(...parts).map((all) => Object.assign({}, ...all));
  }

  #list(schema, name, depth) {
    if (depth >= DEEPEST) return fc.constant([]);
    return fc.array(this.valid(schema.items ?? {}, name, depth + 1), {
      minLength: Math.min(schema.minItems ?? 0, MOST_ITEMS),
      maxLength: Math.min(schema.maxItems ?? MOST_ITEMS, MOST_ITEMS),
    });
  }

  #object(schema, depth) {
    if (depth >= DEEPEST) return fc.constant({});
    const properties = Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, part]) => [
        key,
        this.valid(part, key, depth + 1),
      ]),
    );
    const requiredKeys = schema.required ?? [];
    const required = Object.fromEntries(
      Object.entries(properties).filter(([key]) => requiredKeys.includes(key)),
    );
    // Requests with fewer optional properties are accepted more often.
    const named = fc.oneof(
      { weight: 2, arbitrary: fc.record(required) },
      { weight: 3, arbitrary: fc.record(properties, { requiredKeys }) },
    );
    const additional = schema.additionalProperties;
    if (typeof additional !== 'object') return named;
    const keys = fc.oneof(
      fc.constantFrom(
        'rollout',
        'stickiness',
        'groupId',
        'userIds',
        'development',
        'userId',
        'url',
      ),
      fc.string({ minLength: 1, maxLength: 20 }),
    );
    const others = fc.dictionary(keys, this.valid(additional, '', depth + 1), { maxKeys: 3 });
    return fc.tuple(others, named).map((all) => Object.assign({}, ...all));
  }
}

function numbers({ type, minimum, maximum }, name) {
  const [min, max] = [minimum ?? -1000, maximum ?? 1_000_000];
  const small = fc.integer({ min, max: Math.max(min, Math.min(max, min + 100)) });
  const any = type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
  const ends = fc.constantFrom(min, max);
  const id = IDS[name] ? [fc.constant(reference(IDS[name]))] : [];
  return fc.oneof(small, any, ends, ...id, ...id);
}

function texts({ format, pattern, minLength = 0, maxLength = MOST_CHARACTERS }, name) {
  const max = Math.max(minLength, Math.min(maxLength, MOST_CHARACTERS));
  const known = EXISTING[name] ? [fc.constantFrom(...EXISTING[name])] : [];
  if (MOMENTS.has(name)) known.push(fc.constantFrom(0, 50, 1_000).map(ago));
  const id = IDS[name] ? [fc.constant(reference(IDS[name]))] : [];
  return fc.oneof(
    { weight: 2, arbitrary: formatted(format) ?? matching(pattern, minLength, max) },
    ...[...known, ...id].map((arbitrary) => ({ weight: 6, arbitrary })),
  );
}

/** Parameters with moments of the past. */
const MOMENTS = new Set(['asOf', 'from', 'to']);

/** @param {number} milliseconds */
function ago(milliseconds) {
  return new Date(Date.now() - milliseconds).toISOString();
}

function formatted(format) {
  if (format === 'date-time')
    return fc
      .date({ min: new Date('1969-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (format === 'date')
    return fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.constant('someone@example.com');
  if (format === 'uri' || format === 'uri-reference') return fc.webUrl();
  return undefined;
}

function matching(pattern, minLength, maxLength) {
  const free = fc.oneof(
    fc.string({ minLength, maxLength }),
    fc.string({ unit: 'grapheme', minLength, maxLength }),
  );
  if (!pattern) return free;
  try {
    return fc.stringMatching(new RegExp(pattern), { maxLength: Math.max(maxLength, 1) });
  } catch {
    // fast-check does not generate lookaheads, which all exclude some reserved words.
    return fc.oneof(fc.stringMatching(/^[a-z][a-z0-9-]{1,20}$/), free);
  }
}
