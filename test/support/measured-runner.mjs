import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makePasswordsCheap } from './cheap-passwords.mjs';

// By require: a CommonJS module whose default export another loader would wrap once more.
const { default: runTests } = createRequire(import.meta.url)('jest-circus/runner');

/** Linux counts the CPU time of processes in hundredths of a second. */
const TICK_MS = 10;

/** Whether this worker has run a file. */
let hasBegun = false;

/**
 * The runner of jest, which also measures the CPU time of each test file: that of the worker, and
 * of the processes that the file started and waited for. PostgreSQL is not included.
 * @returns The result of jest with `cpuMs`, in milliseconds.
 */
export default async function runMeasured(globalConfig, config, ...rest) {
  if (!hasBegun) {
    hasBegun = true;
    // Node would take the heap apart first, longer than the half second that jest waits for.
    process.once('beforeExit', () => process.exit());
    makePasswordsCheap();
    // Not counted as part of the first file of this worker.
    if (config.globalSetup) await import(compiled('src/service.js'));
  }
  const before = cpuTimes();
  const result = await runTests(globalConfig, config, ...rest);
  disableStorages();
  const after = cpuTimes();
  const used = (part) => Math.round(after[part] - before[part]);
  return Object.assign(result, {
    cpuMs: { worker: used('worker'), processes: used('processes') },
  });
}

/** Storages that ran something during the present file, and those that did so before. */
const [running, former] = [new Set(), new WeakSet()];
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  running.add(this);
  return run.apply(this, args);
};

/**
 * jest makes an AsyncLocalStorage for each file and leaves it enabled. Node 20 copies the values of
 * all that are enabled to each new promise: after some hundred files that takes longer than the
 * tests. Those of the service, which later files use again, enable themselves.
 */
function disableStorages() {
  for (const storage of running) {
    if (!former.has(storage)) storage.disable();
    former.add(storage);
  }
  running.clear();
}

const compiled = (path) => pathToFileURL(join(process.env.TEST_COMPILED, path)).href;

/** CPU time used so far, in milliseconds. */
function cpuTimes() {
  const { user, system } = process.cpuUsage();
  return { worker: (user + system) / 1_000, processes: cpuTimeOfProcesses() };
}

/** That of processes that have ended. Only Linux tells; elsewhere it is 0. */
function cpuTimeOfProcesses() {
  let stat;
  try {
    stat = readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return 0;
  }
  // The second field is the name of the program in brackets, which can contain blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}
