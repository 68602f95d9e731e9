// Starts the built service on a database of its own, and Chromium, for journeys of people.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chromium } from 'playwright-core';
import { EmbeddedPostgres } from '../../../dist/src/platform/database/embedded/embedded-postgres.js';
import { cloneOf } from '../../../test/support/test-server.mjs';

export const PASSWORD = 'Password-of-the-tests-1';
export const TOKEN = '*:*.admin-token-of-the-tests';
/** Longer than any transition of the console. */
const TRANSITION_MS = 500;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Options of hooks that start or stop a service or a browser, and of tests, on a slow machine. */
export const START = { timeout: 90_000 };
export const LIMIT = { timeout: 180_000 };
/** For whatever a page is waited for. */
const WAIT_MS = 30_000;

/** The looks in which every journey must work. */
export const LOOKS = [
  { width: 360, height: 740, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
];

/**
 * Starts the service; call `stop` afterwards. With JOURNEY_URL, one that runs already is used. With
 * JOURNEY_DATABASE, too, only by whoever `shares` it; others get a clone of this prepared database,
 * and can let time pass with `sql`.
 * @param environment Further variables, or a function of the address that returns them.
 */
export async function startService(environment = {}, { shares = false } = {}) {
  const { JOURNEY_URL: running, JOURNEY_DATABASE: template } = process.env;
  if (running && (shares || !template)) return serviceAt(running, async () => {});
  const folder = await mkdtemp(join(tmpdir(), 'console-journey-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const database = template ? await cloneOf(template) : undefined;
  const child = spawn(process.execPath, ['dist/src/main.js'], {
    env: {
      ...process.env,
      PORT: String(port),
      HTTP_HOST: '127.0.0.1',
      EMBEDDED_DATABASE_DIR: join(folder, 'data'),
      ...(database ? { DATABASE_URL: database } : {}),
      ENCRYPTION_KEY: 'a-key-of-the-journeys-with-32-characters',
      UNLEASH_DEFAULT_ADMIN_PASSWORD: PASSWORD,
      INIT_ADMIN_API_TOKENS: TOKEN,
      SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000',
      LOG_LEVEL: 'error',
      ...(typeof environment === 'function' ? environment(url) : environment),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const tell = (code, signal) => console.error(`The service at ${url} ended by ${signal ?? code}.`);
  child.once('exit', tell);
  const stop = async () => {
    child.off('exit', tell);
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM'))
      await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(url, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...serviceAt(url, stop),
    sql: async (text, values) =>
      query(database ?? (await EmbeddedPostgres.runningAt(join(folder, 'data'))), text, values),
  };
}

const serviceAt = (url, stop) => ({
  ...{ url, stop },
  call: (method, path, body) => call(url, method, path, body),
});

/** Changes what no request could, such as when something happened. */
async function query(connectionString, text, values) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}

async function untilReady(url, child) {
  for (const end = Date.now() + START.timeout; Date.now() < end; await sleep(100)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error('The service has ended.');
    const ready = await fetch(`${url}/ready`).catch(() => undefined);
    if (ready?.ok) return;
  }
  throw new Error('The service does not become ready.');
}

/** Calls the admin API, to prepare what a journey needs. */
async function call(url, method, path, body) {
  const response = await fetch(`${url}/api/admin${path}`, {
    method,
    headers: { Authorization: TOKEN, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  const text = await response.text();
  return text ? JSON.parse(text) : undefined;
}

/** Starts Debian's Chromium, or that of CHROMIUM_PATH. */
export function startBrowser() {
  const executablePath = process.env.CHROMIUM_PATH ?? CHROMIUM.find((path) => existsSync(path));
  if (!executablePath) throw new Error('There is no Chromium: install it, or set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/**
 * Opens a page that keeps what goes wrong in `page.problems`: errors in the console of the browser,
 * such as violations of the content security policy, and failed scripts.
 */
export async function openPage(browser, { width, height, colorScheme }) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
    hasTouch: width < 600,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  page.problems = [];
  page.on('pageerror', ({ message }) => page.problems.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      page.problems.push(message.text());
  });
  return page;
}

/** Signs in by keyboard, at the page that the console leads to. */
export async function signIn(
  page,
  url,
  { username = 'admin', password = PASSWORD, path = '/' } = {},
) {
  await page.goto(url + path);
  await page.getByLabel('User name or e-mail address').fill(username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Sign in' }).waitFor();
}

/** What axe finds on the page, as one line for each violation. */
export async function violations(page) {
  const found = await violationsNow(page);
  if (found.length === 0) return found;
  // Something may have been on its way.
  await page.waitForTimeout(TRANSITION_MS);
  return violationsNow(page);
}

async function violationsNow(page) {
  const found = await page.evaluate(examine);
  if (found) return found;
  await page.evaluate(AXE);
  return page.evaluate(examine);
}

/** Runs in the browser. Gives nothing while the page does not have axe. */
async function examine() {
  const { axe } = globalThis;
  if (!axe) return undefined;
  // A button that has just been enabled is on its way to another color.
  for (const change of document.getAnimations())
    if (change instanceof CSSTransition) change.finish();
  const { violations: found } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    resultTypes: ['violations'],
  });
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
  );
}

/** Whether the page is wider than the screen. */
export function overflows(page) {
  return page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
