/** Why something is no schema. */
export interface SchemaFault {
  /** JSON pointer of the faulty part in the schema; empty for the schema itself. */
  pointer: string;
  message: string;
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Keywords whose value is a schema, a list of schemas, or an object of schemas. */
const ONE = [
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const NAMED = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties'];
/** Keywords without schemas. */
const PLAIN = [
  '$anchor',
  '$comment',
  '$dynamicAnchor',
  '$dynamicRef',
  '$id',
  '$ref',
  '$schema',
  'const',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'default',
  'dependentRequired',
  'deprecated',
  'description',
  'enum',
  'examples',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maxContains',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minContains',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'pattern',
  'readOnly',
  'required',
  'title',
  'type',
  'uniqueItems',
  'writeOnly',
];
const KNOWN = new Set([...ONE, ...LIST, ...NAMED, ...PLAIN]);
/** Formats that are checked. */
const FORMATS = new Set([
  'date',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'json-pointer',
  'regex',
  'relative-json-pointer',
  'time',
  'uri',
  'uri-reference',
  'uri-template',
  'uuid',
]);

type Json = Record<string, unknown>;

/**
 * The first part of a schema that would not check what its author means: an unknown keyword, a
 * reference to something elsewhere or nowhere, a pattern that cannot be matched in linear time.
 * Whether values of keywords have the right form is not looked at.
 * @param compile Throws if a pattern is none.
 */
export function faultOf(
  schema: object,
  compile: (pattern: string) => void,
): SchemaFault | undefined {
  const parts = [...partsOf(schema)];
  const targets = new Set(['#']);
  for (const [pointer, part] of parts) {
    targets.add(`#${pointer}`);
    if (isObject(part) && typeof part['$anchor'] === 'string') targets.add(`#${part['$anchor']}`);
  }
  for (const [pointer, part] of parts) {
    const fault = isObject(part) ? ownFaultOf(part, pointer === '', targets, compile) : undefined;
    if (fault) return { ...fault, pointer: `${pointer}${fault.pointer}` };
  }
  return undefined;
}

/** A schema and the schemas in it, with their pointers. Its depth is bounded before. */
function* partsOf(schema: unknown, pointer = ''): Generator<[string, unknown]> {
  if (schema === undefined) return;
  yield [pointer, schema];
  if (!isObject(schema)) return;
  for (const key of ONE) yield* partsOf(schema[key], `${pointer}/${key}`);
  for (const key of LIST)
    for (const [index, one] of listIn(schema[key]).entries())
      yield* partsOf(one, `${pointer}/${key}/${index}`);
  for (const key of NAMED)
    if (isObject(schema[key]))
      for (const [name, one] of Object.entries(schema[key]))
        yield* partsOf(one, `${pointer}/${key}/${escaped(name)}`);
}

function ownFaultOf(
  part: Json,
  isWhole: boolean,
  targets: ReadonlySet<string>,
  compile: (pattern: string) => void,
): SchemaFault | undefined {
  const at = (key: string, message: string): SchemaFault => ({ pointer: `/${key}`, message });
  const unknown = Object.keys(part).find((key) => !KNOWN.has(key) && !key.startsWith('x-'));
  if (unknown !== undefined)
    return at(escaped(unknown), 'is no keyword of draft 2020-12; names of your own begin with x-');
  const { $schema, $ref, $dynamicRef, format } = part;
  if ($schema !== undefined && $schema !== DIALECT && $schema !== `${DIALECT}#`)
    return at('$schema', `must be ${DIALECT}, or absent`);
  if ('$id' in part && !isWhole) return at('$id', 'is only allowed for the whole schema');
  if ($ref !== undefined && !targets.has(decoded($ref)))
    return at('$ref', 'must refer to a part of this schema, such as #/$defs/colour');
  if ($dynamicRef !== undefined) return at('$dynamicRef', 'is not supported: use $ref');
  if (format !== undefined && !FORMATS.has(format as string))
    return at('format', `must be one of ${[...FORMATS].join(', ')}`);
  const patterns = isObject(part['patternProperties']) ? part['patternProperties'] : {};
  for (const name of Object.keys(patterns))
    if (!compiles(name, compile)) return at(`patternProperties/${escaped(name)}`, NO_PATTERN);
  const isFaulty = typeof part['pattern'] === 'string' && !compiles(part['pattern'], compile);
  return isFaulty ? at('pattern', NO_PATTERN) : undefined;
}

const NO_PATTERN = 'must be a regular expression without lookaround and backreferences (RE2)';

function compiles(pattern: string, compile: (pattern: string) => void): boolean {
  try {
    compile(pattern);
    return true;
  } catch {
    return false;
  }
}

/** A reference without percent-encoding. */
function decoded(ref: unknown): string {
  try {
    return decodeURIComponent(String(ref));
  } catch {
    return '';
  }
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
