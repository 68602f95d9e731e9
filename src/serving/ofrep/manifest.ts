import type { ApiError } from '../../platform/errors/api-error.js';
import { type Json, jsonOf, toJson } from '../../platform/http/json.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import type { ClientFeature } from '../sdk-api/client-features.js';
import type {
  FlagType,
  ManifestErrorResponse,
  ManifestFlagResponse,
  ManifestResponse,
} from './manifest.dto.js';
import { payloadValue } from './payload-value.js';

/** The path prefix of the manifest API, and for its errors. */
export const MANIFEST_PATH = '/openfeature/v0/manifest';

const DEFAULTS: Readonly<Record<FlagType, unknown>> = {
  boolean: false,
  string: '',
  integer: 0,
  float: 0,
  object: {},
};

/** Describes flags for generators of typed code, sorted by name, in slices of time. */
export async function manifestOf(
  features: Iterable<ClientFeature>,
): Promise<Json<ManifestResponse>> {
  const sorted = [...features].sort((one, other) => (one.name < other.name ? -1 : 1));
  const flags = await new TimeSlice().map(sorted, (feature) => toJson(flagOf(feature)));
  return jsonOf(`{"flags":[${flags.join(',')}]}`);
}

/** An error in the format of the manifest API. */
export function manifestError({ message, status }: ApiError): ManifestErrorResponse {
  return { error: { message, status } };
}

function flagOf({ name: key, description, ...feature }: ClientFeature): ManifestFlagResponse {
  const type = typeOf(feature);
  return { key, type, description, defaultValue: DEFAULTS[type] };
}

function typeOf({
  variants,
  strategies,
}: Pick<ClientFeature, 'variants' | 'strategies'>): FlagType {
  const types: FlagType[] = [];
  for (const { payload } of [...strategies.flatMap((one) => one.variants), ...variants])
    if (payload) types.push(typeOfValue(payloadValue(payload)));
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
