/** @typedef {import('./measure.mjs').Measured} Measured */

/**
 * The results, with a table for each pair of sides.
 * @param {Measured[]} results
 */
export function tables(results) {
  const pairs = [...new Set(results.map(({ sides }) => sides.join('\n')))];
  return pairs
    .map((pair) => table(results.filter(({ sides }) => sides.join('\n') === pair)))
    .join('\n\n');
}

/** @param {Measured[]} results All of the same sides. */
function table(results) {
  const [one, other] = results[0].sides;
  const head = [
    '',
    `${one}/s`,
    `${other}/s`,
    'ratio',
    `${one} p50`,
    'p99 ms',
    `${other} p50`,
    'p99 ms',
    'CPU µs',
    'its SQL',
    `SQL, ${other}`,
  ];
  const rows = results.map(({ name, figures: [a, b], ratio }) => [
    name,
    whole(a.rate),
    whole(b.rate),
    ratio.toFixed(2),
    ...[a, b].flatMap(({ p50, p99 }) => [milliseconds(p50), milliseconds(p99)]),
    whole(a.cpu.service),
    whole(a.cpu.database),
    whole(b.cpu.database),
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column].length)),
  );
  const line = (row) =>
    row
      .map((cell, column) => (column ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
      .join('  ');
  return [head, ...rows].map(line).join('\n');
}

const milliseconds = (value) => value.toFixed(2);
const whole = (value) => (Number.isFinite(value) ? Math.round(value).toLocaleString('en') : '-');

/**
 * Compares the results with the targets, and the large instance with the small one.
 * @param {Record<string, Measured[]>} bySize
 */
export function verdicts(bySize) {
  const lines = [];
  const find = (size, name) => bySize[size]?.find((result) => result.name === name);
  const judge = (holds, text) => lines.push(`${holds ? 'holds ' : 'MISSED'}  ${text}`);
  for (const size of Object.keys(bySize)) {
    const pipelined = bySize[size].find(
      ({ name, sides }) => name === 'on/off' && sides[1] === 'pipelined',
    );
    if (pipelined)
      judge(
        pipelined.ratio >= 0.6,
        `on/off at 60 % of its bare SQL pipelined or more, ${size}: ${pipelined.ratio.toFixed(2)}`,
      );
    const toggle = find(size, 'on/off');
    if (toggle)
      judge(
        toggle.ratio >= 0.5,
        `on/off at half the rate of its bare SQL or more, ${size}: ${toggle.ratio.toFixed(2)}`,
      );
  }
  for (const name of ['statistics', 'statistics, 1 caller']) {
    const read = find('large', name);
    if (read)
      judge(
        read.ratio >= 1 / 1.5,
        `${name}: at most 1.5 times its bare SELECT, large: ${(1 / read.ratio).toFixed(2)}`,
      );
  }
  const alone = find('large', 'statistics, 1 caller')?.figures[0].p50;
  if (alone)
    judge(
      alone <= 30,
      `statistics within 30 ms, large: ${milliseconds(alone)} ms (median of one caller)`,
    );
  return [...lines, ...growth(find('small', 'on/off'), find('large', 'on/off'))].join('\n');
}

/**
 * How on/off on the large instance compares to the small one, over HTTP and bare.
 * @param {Measured} [small]
 * @param {Measured} [large]
 */
function growth(small, large) {
  if (!small || !large) return [];
  return small.sides.map((side, n) => {
    const [before, after] = [small.figures[n].rate, large.figures[n].rate];
    return `on/off, large to small, ${side}: ${Math.round((after / before) * 100)} % (${whole(before)}/s, ${whole(after)}/s)`;
  });
}
