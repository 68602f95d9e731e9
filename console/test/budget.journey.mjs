// The first load has at most 120 kB and six requests, with headers. Other pages load their parts
// when needed. The font is apart: browsers ask for it when there is text to draw, and keep it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  LIMIT,
  LOOKS,
  openPage,
  signIn,
  START,
  startBrowser,
  startService,
} from './support/browser.mjs';

let service;
let browser;
before(async () => {
  service = await startService();
  browser = await startBrowser();
  await service.call('POST', '/projects/default/features', { name: 'checkout', type: 'release' });
}, START);
after(async () => {
  await browser?.close();
  await service?.stop();
}, START);

/**
 * The list also loads its other columns, after the switches. The page of a feature also loads what
 * only it shows.
 */
const PAGES = {
  '/features': { maxBytes: 120_000, maxRequests: 7 },
  '/projects/default/features/checkout': { maxBytes: 120_000, maxRequests: 6 },
};

const MAX_FONT_BYTES = 24_000;
/** For a page to be complete. */
const LOAD_MS = 30_000;

/** Words of these are longer than in English, by up to this share of the first load. */
const LANGUAGES = { en: 0, de: 0.01, fr: 0.01 };

for (const [path, { maxBytes: most, maxRequests }] of Object.entries(PAGES))
  for (const [language, more] of Object.entries(LANGUAGES))
    test(`the first load of ${path} is within the budget in "${language}"`, LIMIT, async () => {
      const maxBytes = most * (1 + more);
      const page = await openPage(browser, LOOKS[1]);
      await signIn(page, service.url);
      const chosen = { name: 'console-language', value: language, url: service.url };
      await page.context().addCookies([chosen]);
      const { bytes, requests, font } = await firstLoad(page, service.url + path);

      assert.ok(
        requests.length <= maxRequests,
        `${requests.length} requests:\n${requests.join('\n')}`,
      );
      const twice = requests.filter((request, index) => requests.indexOf(request) !== index);
      assert.deepEqual(twice, [], 'What is preloaded is what the page reads.');
      assert.ok(bytes <= maxBytes, `${bytes} bytes:\n${requests.join('\n')}`);
      assert.ok(font > 0 && font <= MAX_FONT_BYTES, `${font} bytes of the font`);
      await page.context().close();
    });

/** What a browser without a cache loads until the switch of the feature can be used. */
async function firstLoad(page, url) {
  await page.goto('about:blank'); // Ends the requests of the page before.
  // What is loaded a second later is no part of it, however slow the machine is.
  await page.addInitScript(() => {
    const wait = window.setTimeout;
    window.setTimeout = (then, ms, ...rest) => (ms >= 1_000 ? 0 : wait(then, ms, ...rest));
  });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  const requests = new Map();
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('data:')) requests.set(requestId, { url: request.url, bytes: 0 });
  });
  // Compressed bodies and their headers.
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  await page.goto(url);
  await page.getByRole('switch').first().waitFor();
  const isFont = ({ url }) => url.endsWith('.woff2');
  const all = () => [...requests.values()];
  const isComplete = () => all().some(isFont) && all().every(({ bytes }) => bytes > 0);
  for (const end = Date.now() + LOAD_MS; !isComplete(); await sleep(20))
    assert.ok(Date.now() < end, `Not complete: ${JSON.stringify(all())}`);
  const others = all().filter((request) => !isFont(request));
  return {
    font: all()
      .filter(isFont)
      .reduce((sum, { bytes }) => sum + bytes, 0),
    bytes: others.reduce((sum, { bytes }) => sum + bytes, 0),
    requests: others.map((request) => {
      const { pathname, search } = new URL(request.url);
      return `${request.bytes} ${pathname}${search}`;
    }),
  };
}
