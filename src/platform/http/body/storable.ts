import { TimeSlice } from '../../sandbox/time-slice.js';
import { BadDataError } from '../../errors/general.errors.js';

/**
 * Iterative, because callers decide how deeply a body nests.
 * @throws BadDataError when a string or property name cannot be stored by PostgreSQL.
 */
export async function requireStorable(body: unknown): Promise<void> {
  const slice = new TimeSlice();
  const waiting: unknown[] = [body];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') requireText(value);
    if (value === null || typeof value !== 'object') continue;
    if (slice.isOver) await slice.pause();
    const isList = Array.isArray(value);
    for (const name in value) {
      if (!isList) requireText(name);
      waiting.push((value as Record<string, unknown>)[name]);
    }
  }
}

function requireText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw new BadDataError(
      'A string in the body contains U+0000 or an unpaired surrogate, which cannot be stored.',
    );
}

/** The beginning of a text, at most `length` long, without half of the character at its end. */
export function startOf(text: string, length: number): string {
  const isCut = text.length > length && /[\ud800-\udbff]/.test(text[length - 1]!);
  return text.slice(0, isCut ? length - 1 : length);
}
