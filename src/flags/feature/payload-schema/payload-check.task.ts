import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { faultOf, type SchemaFault } from './schema-faults.js';

/** Data of a variant. */
export interface Payload {
  type: string;
  value: string;
}

/** Payloads to check against the JSON of a schema. */
export interface PayloadsToCheck {
  schema: string;
  payloads: readonly Payload[];
}

/** What a schema does not allow in a payload. */
export interface Violation {
  /** Position of the payload in the list. */
  index: number;
  /** JSON pointer of the part of the value; empty for the value itself. */
  pointer: string;
  /** Keyword of the schema that does not allow it. */
  rule: string;
  /** What would be right. */
  message: string;
}

/** Why a schema is none, or what it does not allow. */
export type PayloadsChecked = { fault: SchemaFault } | { violations: Violation[] };

const MAX_COMPILED = 50;
const MAX_VIOLATIONS = 10;
const MAX_LISTED = 10;
/** Instructions of a compiled pattern. */
const LARGEST_PROGRAM = 1_000;

const compiled = new LRUCache<string, ValidateFunction>({ max: MAX_COMPILED });
const meta = new Ajv2020({ strict: false });
const isSchema = meta.getSchema('https://json-schema.org/draft/2020-12/schema')!;

/** A pattern in the engine that SDKs use for constraints, whose time grows with the text alone. */
const linear = Object.assign(
  (pattern: string) => {
    const regex = RE2JS.compile(RE2JS.translateRegExp(pattern));
    if (regex.programSize() > LARGEST_PROGRAM) throw new Error('The pattern is too large.');
    return { test: (text: string) => regex.matcher(text).find() };
  },
  { code: 'undefined' }, // Only for code that is stored.
);

/** Runs in a worker thread: checks payloads against schemas, which are compiled once. */
export default function check(groups: readonly PayloadsToCheck[]): PayloadsChecked[] {
  return groups.map(({ schema, payloads }) => {
    const validate = compiled.get(schema) ?? compile(schema);
    if ('pointer' in validate) return { fault: validate };
    compiled.set(schema, validate);
    return { violations: payloads.flatMap((one, index) => violationsOf(one, index, validate)) };
  });
}

function compile(text: string): ValidateFunction | SchemaFault {
  const schema = JSON.parse(text) as object;
  const fault = faultOf(schema, (pattern) => void linear(pattern));
  if (fault) return fault;
  if (!isSchema(schema)) return faultFrom(isSchema.errors![0]!);
  try {
    const ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      inlineRefs: false,
      ownProperties: true,
      validateSchema: false,
      meta: false,
      logger: false,
      code: { regExp: linear as never },
    });
    formats.default(ajv);
    const validate = ajv.compile(schema);
    // Code that is generated from the schema gets it without an evaluation.
    if (!('default' in schema) || validate(schema.default)) return validate;
    return { pointer: '/default', message: 'must follow the schema itself' };
  } catch (error) {
    return { pointer: '', message: (error as Error).message };
  }
}

function faultFrom(error: ErrorObject): SchemaFault {
  return { pointer: error.instancePath, message: meaningOf(error) };
}

function violationsOf(payload: Payload, index: number, validate: ValidateFunction): Violation[] {
  const read = valueOf(payload);
  if ('message' in read) return [{ index, pointer: '', rule: 'type', message: read.message }];
  try {
    if (validate(read.value)) return [];
  } catch {
    const message = 'cannot be checked, as the schema refers to itself without an end';
    return [{ index, pointer: '', rule: '$ref', message }];
  }
  // What is wrong in a part explains why a combination of schemas does not match, and comes first.
  return validate.errors!.slice(0, MAX_VIOLATIONS).map((error) => ({
    index,
    pointer: error.instancePath,
    rule: error.keyword,
    message: meaningOf(error),
  }));
}

/**
 * The value that a schema describes: that of JSON or of a number, a text as it is, and the parts
 * between the commas of a CSV, without the spaces around them.
 */
function valueOf({ type, value }: Payload): { value: unknown } | { message: string } {
  if (type === 'string') return { value };
  if (type === 'csv') return { value: value.split(',').map((part) => part.trim()) };
  try {
    const parsed: unknown = JSON.parse(value);
    if (type === 'json') return { value: parsed };
    if (Number.isFinite(parsed)) return { value: parsed };
  } catch {
    // Said below.
  }
  return { message: type === 'json' ? 'must be JSON' : 'must be a number, such as 2.5' };
}

/** What would be right. The messages of the library name no values. */
function meaningOf({ keyword, params, message = 'is not allowed' }: ErrorObject): string {
  const { allowedValues, allowedValue, additionalProperty, unevaluatedProperty, type } =
    params as Record<string, unknown>;
  if (keyword === 'enum') return `must be one of ${listed(allowedValues as unknown[])}`;
  if (keyword === 'const') return `must be ${JSON.stringify(allowedValue)}`;
  if (keyword === 'type' && Array.isArray(type)) return `must be ${type.join(' or ')}`;
  const extra = additionalProperty ?? unevaluatedProperty;
  if (extra !== undefined) return `must not have the property ${JSON.stringify(extra)}`;
  if (keyword === 'false schema') return 'must be absent';
  return message;
}

function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_LISTED).map((value) => JSON.stringify(value));
  return shown.join(', ') + (values.length > MAX_LISTED ? ', …' : '');
}
