import { wordsOfConstraint } from '../../flags/constraints/constraint-words.js';
import { type Constraint, OPERATORS } from '../../flags/constraints/operators.js';
import { eventTexts as texts } from '../../../texts/events.js';

/** A value that differs between two states: where, and in words what it was and is. */
export interface Difference {
  path: string;
  before: string | undefined;
  after: string | undefined;
}

type Container = Readonly<Record<string, unknown>>;

/** Longer lists of differences are cut. */
const MOST = 500;

/** What differs between two states, property by property; `path` leads to both. */
export function differencesOf(
  before: unknown,
  after: unknown,
  path: readonly string[] = [],
): Difference[] {
  const found: Difference[] = [];
  compare(before, after, path, found);
  return found.slice(0, MOST);
}

function compare(before: unknown, after: unknown, path: readonly string[], found: Difference[]) {
  if (found.length >= MOST || JSON.stringify(before) === JSON.stringify(after)) return;
  const sides = [before, after].filter((side) => side !== undefined && side !== null);
  if (sides.every(isNested) && (path.length === 0 || sides.length === 2)) {
    const [old, next] = [before ?? {}, after ?? {}] as [Container, Container];
    const names = new Set([...Object.keys(old), ...Object.keys(next)]);
    for (const name of names) compare(old[name], next[name], [...path, nameOf(name, sides)], found);
    return;
  }
  const [old, next] = [wordsOfValue(before), wordsOfValue(after)];
  if (old !== next) found.push({ path: path.join(texts.separator), before: old, after: next });
}

/** Positions in lists count from one. */
const nameOf = (name: string, sides: readonly unknown[]): string =>
  sides.some(Array.isArray) ? String(Number(name) + 1) : name;

/** Whether the parts of a value are compared one by one. */
function isNested(value: unknown): value is Container {
  if (typeof value !== 'object' || value === null || isConstraint(value)) return false;
  return Array.isArray(value) ? value.some((item) => typeof item === 'object') : true;
}

function isConstraint(value: object): value is Constraint {
  return 'contextName' in value && OPERATORS.includes((value as Constraint).operator);
}

/** A value in words, with one line for each of its parts; undefined when there is none. */
export function wordsOfValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return linesOf(value).join('\n');
}

function linesOf(value: unknown): string[] {
  if (value === '') return [texts.emptyText];
  if (typeof value !== 'object' || value === null) return [String(value)];
  if (isConstraint(value)) return [wordsOfConstraint(value, Infinity)];
  const entries = Object.entries(value).filter(([, part]) => part !== null);
  if (entries.length === 0) return [texts.nothing];
  if (!Array.isArray(value)) return entries.flatMap(([name, part]) => named(name, part));
  if (!isNested(value)) return [value.join(', ')];
  return value.flatMap((item) => linesOf(item).map((line, n) => `${n === 0 ? '– ' : '  '}${line}`));
}

function named(name: string, part: unknown): string[] {
  const lines = linesOf(part);
  const isShort = lines.length === 1 && !isNested(part);
  return isShort ? [`${name}: ${lines[0]}`] : [`${name}:`, ...lines.map((line) => `  ${line}`)];
}
