import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Where the times of the last run are; `npm run test:times` shows them. */
export const TIMES = '.cache/test-times.json';

/**
 * Reporter of jest that writes down how long each file took, and makes the run fail if a file of
 * the project `fast` has used more CPU time than it may.
 */
export default class TimeReporter {
  #files = [];

  constructor({ rootDir }, { cpuMs }) {
    this.rootDir = rootDir;
    this.cpuMs = cpuMs;
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
  }

  /** Jest fails the run if there is an error. */
  getLastError() {
    const slow = this.#files.filter(
      ({ project, cpuMs }) => project === 'fast' && cpuMs.worker + cpuMs.processes > this.cpuMs,
    );
    if (slow.length === 0) return undefined;
    const list = slow.map(({ file, cpuMs }) => `${file}: ${cpuMs.worker + cpuMs.processes} ms`);
    return new Error(
      `Files may use ${this.cpuMs} ms of CPU time. Split these, or make them *.system.test.ts if ` +
        `they need several processes or instances, a restart or a move:\n${list.join('\n')}`,
    );
  }
}
