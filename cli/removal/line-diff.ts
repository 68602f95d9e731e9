/** Lines around a change. */
const CONTEXT = 3;
/** Larger changes are shown as one, since comparing takes a step for each pair of lines. */
const MOST_PAIRS = 4_000_000;

type Op = [sign: ' ' | '-' | '+', line: string];

/** The differences of two texts in the unified format, which `git apply` and `patch` read. */
export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return '';
  const ops = opsOf(linesOf(before), linesOf(after));
  const hunks: string[] = [`--- a/${file}`, `+++ b/${file}`];
  for (const [from, to] of rangesOf(ops)) {
    const some = ops.slice(from, to);
    const [one, other] = [startOf(ops, from, '+'), startOf(ops, from, '-')];
    const count = (not: string): number => some.filter(([sign]) => sign !== not).length;
    hunks.push(`@@ -${at(one, count('+'))} +${at(other, count('-'))} @@`);
    for (const [sign, line] of some) hunks.push(sign + line);
  }
  return `${hunks.join('\n')}\n`;
}

const at = (line: number, count: number): string => `${count === 0 ? line - 1 : line},${count}`;

/** The lines of a text; the last one tells when there is no line break at its end. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const last = lines.pop()!;
  return last === '' ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}

/** The number of the line of one text at which an operation is. */
function startOf(ops: readonly Op[], until: number, not: string): number {
  return 1 + ops.slice(0, until).filter(([sign]) => sign !== not).length;
}

/** The parts with changes, and the lines around them. */
function rangesOf(ops: readonly Op[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const [index, [sign]] of ops.entries()) {
    if (sign === ' ') continue;
    const [from, to] = [Math.max(0, index - CONTEXT), Math.min(ops.length, index + CONTEXT + 1)];
    const last = ranges.at(-1);
    if (last && from <= last[1]) last[1] = to;
    else ranges.push([from, to]);
  }
  return ranges;
}

function opsOf(a: readonly string[], b: readonly string[]): Op[] {
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const same = (lines: readonly string[]): Op[] => lines.map((line) => [' ', line]);
  return [
    ...same(a.slice(0, start)),
    ...changed(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...same(a.slice(a.length - end)),
  ];
}

/** The shortest change of some lines into others, by their longest common subsequence. */
function changed(a: readonly string[], b: readonly string[]): Op[] {
  const width = b.length + 1;
  if ((a.length + 1) * width > MOST_PAIRS)
    return [...a.map((line): Op => ['-', line]), ...b.map((line): Op => ['+', line])];
  const common = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] =
        a[i] === b[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  const ops: Op[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;)
    if (i < a.length && j < b.length && a[i] === b[j]) {
      ops.push([' ', a[i++]!]);
      j++;
    } else if (
      j === b.length ||
      (i < a.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
    )
      ops.push(['-', a[i++]!]);
    else ops.push(['+', b[j++]!]);
  return ops;
}
