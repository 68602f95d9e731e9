/** Depth at which a schema that contains itself is cut off. */
const DEEPEST = 5;
/** Items of a list in an expensive but valid body. */
const MANY = 100;

/**
 * Values of strings that must name an existing thing, by the name of their property or list.
 */
const KNOWN = {
  project: 'target',
  projects: 'target',
  environment: 'development',
  environments: 'development',
  features: 'target-feature',
  featureName: 'target-feature',
  feature: 'target-parent',
  contextName: 'userId',
  path: '/description',
  op: 'replace',
  newPassword: 'Right-horse-battery-staple-1',
  password: 'Right-horse-battery-staple-1',
};

/** Makes values of the schemas of an OpenAPI document. */
export class SchemaSamples {
  /** @param {object} document */
  constructor(document) {
    this.document = document;
  }

  /** @param {object} schema */
  resolve(schema) {
    if (schema.$ref)
      return this.resolve(this.document.components.schemas[schema.$ref.split('/').pop()]);
    const [part, ...others] = schema.allOf ?? schema.oneOf ?? schema.anyOf ?? [];
    if (!part) return schema;
    const own = Object.fromEntries(
      Object.entries(schema).filter(([key]) => !['allOf', 'oneOf', 'anyOf'].includes(key)),
    );
    const parts = schema.allOf ? [part, ...others] : [part];
    return parts.map((one) => this.resolve(one)).reduce(merged, own);
  }

  /**
   * A valid value.
   * @param {object} schema
   * @param {{ many?: boolean }} [options] `many`: with long lists.
   */
  valid(schema, { many = false } = {}, depth = 0, name = '') {
    const one = this.resolve(schema);
    if (one.example !== undefined && !many) return one.example;
    if (one.enum) return one.enum[0];
    if (one.type === 'array') return this.#list(one, many, depth, name);
    if (one.type === 'object' || one.properties) return this.#object(one, many, depth);
    if (one.type === 'integer' || one.type === 'number') return Math.max(1, one.minimum ?? 1);
    if (one.type === 'boolean') return true;
    return KNOWN[name] ?? textOf(one);
  }

  #list(schema, many, depth, name) {
    if (depth >= DEEPEST) return [];
    const count = many && depth < 2 ? Math.min(schema.maxItems ?? MANY, MANY) : 1;
    return Array.from({ length: count }, () =>
      this.valid(schema.items ?? {}, { many }, depth + 1, name),
    );
  }

  #object(schema, many, depth) {
    if (depth >= DEEPEST) return {};
    const properties = Object.entries(schema.properties ?? {});
    const value = Object.fromEntries(
      properties.map(([name, part]) => [name, this.valid(part, { many }, depth + 1, name)]),
    );
    if (typeof schema.additionalProperties === 'object')
      for (let n = 0; n < (many ? MANY : 1); n++)
        value[`key-${n}`] = this.valid(schema.additionalProperties, { many }, depth + 1);
    return value;
  }

  /**
   * The paths in a body where a list, a text or an object is expected.
   * @param {object} schema
   * @returns {{ path: (string | number)[], kind: 'list' | 'text' | 'object', schema: object }[]}
   */
  places(schema, path = [], depth = 0) {
    const one = this.resolve(schema);
    if (depth > 3) return [];
    if (one.type === 'array')
      return [
        { path, kind: 'list', schema: one },
        ...this.places(one.items ?? {}, [...path, 0], depth + 1),
      ];
    if (one.type === 'object' || one.properties) {
      const inner = Object.entries(one.properties ?? {}).flatMap(([name, part]) =>
        this.places(part, [...path, name], depth + 1),
      );
      return [{ path, kind: 'object', schema: one }, ...inner];
    }
    return one.type === 'string' && !one.enum ? [{ path, kind: 'text', schema: one }] : [];
  }
}

/** @param {object} first @param {object} second */
function merged(first, second) {
  return { ...first, ...second, properties: { ...first.properties, ...second.properties } };
}

/** @param {object} schema */
function textOf({ format, minLength = 0 }) {
  if (format === 'date-time') return new Date(Date.now() + 30 * 86_400_000).toISOString();
  if (format === 'email') return 'someone@example.com';
  return 'sample'.padEnd(minLength, '-');
}

/**
 * JSON of a value in which other JSON replaces the value at a path.
 * @param {unknown} value
 * @param {(string | number)[]} path
 * @param {string} json
 */
export function withJsonAt(value, path, json) {
  const MARK = '@@here@@';
  if (path.length === 0) return json;
  const copy = structuredClone(value);
  let parent = copy;
  for (const step of path.slice(0, -1)) {
    if (parent === null || typeof parent !== 'object') return json;
    parent = parent[step];
  }
  if (parent === null || typeof parent !== 'object') return json;
  parent[path.at(-1)] = MARK;
  return JSON.stringify(copy).replace(JSON.stringify(MARK), () => json);
}
