import type { NamingInput, NamingResult } from './feature-naming.js';

/** Runs in a worker thread: matches complete names with a pattern. */
export default function match({ pattern, names }: NamingInput): NamingResult {
  try {
    new RegExp(pattern);
  } catch (error) {
    return { problem: (error as Error).message };
  }
  const whole = new RegExp(`^(?:${pattern})$`);
  return { unfollowing: names.filter((name) => !whole.test(name)) };
}
