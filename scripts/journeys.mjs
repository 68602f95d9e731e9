// Runs the journeys through the console, two files at a time, on one PostgreSQL server. Those that
// change nothing for others share one service. A file that fails is run once more, alone; if it
// passes then, its name is added to the file REPEATED, whose length .ci/repeats limits.
//   node scripts/journeys.mjs                 all journeys
//   node scripts/journeys.mjs bulk turn-off   these
import { spawn } from 'node:child_process';
import { appendFileSync, readdirSync } from 'node:fs';
import { startService } from '../console/test/support/browser.mjs';
import { EmbeddedPostgres } from '../dist/src/platform/database/embedded/embedded-postgres.js';
import { migrateDatabase } from '../dist/src/platform/database/migrate.js';
import { createTemplate, newRunPrefix, startTestServer } from '../test/support/test-server.mjs';

const FOLDER = 'console/test';
const ENDING = '.journey.mjs';
/** At a time: most of the time, one of them waits for the other's browser. */
const WORKERS = 2;
/** When more files fail, it is not by chance. */
const MOST_REPEATED = 4;
/** These take longest, so they begin first. */
const LONGEST = ['routes', 'feedback', 'single-sign-on', 'first-flag', 'rollout-back'];
/** What the runner of Node prints at the end of each file. */
const SUMMARY = /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) .*\n/gm;
/** For a file that hangs although each of its tests has a limit of its own. */
const LIMIT_MS = (process.env.JOURNEY_WAY ? 10 : 120) * 60_000;

const running = new Set();
const ends = [];
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end(1));
try {
  if (!process.env.JOURNEY_URL) await prepare();
  const failed = await runAll(chosenFiles(), WORKERS);
  if (failed.length > 0) await repeat(failed);
  await end(process.exitCode);
} catch (error) {
  console.error(error);
  await end(1);
}

/** Starts a server with a migrated database, and the service that journeys share. */
async function prepare() {
  const server = await startTestServer(EmbeddedPostgres);
  ends.unshift(server.remove);
  const name = await createTemplate(server.url, `${newRunPrefix()}template`, migrateDatabase);
  const template = new URL(server.url);
  template.pathname = `/${name}`;
  process.env.JOURNEY_DATABASE = template.href;
  const service = await startService();
  ends.unshift(service.stop);
  process.env.JOURNEY_URL = service.url;
}

function chosenFiles() {
  const all = readdirSync(FOLDER).filter((file) => file.endsWith(ENDING));
  const names = all.map((file) => file.slice(0, -ENDING.length));
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`There is no journey ${unknown.join(', ')}.`);
  const rank = (name) => (LONGEST.includes(name) ? LONGEST.indexOf(name) : LONGEST.length);
  return (wanted.length > 0 ? wanted : names).sort((a, b) => rank(a) - rank(b));
}

/** @returns The names of those that fail. */
async function runAll(names, workers) {
  const left = [...names];
  const failed = [];
  const work = async () => {
    for (let name = left.shift(); name; name = left.shift())
      if (!(await passes(name))) failed.push(name);
  };
  await Promise.all(Array.from({ length: workers }, work));
  return failed;
}

/** Each on a service of its own, if the run has a server. */
async function repeat(failed) {
  process.exitCode = 1;
  console.log(`Failed: ${failed.join(', ')}`);
  if (failed.length > MOST_REPEATED) return;
  console.log('Once more, one at a time.');
  if (process.env.JOURNEY_DATABASE) delete process.env.JOURNEY_URL;
  const again = await runAll(failed, 1);
  console.log(again.length > 0 ? `Failed again: ${again.join(', ')}` : 'Passed when repeated.');
  if (again.length > 0) return;
  process.exitCode = 0;
  if (process.env.REPEATED)
    appendFileSync(process.env.REPEATED, failed.map((name) => `${pathOf(name)}\n`).join(''));
}

/** Runs a file in a process group of its own, and prints what it says when it has ended. */
async function passes(name) {
  const child = spawn(process.execPath, ['--test-reporter=spec', pathOf(name)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  const timer = setTimeout(() => {
    said += `\n${name} has not ended within ${LIMIT_MS / 60_000} minutes.\n`;
    kill(child);
  }, LIMIT_MS);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  running.delete(child);
  console.log(`${name}\n${said.replace(SUMMARY, '')}`);
  return code === 0;
}

/** Ends a journey with its service; its browser ends by itself. */
function kill({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

async function end(code) {
  for (const child of running) kill(child);
  for (const stop of ends.splice(0)) await stop();
  process.exit(code);
}

function pathOf(name) {
  return `${FOLDER}/${name}${ENDING}`;
}
