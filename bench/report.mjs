/** @typedef {import('./measure.mjs').Measured} Measured */

const HEAD = ['', 'service/s', 'bare/s', 'ratio', 'service p50', 'p99 ms', 'bare p50', 'p99 ms', 'CPU µs: service', 'its SQL', 'bare SQL'];

/** A table of what was measured. @param {Measured[]} results */
export function table(results) {
  const rows = results.map(({ name, service, bare, ratio }) => [
    name,
    whole(service.rate),
    whole(bare.rate),
    ratio.toFixed(2),
    milliseconds(service.p50),
    milliseconds(service.p99),
    milliseconds(bare.p50),
    milliseconds(bare.p99),
    whole(service.cpu.service),
    whole(service.cpu.database),
    whole(bare.cpu.database),
  ]);
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...rows].map((row) => row[column].length)));
  const line = (row) => row.map((cell, column) => (column ? cell.padStart(widths[column]) : cell.padEnd(widths[column]))).join('  ');
  return [HEAD, ...rows].map(line).join('\n');
}

const milliseconds = (value) => value.toFixed(2);
const whole = (value) => (Number.isFinite(value) ? Math.round(value).toLocaleString('en') : '-');

/**
 * What was measured against what is wanted, and what one size is to the other.
 * @param {Record<string, Measured[]>} bySize
 */
export function verdicts(bySize) {
  const lines = [];
  const find = (size, name) => bySize[size]?.find((result) => result.name === name);
  const judge = (holds, text) => lines.push(`${holds ? 'holds ' : 'MISSED'}  ${text}`);
  for (const size of Object.keys(bySize)) {
    const toggle = find(size, 'on/off');
    if (toggle) judge(toggle.ratio >= 0.5, `on/off at half the rate of its bare SQL or more, ${size}: ${toggle.ratio.toFixed(2)}`);
    for (const name of ['statistics', 'statistics, 1 caller']) {
      const read = find(size, name);
      const times = read && read.bare.rate / read.service.rate;
      if (read) judge(times <= 1.5, `${name}: at most 1.5 times its bare SELECT, ${size}: ${times.toFixed(2)}`);
    }
  }
  const alone = find('large', 'statistics, 1 caller');
  if (alone) judge(alone.service.p50 <= 30, `statistics within 30 ms, large: ${milliseconds(alone.service.p50)} ms (median of one caller)`);
  return [...lines, ...comparisons(find)].join('\n');
}

function comparisons(find) {
  const lines = [];
  const compare = (text, a, b) => a && b && lines.push(`${text}: ${percent(b.rate / a.rate)} (${whole(a.rate)}/s, ${whole(b.rate)}/s)`);
  compare('on/off, large to small', find('small', 'on/off')?.service, find('large', 'on/off')?.service);
  compare('the same, bare SQL', find('small', 'on/off')?.bare, find('large', 'on/off')?.bare);
  for (const size of ['small', 'large']) {
    const [same, apart] = [find(size, 'on/off'), find(size, 'on/off, 3 environments')];
    compare(`16 writers in 3 environments to 16 in one, ${size}`, same?.service, apart?.service);
    compare('the same, bare SQL', same?.bare, apart?.bare);
  }
  return lines;
}

const percent = (share) => `${Math.round(share * 100)} %`;
