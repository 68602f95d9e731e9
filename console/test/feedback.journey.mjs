// Every button shows that it works before the service has answered; and what a person may not do is
// disabled and says which permission is missing. Pressing every button takes longer than all other
// journeys together, so it is left out where these run in one way only.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  LOOKS,
  openPage,
  PASSWORD,
  signIn,
  START,
  startBrowser,
  startService,
} from './support/browser.mjs';
import { pressAll } from './support/crawler.mjs';
import { fillDemo } from './support/demo.mjs';
import { pathsOf } from './support/routes.mjs';

/** What people feel as at once. More is printed, but only fails where the service is waited for. */
const AT_ONCE_MS = 100;
const SLOW_MS = 1_000;
const DESKTOP = LOOKS[1];
/** The buttons of this page only explain numbers. */
const EXPLANATIONS = '/statistics';
const PERMISSION = /[A-Z]{3,}(_[A-Z]+)*/;
const ONE_WAY = process.env.JOURNEY_WAY;
/** It presses hundreds of buttons. */
const LIMIT_MS = 60 * 60_000;
const options = { timeout: LIMIT_MS, skip: ONE_WAY ? `only ${ONE_WAY} is wanted` : false };

let service;
let browser;
let paths;
before(async () => {
  if (ONE_WAY) return;
  [service, browser] = await Promise.all([startService(), startBrowser()]);
  await fillDemo(service);
  await service.call('POST', '/user-admin', {
    ...{ username: 'vera', name: 'Vera', password: PASSWORD, rootRole: 'Viewer' },
  });
  paths = await pathsOf(service);
}, START);
after(async () => {
  await browser?.close();
  await service?.stop();
}, START);

test('every button shows a result or progress before the service answers', options, async (t) => {
  const page = await openPage(browser, DESKTOP);
  await signIn(page, service.url);
  // The service is slow, and changes nothing.
  await page.route('**/api/**', async (route) => {
    const isRead = route.request().method() === 'GET';
    await new Promise((resolve) => setTimeout(resolve, isRead ? 0 : SLOW_MS));
    await (
      isRead
        ? route.continue()
        : route.fulfill({ status: 503, json: { name: 'MaintenanceError', message: 'Later.' } })
    ).catch(() => undefined); // The page has been left.
  });
  const slow = [];
  const felt = [];
  let pressed = 0;
  for (const path of paths.filter((one) => one !== EXPLANATIONS))
    await pressAll(page, service.url + path, async (button, name, isLast) => {
      pressed += 1;
      const taken = await reactionTo(page, button);
      const isAtOnce = taken !== undefined && taken <= AT_ONCE_MS;
      if (!isAtOnce && isLast)
        (taken < SLOW_MS ? felt : slow).push(`${path}: ${name}: ${taken} ms`);
      return isAtOnce;
    });
  assert.ok(pressed > 100, `${pressed} buttons are pressed.`);
  t.diagnostic(`${felt.length} of ${pressed} took over ${AT_ONCE_MS} ms: ${felt.join('; ')}`);
  assert.deepEqual(slow, []);
  await page.context().close();
});

test('what a viewer may not do is disabled and names the permission', options, async () => {
  const page = await openPage(browser, DESKTOP);
  await signIn(page, service.url, { username: 'vera' });
  const wrong = [];
  let where = '';
  page.on('response', (response) => {
    const isChange = response.request().method() !== 'GET';
    if (isChange && response.status() === 403) wrong.push(`${where}: ${response.url()} is refused`);
  });
  let disabled = 0;
  for (const path of paths)
    await pressAll(page, service.url + path, async (button, name) => {
      where = `${path}: ${name}`;
      if ((await button.getAttribute('aria-disabled')) === 'true') {
        disabled += 1;
        const title = (await button.getAttribute('title')) ?? '';
        if (!PERMISSION.test(title)) wrong.push(`${where}: is disabled with "${title}"`);
      }
      await button.click({ force: true, timeout: 5_000 }).catch(() => undefined);
      await page.waitForLoadState('networkidle');
      return true;
    });
  assert.ok(disabled > 10, `${disabled} buttons are disabled.`);
  assert.deepEqual(wrong, []);
  await page.context().close();
});

/** Milliseconds from pressing a button until the page has changed; undefined if it does not. */
async function reactionTo(page, button) {
  if (!(await button.isVisible().catch(() => false))) return 0;
  await page.evaluate(watchReaction);
  await button.click({ force: true, timeout: 5_000 });
  const taken = await page
    .waitForFunction(() => globalThis.reaction !== undefined, undefined, { timeout: 1_000 })
    .then(() => page.evaluate(() => globalThis.reaction))
    .catch(() => undefined);
  return taken;
}

/** Runs in the browser: measures from the next press to the first change of the page. */
function watchReaction() {
  globalThis.reaction = undefined;
  let pressedAt = Infinity;
  const checked = () => document.querySelectorAll(':checked').length;
  const before = checked();
  const react = () => {
    if (pressedAt === Infinity) return;
    observer.disconnect();
    globalThis.reaction ??= Math.round(performance.now() - pressedAt);
  };
  const observer = new MutationObserver(react);
  observer.observe(document.body, {
    ...{ subtree: true, childList: true, characterData: true, attributes: true },
  });
  // The state of a switch is no attribute.
  const look = () => {
    if (checked() !== before) react();
    else if (globalThis.reaction === undefined) requestAnimationFrame(look);
  };
  look();
  const once = { capture: true, once: true };
  // What a form still needs is a message of the browser.
  document.addEventListener('invalid', react, once);
  // Some react before the click: explanations to the pointer, and the eye beside a password.
  for (const type of ['pointerover', 'pointerdown', 'click'])
    document.addEventListener(type, ({ timeStamp }) => (pressedAt = timeStamp), once);
}
