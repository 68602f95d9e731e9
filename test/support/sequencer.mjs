import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { createRequire } from 'node:module';

// By require: a CommonJS module whose default export another loader would wrap once more.
const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** What npm run test:times has written: seconds of CPU time, seconds, tests and the file. */
const TABLE = new URL('../../docs/develop/test-times.txt', import.meta.url);
/** For a file that the table does not know, in seconds. */
const USUAL = { cpu: 1, duration: 3 };

/**
 * In which order jest runs the test files: long ones before short ones, and those that wait (for
 * times, locks, other processes) beside those that calculate. In jest's own order all that wait
 * come first, and the processors are idle for a third of the first two minutes.
 */
export default class BalancedSequencer extends Sequencer {
  sort(tests) {
    const times = readTimes();
    const files = tests.map((test) => {
      const path = relative(test.context.config.rootDir, test.path);
      return { test, ...(times.get(path) ?? USUAL) };
    });
    files.sort((a, b) => b.duration - a.duration);
    const share = sumOf(files, 'cpu') / sumOf(files, 'duration');
    const waiting = files.filter(({ cpu, duration }) => cpu < share * duration);
    const calculating = files.filter(({ cpu, duration }) => cpu >= share * duration);
    return interleaved(waiting, calculating, share).map(({ test }) => test);
  }
}

/** Takes from either list whatever brings the share of CPU time so far nearer to that of all. */
function interleaved(waiting, calculating, share) {
  const order = [];
  const soFar = { cpu: 0, duration: 0 };
  while (waiting.length + calculating.length > 0) {
    const isAbove = soFar.cpu >= share * soFar.duration;
    const [wanted, other] = isAbove ? [waiting, calculating] : [calculating, waiting];
    const next = wanted.shift() ?? other.shift();
    soFar.cpu += next.cpu;
    soFar.duration += next.duration;
    order.push(next);
  }
  return order;
}

const sumOf = (files, property) => files.reduce((sum, file) => sum + file[property], 0);

function readTimes() {
  const rows = readFileSync(TABLE, 'utf8').matchAll(/^ *([\d.]+) +([\d.]+) +\d+ {2}(\S+\/\S+)$/gm);
  return new Map(
    Array.from(rows, ([, cpu, duration, file]) => [
      file,
      { cpu: Number(cpu), duration: Number(duration) },
    ]),
  );
}
