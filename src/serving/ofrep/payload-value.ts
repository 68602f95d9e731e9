import { toJson } from '../../platform/http/json.js';

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
