// Runs all tests of jest and writes how long each file took to docs/develop/test-times.txt.
//   npm run test:times
//   npm run test:times -- --last     of the last run instead, without running anything
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { TIMES } from '../test/support/time-reporter.mjs';

const TABLE = 'docs/develop/test-times.txt';

if (!process.argv.includes('--last')) {
  const { status } = spawnSync('npx', ['jest'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
const files = JSON.parse(readFileSync(TIMES, 'utf8')).map((row) => ({
  ...row,
  cpu: row.cpuMs.worker + row.cpuMs.processes,
}));
const sum = (rows, property) => rows.reduce((total, row) => total + row[property], 0);
const seconds = (ms) => (ms / 1_000).toFixed(1).padStart(8);
const count = (number) => String(number).padStart(7);
const lines = [
  'Written by npm run test:times: seconds of CPU time (of the worker and its processes, without',
  'PostgreSQL), seconds from start to end beside three other files, and tests.',
];
for (const project of ['fast', 'console', 'system']) {
  const rows = files.filter((row) => row.project === project).sort((a, b) => b.cpu - a.cpu);
  if (rows.length === 0) continue;
  lines.push('', `${project}: ${rows.length} files`, '     cpu duration  tests');
  lines.push(
    line({ cpu: sum(rows, 'cpu'), durationMs: sum(rows, 'durationMs') }, sum(rows, 'tests'), 'all'),
  );
  lines.push(...rows.map((row) => line(row, row.tests, row.file)));
}
writeFileSync(TABLE, `${lines.join('\n')}\n`);
console.log(lines.join('\n'));

function line({ cpu, durationMs }, tests, what) {
  return `${seconds(cpu)} ${seconds(durationMs)}${count(tests)}  ${what}`;
}
