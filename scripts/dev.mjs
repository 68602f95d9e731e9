// Builds and starts the service, and does so again whenever its source changes.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';

const BUILD = fileURLToPath(new URL('build.mjs', import.meta.url));
const MAIN = fileURLToPath(new URL('../dist/src/main.js', import.meta.url));
const WATCHED = ['../src', '../migrations', '../console/src'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
);
/** An editor may write several files at once. */
const SETTLE_MS = 200;

/** @type {import('node:child_process').ChildProcess | undefined} */
let service;
/** @type {NodeJS.Timeout | undefined} */
let soon;
let turn = Promise.resolve();

async function restart() {
  // A build that fails leaves the running service as it is.
  if (spawnSync(process.execPath, [BUILD], { stdio: 'inherit' }).status !== 0) return;
  if (service && service.exitCode === null) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
  service = spawn(process.execPath, [MAIN], { stdio: 'inherit' });
}

for (const folder of WATCHED) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(soon);
    soon = setTimeout(() => {
      turn = turn.then(restart);
    }, SETTLE_MS);
  });
}
turn = restart();
