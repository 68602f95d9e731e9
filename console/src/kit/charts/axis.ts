/** The most lines of an axis, besides zero. */
const MOST_LINES = 4;

/**
 * The values at which an axis of whole numbers has lines, from zero to the first one that is not
 * below the highest value: multiples of 1, 2 or 5 and a power of ten.
 */
export function linesUpTo(highest: number): number[] {
  const rough = Math.max(1, highest / MOST_LINES);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough)!;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The places of at most `most` labels among bars, the same number of bars apart. */
export function labelledOf(bars: number, most: number): number[] {
  const step = Math.ceil(bars / most);
  return Array.from({ length: Math.ceil(bars / step) }, (_, index) => index * step);
}
