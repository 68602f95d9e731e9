// Ten tasks in the console and in the interface of Unleash 6.6, each from the first page: clicks,
// keystrokes, seconds and bytes, as in docs/develop/side-by-side.md.
//   node bench/tasks/run.mjs             both; installs Unleash in .cache
//   node bench/tasks/run.mjs ours        the console only
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openPage,
  signIn,
  startBrowser,
  startService,
  TOKEN,
} from '../../console/test/support/browser.mjs';
import { installUnleash, startUnleash } from '../../scripts/unleash-server.mjs';
import { startServer, withClient } from '../server.mjs';
import { CountedPerson } from './counted-person.mjs';
import { OURS } from './ours.mjs';
import { REFERENCE } from './reference.mjs';

const DESKTOP = { width: 1440, height: 900, colorScheme: 'light' };
const REFERENCE_PORT = 4790;
/** Of every new instance of Unleash. */
const REFERENCE_PASSWORD = 'unleash4all';

const browser = await startBrowser();
const wanted = process.argv.slice(2);
try {
  if (!wanted.includes('reference')) await measureOurs();
  if (!wanted.includes('ours')) await measureReference();
} finally {
  await browser.close();
}

async function measureOurs() {
  const service = await startService();
  try {
    await prepare(service.url);
    const page = await openPage(browser, DESKTOP);
    await signIn(page, service.url);
    await measureAll('console', OURS, service.url, await page.context().storageState());
  } finally {
    await service.stop();
  }
}

async function measureReference() {
  const folder = installUnleash('6.6.0');
  process.env.BENCH_DATABASE_DIR = await mkdtemp(join(tmpdir(), 'tasks-'));
  const server = await startServer();
  await withClient(server.urlOf('postgres'), (client) => client.query('CREATE DATABASE reference'));
  const unleash = await startUnleash(folder, {
    ...{ databaseUrl: server.urlOf('reference'), port: REFERENCE_PORT, adminToken: TOKEN },
  });
  try {
    const url = `http://127.0.0.1:${REFERENCE_PORT}`;
    await prepare(url);
    await measureAll('Unleash 6.6', REFERENCE, url, await signInToUnleash(url));
  } finally {
    unleash.kill('SIGTERM');
    await server.stop();
    await rm(process.env.BENCH_DATABASE_DIR, { recursive: true, force: true });
  }
}

/** The session of somebody who has seen the welcome. */
async function signInToUnleash(url) {
  const page = await openPage(browser, DESKTOP);
  await page.goto(url);
  await page.locator('input[type=text]').first().fill('admin');
  await page.locator('input[type=password]').fill(REFERENCE_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: /^Got it/ }).click();
  return page.context().storageState();
}

/** The same features, context field and person on both sides. */
async function prepare(url) {
  const call = (method, path, body) =>
    fetch(`${url}/api/admin${path}`, {
      method,
      headers: { Authorization: TOKEN, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const features = '/projects/default/features';
  const production = `${features}/checkout/environments/production`;
  for (const name of ['checkout', 'old-basket', 'search'])
    await call('POST', features, { name, type: 'release' });
  await call('POST', `${production}/strategies`, {
    ...{ name: 'flexibleRollout', constraints: [] },
    parameters: { rollout: '100', stickiness: 'default', groupId: 'checkout' },
  });
  await call('POST', `${production}/on`);
  await call('POST', '/context', { name: 'country' });
  await call('POST', '/projects/default/stale', { features: ['old-basket'], stale: true });
  await call('POST', '/user-admin', { username: 'anna', name: 'anna', rootRole: 3 });
}

async function measureAll(name, tasks, url, storageState) {
  for (const [task, does] of Object.entries(tasks)) {
    const context = await browser.newContext({ viewport: DESKTOP, storageState });
    context.setDefaultTimeout(30_000);
    const person = new CountedPerson(await context.newPage());
    await person.begins(url);
    const failure = await does(person).then(
      () => '',
      (error) => ` failed: ${error.message.split('\n')[0]} at ${person.page.url()}`,
    );
    print(name, task, person, failure);
    await context.close();
    // Each task finds the feature as it was.
    await prepare(url);
  }
}

function print(name, task, { total, first }, failure) {
  const { clicks, keys, seconds, bytes } = total;
  const kilobytes = (count) => `${Math.round(count / 1000)} kB`;
  console.log(
    `${name.padEnd(12)} ${task.padEnd(40)} ${String(clicks).padStart(3)} clicks` +
      `${String(keys).padStart(4)} keys ${seconds.toFixed(1).padStart(6)} s` +
      ` ${kilobytes(bytes).padStart(8)} (first page ${kilobytes(first)})${failure}`,
  );
}
