// Starts the service, and starts it again whenever something is saved, after compiling it. Unlike
// `nest start --watch`, it also builds the console again, stops the service before its database,
// and loads packages ahead, since that takes most of a start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, watch } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** An editor may write several files at once. */
const SETTLE_MS = 100;
/** What TypeScript says when everything compiles. */
const COMPILED = 'Found 0 errors.';
/** When packages are loaded for the next start, so that this does not slow the present one. */
const NEXT_MS = 3_000;

/** Starts a program of Node. */
const node = (args, stdio) =>
  spawn(process.execPath, args, {
    stdio,
    // For Node 22.1 and later
    env: { ...process.env, NODE_COMPILE_CACHE: '.cache/node' },
  });
/** A process that has loaded packages and waits to become the service. */
const nextService = () => node(['scripts/dev-service.mjs'], [0, 1, 2, 'ipc']);
const hasEnded = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null;

const compiler = node(
  ['node_modules/@nestjs/cli/bin/nest.js', 'build', '--watch', '--preserveWatchOutput'],
  [0, 'pipe', 2],
);
/** @type {import('node:child_process').ChildProcess | undefined} */
let service;
/** @type {import('node:child_process').ChildProcess | undefined} */
let next = nextService();
/** @type {NodeJS.Timeout | undefined} */
let soon;
let isStopping = false;
let isConsoleBuilt = false;
let turn = Promise.resolve();

/** Does one thing after the other. What fails leaves the running service as it is. */
function inTurn(work) {
  turn = turn
    .then(() => (isStopping ? undefined : work()))
    .catch((error) => console.error(error.message));
}

async function restart() {
  if (!existsSync('dist/openapi.json'))
    await once(node(['dist/src/write-openapi.js'], 'inherit'), 'exit');
  if (!isConsoleBuilt) await buildConsole();
  await end(service);
  if (isStopping) return;
  service = next && !hasEnded(next) ? next : nextService();
  service.send('start');
  next = undefined;
  setTimeout(() => {
    if (!isStopping) next ??= nextService();
  }, NEXT_MS);
}

async function buildConsole() {
  const console = await import('./build-console.mjs');
  const { writeConsoleTypes } = await import('./console-types.mjs');
  await writeConsoleTypes('dist/openapi.json');
  const putConsole = await console.buildConsole('development');
  rmSync('dist/console', { recursive: true, force: true });
  putConsole();
  isConsoleBuilt = true;
}

async function end(child) {
  if (!child || hasEnded(child)) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function stop() {
  if (isStopping) return;
  isStopping = true;
  await turn;
  await Promise.all([service, next, compiler].map(end));
  process.exit(service?.exitCode ?? 0);
}
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop());

createInterface(compiler.stdout).on('line', (line) => {
  if (line) console.log(line);
  if (line.includes(COMPILED)) inTurn(restart);
});

watch('console/src', { recursive: true }, (_, file) => {
  // The build itself writes the types of the API.
  if (!file || file.endsWith('.test.tsx') || file.endsWith('schema.d.ts')) return;
  clearTimeout(soon);
  soon = setTimeout(() => {
    inTurn(async () => {
      await buildConsole();
      await restart();
    });
  }, SETTLE_MS);
});
