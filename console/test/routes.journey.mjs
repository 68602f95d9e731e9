// Examines every page with axe, in both themes and at both widths.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fillDemo } from './support/demo.mjs';
import {
  LIMIT,
  LOOKS,
  openPage,
  overflows,
  signIn,
  START,
  startBrowser,
  startService,
  violations,
} from './support/browser.mjs';
import { pathsOf } from './support/routes.mjs';

/** The titles of what went wrong. */
const FAILURE = /^(This did not work|There is nothing here)$/;
let service;
let browser;
let paths;
before(async () => {
  [service, browser] = await Promise.all([startService(), startBrowser()]);
  await fillDemo(service);
  paths = await pathsOf(service);
}, START);
after(async () => {
  await browser?.close();
  await service?.stop();
}, START);

for (const look of LOOKS) {
  test(`all pages, ${look.colorScheme}, ${look.width} px`, LIMIT, async () => {
    const page = await openPage(browser, look);
    await signIn(page, service.url);
    const found = [];
    for (const path of paths) {
      await goTo(page, path);
      found.push(...(await violations(page)).map((violation) => `${path}: ${violation}`));
      if (await overflows(page)) found.push(`${path}: wider than the screen`);
      if (await page.getByText(FAILURE).count()) found.push(`${path}: shows a failure`);
    }
    assert.deepEqual([...found, ...page.problems], []);
    await page.context().close();
  });
}

/** Goes to a page as a link does, and waits until it has read what it shows. */
async function goTo(page, path) {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Loading…').first().waitFor({ state: 'hidden' });
}
