import type { ApiError } from '../../platform/errors/api-error.js';
import { type Json, jsonOf, toJson } from '../../platform/http/json.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import type { ClientFeature } from '../sdk-api/client-features.js';
import type {
  FlagType,
  ManifestErrorResponse,
  ManifestFlagResponse,
  ManifestResponse,
} from './ofrep.dto.js';

/** The path prefix of the manifest API, and for its errors. */
export const MANIFEST_PATH = '/openfeature/v0/manifest';

const DEFAULTS: Readonly<Record<FlagType, unknown>> = {
  boolean: false,
  string: '',
  integer: 0,
  float: 0,
  object: {},
};

/**
 * Describes flags for generators of typed code, sorted by name, in slices of time.
 * @param schemas Those that all payloads of their features follow.
 */
export async function manifestOf(
  features: Iterable<ClientFeature>,
  schemas: ReadonlyMap<string, object>,
): Promise<Json<ManifestResponse>> {
  const sorted = [...features].sort((one, other) => (one.name < other.name ? -1 : 1));
  const flags = await new TimeSlice().map(sorted, (feature) =>
    toJson(flagOf(feature, schemas.get(feature.name))),
  );
  return jsonOf(`{"flags":[${flags.join(',')}]}`);
}

/** An error in the format of the manifest API. */
export function manifestError({ message, status }: ApiError): ManifestErrorResponse {
  return { error: { message, status } };
}

function flagOf(
  { name: key, description, variants, strategies }: ClientFeature,
  schema: Schema | undefined,
): ManifestFlagResponse {
  const payloads = [...strategies.flatMap((one) => one.variants), ...variants].flatMap(
    ({ payload }) => payload ?? [],
  );
  // The value of a CSV is a text, and its schema is about the parts.
  if (!schema || payloads.some(({ type }) => type === 'csv')) {
    const type = typeOf(payloads);
    return { key, type, description, defaultValue: DEFAULTS[type] };
  }
  const type = typeOfSchema(schema) ?? typeOf(payloads);
  return { key, type, description, defaultValue: schema.default ?? DEFAULTS[type], schema };
}

/** What decides the type of a flag. */
interface Schema {
  type?: unknown;
  enum?: unknown;
  const?: unknown;
  default?: unknown;
}

const OF_SCHEMA: Readonly<Record<string, FlagType>> = {
  boolean: 'boolean',
  string: 'string',
  integer: 'integer',
  number: 'float',
  object: 'object',
  array: 'object',
};

/** The type of all values that a schema allows; undefined when it does not say one. */
function typeOfSchema({ type, enum: values, const: only }: Schema): FlagType | undefined {
  if (typeof type === 'string') return OF_SCHEMA[type];
  const allowed: unknown[] = Array.isArray(values) ? values : only === undefined ? [] : [only];
  const types = new Set(allowed.map((value) => typeOfValue(JSON.stringify(value))));
  return types.size === 1 ? [...types][0] : undefined;
}

function typeOf(payloads: readonly { type: string; value: string }[]): FlagType {
  const types = payloads.map((payload) => typeOfValue(payloadValue(payload)));
  const [first = 'boolean'] = types;
  return first === 'integer' && types.includes('float') ? 'float' : first;
}

/** The type of a value that is written as JSON. */
function typeOfValue(json: string): FlagType {
  const text = json.trimStart();
  if (text.startsWith('"')) return 'string';
  if (text.startsWith('t') || text.startsWith('f')) return 'boolean';
  if (!/^[-\d]/.test(text)) return 'object';
  return Number.isInteger(Number(text)) ? 'integer' : 'float';
}

/**
 * The value of a payload as JSON: JSON and numbers as they are written, since parsing would change
 * some: 9007199254740993, 1e400, -0. A number that is none for most languages, and an invalid
 * payload, are texts, which is better than an error in the application.
 */
export function payloadValue({ type, value }: { type: string; value: string }): string {
  if (type !== 'json' && type !== 'number') return toJson(value);
  try {
    const parsed: unknown = JSON.parse(value);
    return type === 'number' && !Number.isFinite(parsed) ? toJson(value) : value;
  } catch {
    return toJson(value);
  }
}
