import { isDeepStrictEqual } from 'node:util';

/** Whether two values are the same as JSON, in which undefined properties are absent. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(stored(one), stored(other));
}

function stored(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
