#!/usr/bin/env node
// Runs the test files that failed once more, one at a time: on a machine that stalls for seconds a
// test can exceed its time. A test that fails again makes the run fail. scripts/failed-again.mjs
// RESULTS    the file of results that --json --outputFile has written
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
if (failed.length === 0) throw new Error('The test run failed, but no test of it did.');
console.log(`Once more, one at a time:\n${failed.join('\n')}`);
// A failed test can leave a service running, for which jest would wait for ever.
const again = ['test', '--', '--maxWorkers=1', '--forceExit', '--runTestsByPath', ...failed];
process.exit(spawnSync('npm', again, { stdio: 'inherit' }).status ?? 1);
