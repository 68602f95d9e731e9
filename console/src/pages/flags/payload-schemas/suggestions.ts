import type { PayloadViolation } from './payload-schema-queries.js';

interface Schema {
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  type?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** A value that replaces the whole payload. */
export interface Suggestion {
  label: string;
  value: string;
}

const MOST = 8;

/**
 * What a schema offers for a payload: the values that it lists, properties that are absent, and for
 * each property with a value that it does not list those that it does.
 */
export function suggestionsFor(
  schema: object,
  { type, value }: { type: string; value: string },
  violations: readonly Pick<PayloadViolation, 'pointer'>[],
): Suggestion[] {
  if (type === 'csv') return [];
  const { properties = {}, ...rest } = schema as Schema;
  const whole = listed(rest).map((one) => ({
    label: JSON.stringify(one),
    value: type === 'string' ? String(one) : JSON.stringify(one),
  }));
  const present = type === 'json' ? objectIn(value) : undefined;
  if (!present) return whole.slice(0, MOST);
  const wrong = new Set(violations.map(({ pointer }) => pointer.slice(1)));
  const ofProperties = Object.entries(properties).flatMap(([name, one]) => {
    const isThere = Object.hasOwn(present, name);
    if (isThere && !wrong.has(name)) return [];
    const values = isThere ? listed(one) : [listed(one)[0] ?? emptyOf(one)];
    return values.map((chosen) => ({
      label: `"${name}": ${JSON.stringify(chosen)}`,
      value: JSON.stringify({ ...present, [name]: chosen }, null, 2),
    }));
  });
  return [...whole, ...ofProperties].slice(0, MOST);
}

/** The values that a schema names. */
function listed(schema: Schema): unknown[] {
  if (schema.default !== undefined) return [schema.default, ...(schema.enum ?? [])];
  return schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
}

function emptyOf({ type }: Schema): unknown {
  const first: unknown = Array.isArray(type) ? type[0] : type;
  if (first === 'number' || first === 'integer') return 0;
  if (first === 'boolean') return false;
  if (first === 'array') return [];
  return first === 'object' ? {} : first === 'null' ? null : '';
}

function objectIn(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
