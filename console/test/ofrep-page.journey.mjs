// A page with the OpenFeature provider in its default options, in a real browser and from another
// origin, hears that a feature is turned off. JOURNEY_SWITCHES says how often, to measure.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'vite';
import { LIMIT, openPage, START, startBrowser, startService } from './support/browser.mjs';

const SWITCHES = Number(process.env.JOURNEY_SWITCHES ?? 6);
/** Longer than the service combines changes. */
const QUIET_MS = 1_700;
/** Much longer than on a machine that does nothing else. */
const HEARD_MS = 1_000;
const LOOK = { width: 1440, height: 900, colorScheme: 'light' };
const AT = '/projects/default/features/checkout/environments/production';

let service;
let browser;
let shop;
before(async () => {
  [service, browser] = await Promise.all([startService(), startBrowser()]);
  shop = await startShop();
}, START);
after(async () => {
  await browser?.close();
  shop?.close();
  await service?.stop();
}, START);

test('a page with the OpenFeature provider hears that a feature is turned off', LIMIT, async () => {
  await service.call('POST', '/projects/default/features', { name: 'checkout' });
  await service.call('POST', `${AT}/on`);
  const token = { tokenName: 'shop', type: 'frontend', environment: 'production' };
  const { secret } = await service.call('POST', '/api-tokens', { ...token, projects: ['default'] });
  const page = await openPage(browser, LOOK);
  await page.goto(`http://localhost:${shop.address().port}/`);
  await page.evaluate(([url, key]) => globalThis.shop.start(url, key), [service.url, secret]);
  assert.equal(await page.evaluate(() => globalThis.shop.isOn()), true);

  const heard = [];
  for (let n = 0; n < SWITCHES; n++) {
    await sleep(QUIET_MS);
    const isOn = n % 2 === 1;
    const told = page.evaluate((on) => globalThis.shop.until(on), isOn);
    await service.call('POST', `${AT}/${isOn ? 'on' : 'off'}`);
    const answeredAt = Date.now();
    heard.push((await told) - answeredAt);
  }

  heard.sort((a, b) => a - b);
  const at = (share) => heard[Math.ceil(share * heard.length) - 1];
  console.log(
    `heard after the response: ${at(0.5)} ms (median), ${at(0.99)} ms (p99), ${heard.at(-1)} ms (all)`,
  );
  assert.deepEqual(page.problems, []);
  // Deliveries count the page, once it has evaluated the last change. That is stored later.
  let delivery;
  for (let tries = 0; tries < 30 && delivery?.delivered !== 1; tries++) {
    await sleep(500);
    delivery = await service.call('GET', `${AT}/delivery`);
  }
  assert.deepEqual([delivery.connected, delivery.delivered], [1, 1]);
  assert.ok(at(0.99) <= HEARD_MS, `${at(0.99)} ms`);
});

/** Serves the page at an origin of its own. */
async function startShop() {
  const script = await scriptOfPage();
  const server = createServer((request, response) => {
    const isScript = request.url === '/shop.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript
        ? script
        : '<!doctype html><link rel="icon" href="data:,"><script src="/shop.js"></script>',
    );
  });
  await once(server.listen(0, 'localhost'), 'listening');
  return server;
}

async function scriptOfPage() {
  const entry = new URL('support/ofrep-page.mjs', import.meta.url).pathname;
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'shop' } },
  });
  return output[0].code;
}
