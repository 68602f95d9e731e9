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
/** What the calculation of {@link slowness} takes on an ordinary machine that does nothing else. */
const USUAL_MS = 36;

/** How much slower this machine is than an ordinary one, at the moment, and at least 1. */
let slowness;

/**
 * The runner of jest, which also measures the CPU time of each test file: that of the worker, and
 * of the processes that the file started and waited for. PostgreSQL is not included. Unlike the
 * duration, it depends little on what else the machine does.
 * @returns The result of jest with `cpuMs`, in milliseconds of an ordinary machine.
 */
export default async function runMeasured(globalConfig, config, ...rest) {
  if (!slowness) {
    // Before other threads of this process compile and collect what the service is made of.
    slowness = measureSlowness();
    makePasswordsCheap();
    // Not counted as part of the first file of this worker.
    if (config.globalSetup) await import(compiled('src/service.js'));
  }
  const before = cpuTimes();
  const result = await runTests(globalConfig, config, ...rest);
  disableStorages();
  const after = cpuTimes();
  const used = (part) => Math.round((after[part] - before[part]) / slowness);
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

function measureSlowness() {
  const times = [1, 2, 3, 4, 5, 6].map(() => {
    const before = process.cpuUsage();
    calculate();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.max(1, Math.min(...times) / USUAL_MS);
}

/** Some work of the kind that tests do: objects, texts, JSON. */
function calculate() {
  for (let n = 0; n < 20_000; n++) {
    const row = { id: n, name: `feature-${n}`, tags: ['a', 'b', String(n)], nested: { at: n / 3 } };
    JSON.parse(JSON.stringify(row)).name.replace(/-(\d+)/, (_, digits) => `+${digits}`);
  }
}
