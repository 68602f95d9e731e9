import { RE2JS } from 're2js';

/**
 * Maximum instructions of a compiled pattern; matching takes up to this many steps per character.
 */
const LARGEST_PROGRAM = 1_000;

/**
 * Runs in a worker thread: the patterns that compile to a program of acceptable size in the engine
 * of SDKs.
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
