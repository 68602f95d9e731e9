import type { CountReport } from './count-verifier.js';

/** A line for each stored count, with the first differences of those that are wrong. */
export function countLines({ verified, differences }: CountReport): string[] {
  return verified.map((name) => {
    const difference = differences.find((one) => one.name === name);
    if (!difference) return `${name}: right`;
    const examples = difference.examples.map(
      ({ key, expected, found }) => `  ${key}: ${found}, should be ${expected}`,
    );
    const more = difference.places - examples.length;
    return [
      `${name}: wrong in ${difference.places} places`,
      ...examples,
      ...(more > 0 ? [`  and ${more} more`] : []),
    ].join('\n');
  });
}

/** The result in one sentence. */
export function countVerdict({ differences, isRepaired }: CountReport): string {
  if (differences.length === 0) return 'All counts are correct.';
  return isRepaired
    ? 'The wrong counts were corrected.'
    : 'Run this with --repair to correct them.';
}
