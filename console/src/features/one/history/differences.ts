/** A value that an event changed. */
export interface Difference {
  path: string;
  before: string | undefined;
  after: string | undefined;
}

type Values = Readonly<Record<string, unknown>> | null | undefined;

/** Larger events are cut. */
const MOST = 200;

/** What differs between the values before and after an event, by path. */
export function differencesOf(before: Values, after: Values): Difference[] {
  const found: Difference[] = [];
  compare('', before ?? undefined, after ?? undefined, found);
  return found.slice(0, MOST);
}

function compare(path: string, before: unknown, after: unknown, found: Difference[]): void {
  if (found.length >= MOST || textOf(before) === textOf(after)) return;
  const isNested = isContainer(before) || isContainer(after);
  const isComparable = (value: unknown): boolean => value === undefined || isContainer(value);
  if (!isNested || !isComparable(before) || !isComparable(after))
    return void found.push({ path, before: textOf(before), after: textOf(after) });
  const [old, next] = [entriesOf(before), entriesOf(after)];
  for (const key of new Set([...Object.keys(old), ...Object.keys(next)]))
    compare(path ? `${path}.${key}` : key, old[key], next[key], found);
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

const entriesOf = (value: unknown): Readonly<Record<string, unknown>> =>
  (value ?? {}) as Readonly<Record<string, unknown>>;

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
