#!/usr/bin/env node
// Runs the test files that failed once more, one at a time: on a machine that stalls for seconds a
// test can exceed its time. A test that fails again makes the run fail. The names of files that
// pass now are added to the file REPEATED, whose length .ci/repeats limits.
//   scripts/failed-again.mjs RESULTS    the file that --json --outputFile has written
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const failed = testResults
  .filter(({ status }) => status === 'failed')
  .map(({ name }) => relative(process.cwd(), name));
if (failed.length === 0) {
  console.error('The run failed although no test of it did: its last lines say why.');
  process.exit(1);
}
console.log(`Once more, one at a time:\n${failed.join('\n')}`);
// A failed test can leave a service running, for which jest would wait for ever.
const again = ['jest', '--maxWorkers=1', '--forceExit', '--runTestsByPath', ...failed];
const { status } = spawnSync('npx', again, { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
if (process.env.REPEATED)
  appendFileSync(process.env.REPEATED, failed.map((f) => `${f}\n`).join(''));
