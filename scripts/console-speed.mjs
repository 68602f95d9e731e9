// Measures how fast the console is, on a database of its own or on that of DATABASE_URL, and prints
// the fastest and the median of some runs. CONSOLE_USER and CONSOLE_PASSWORD sign in.
import { performance } from 'node:perf_hooks';
import {
  LOOKS,
  openPage,
  PASSWORD,
  signIn,
  startBrowser,
  startService,
} from '../console/test/support/browser.mjs';
import { fillDemo } from '../console/test/support/demo.mjs';

const RUNS = 5;
const [PHONE, DESKTOP] = LOOKS;
/** A slow 4G connection, and a processor that is four times slower. */
const SLOW = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWER = 4;
const FEATURE = process.env.CONSOLE_FEATURE ?? '/projects/default/features/express-checkout';
const PROJECT = FEATURE.split('/features/')[0];

/** Pages, each with the request whose response it shows. */
const PAGES = {
  features: ['/features', '/search/features'],
  'features, search': ['/features?q=check', '/search/features'],
  'features, filter': ['/features?state=stale', '/search/features'],
  'features, last page': ['/features?sort=name&desc=true&page=2', '/search/features'],
  'one feature': [FEATURE, FEATURE],
  history: [`${FEATURE}?section=history`, '/search/events'],
  projects: ['/projects', '/admin/projects'],
  'project overview': [PROJECT, `${PROJECT}/status`],
  'API tokens': ['/api-tokens', '/search/api-tokens'],
  segments: ['/segments', '/search/segments'],
  users: ['/users', '/search/users'],
  'users, search': ['/users?q=person-33', '/search/users'],
  audit: ['/audit', '/search/events'],
  statistics: ['/statistics', '/instance-admin/statistics'],
};

const { DATABASE_URL, CONSOLE_USER: username = 'admin' } = process.env;
const password = process.env.CONSOLE_PASSWORD ?? PASSWORD;
const service = await startService();
const browser = await startBrowser();
try {
  if (!DATABASE_URL) await fillDemo(service);
  await measureFirstLoads('first load, desktop', DESKTOP);
  await measureFirstLoads('first load, phone on slow 4G', PHONE, slowDown);
  await measurePages();
} finally {
  await browser.close();
  await service.stop();
}

/** From the navigation until the first switch can be used, without and with a cache. */
async function measureFirstLoads(name, look, prepare) {
  const page = await openPage(browser, look);
  await signIn(page, service.url, { username, password });
  await page.addInitScript(() => {
    const find = () => {
      if (document.querySelector('[role="switch"]')) console.log(`usable ${performance.now()}`);
      else requestAnimationFrame(find);
    };
    find();
  });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await prepare?.(network);
  for (const cacheDisabled of [true, false]) {
    await network.send('Network.setCacheDisabled', { cacheDisabled });
    const usable = await runs(async () => {
      // The page reports this itself, since polling it would slow it down.
      const usableAfter = loggedBy(page, 'usable');
      await page.goto(`${service.url}/features`, { waitUntil: 'commit' });
      return usableAfter;
    });
    print(`${name}, ${cacheDisabled ? 'without' : 'with'} cache`, usable);
  }
  await page.context().close();
}

/** The number that the page logs after a word, once it does. */
async function loggedBy(page, word) {
  const isIt = (message) => message.text().startsWith(`${word} `);
  const message = await page.waitForEvent('console', isIt);
  return Number(message.text().slice(word.length));
}

async function slowDown(network) {
  await network.send('Network.emulateNetworkConditions', { offline: false, ...SLOW });
  await network.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/**
 * Measures the time from clicking a link until its page shows the data of the service, and until
 * the palette shows results.
 */
async function measurePages() {
  const page = await openPage(browser, DESKTOP);
  await signIn(page, service.url, { username, password });
  for (const [name, [path, request]] of Object.entries(PAGES)) {
    const times = await runs(async () => {
      await page.goto(`${service.url}/profile`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return timeOf(page, request, () => page.evaluate(follow, path));
    });
    print(name, times);
  }
  await page.goto(`${service.url}/profile`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const palette = await runs(async (run) =>
    timeOf(page, '/search/features', () => page.keyboard.type('chexy'[run])),
  );
  print('palette, next letter', palette);
  await page.context().close();
}

function follow(path) {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}

async function timeOf(page, request, act) {
  const answer = page.waitForResponse((response) => response.url().includes(request));
  const start = performance.now();
  await act();
  await (await answer).finished();
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  return performance.now() - start;
}

/** The times of some runs, in order. */
async function runs(measure) {
  const times = [];
  for (let run = 0; run < RUNS; run++) times.push(await measure(run));
  return times.sort((a, b) => a - b);
}

function print(name, times) {
  const [fastest, median] = [times[0], times[RUNS >> 1]].map((time) => `${Math.round(time)} ms`);
  console.log(`${name.padEnd(44)} ${fastest.padStart(8)} ${median.padStart(8)}`);
}
