/** A difference between two states: where, and the values before and after as JSON. */
export interface Difference {
  path: string;
  before?: string;
  after?: string;
}

const MOST = 500;

/** The differences between the state before and after an event, property by property. */
export function differencesOf(before: unknown, after: unknown): readonly Difference[] {
  const found: Difference[] = [];
  compare(before ?? {}, after ?? {}, '', found);
  return found;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function compare(before: unknown, after: unknown, path: string, found: Difference[]): void {
  if (found.length >= MOST) return;
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    for (const name of names)
      compare(before[name], after[name], path === '' ? name : `${path}.${name}`, found);
    return;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    for (let n = 0; n < length; n++) compare(before[n], after[n], `${path}[${n}]`, found);
    return;
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  found.push({ path, before: written(before), after: written(after) });
}

function written(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}
