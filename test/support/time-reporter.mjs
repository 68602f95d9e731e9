import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Where the times of the last run are; `npm run test:times` shows them. */
export const TIMES = '.cache/test-times.json';

/** Fewer files do not tell what is usual on this machine at the moment. */
const ENOUGH_FILES = 100;

/**
 * Reporter of jest that writes down how long each file took, and makes the run fail if a file of
 * the project `fast` has used more than its share of the CPU time of them all. A share, because a
 * machine that is slow or busy makes all files slow.
 */
export default class TimeReporter {
  #files = [];

  constructor({ rootDir }, { mostShare }) {
    this.rootDir = rootDir;
    this.mostShare = mostShare;
  }

  onTestResult({ path, context }, { cpuMs, perfStats, testResults }) {
    this.#files.push({
      file: relative(this.rootDir, path),
      project: context.config.displayName.name,
      cpuMs: cpuMs ?? { worker: 0, processes: 0 }, // it could not be loaded
      durationMs: perfStats.runtime,
      tests: testResults.length,
    });
  }

  onRunComplete() {
    const path = join(this.rootDir, TIMES);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(this.#files));
    const error = this.getLastError();
    if (error) console.error(error.message); // jest counts it, but does not print it
  }

  /** Jest fails the run if there is an error. */
  getLastError() {
    const files = this.#files
      .filter(({ project }) => project === 'fast')
      .map(({ file, cpuMs }) => ({ file, ms: cpuMs.worker + cpuMs.processes }));
    const most = files.reduce((sum, { ms }) => sum + ms, 0) * this.mostShare;
    const greedy = files.filter(({ ms }) => ms > most);
    if (files.length < ENOUGH_FILES || greedy.length === 0) return undefined;
    return new Error(
      `A file may use ${this.mostShare * 100} % of the CPU time of all, here ${Math.round(most)} ms. ` +
        'Split these, or make them *.system.test.ts if they need several processes or instances, a ' +
        `restart or a move:\n${greedy.map(({ file, ms }) => `${file}: ${ms} ms`).join('\n')}`,
    );
  }
}
