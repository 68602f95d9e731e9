import { RE2JS } from 're2js';

/**
 * How many instructions a compiled pattern may have: matching takes as many steps for each
 * character.
 */
const LARGEST_PROGRAM = 1_000;

/**
 * Runs in a worker: those patterns that the engine of SDKs compiles to a program of a reasonable
 * size.
 */
export default function usable(patterns: string[]): string[] {
  return patterns.filter((pattern) => {
    try {
      return RE2JS.compile(pattern).programSize() <= LARGEST_PROGRAM;
    } catch {
      return false;
    }
  });
}
