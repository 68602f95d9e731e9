// Examines every page with axe, in both themes and at both widths.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fillDemo } from './support/demo.mjs';
import {
  LOOKS,
  openPage,
  overflows,
  signIn,
  startBrowser,
  startService,
  violations,
} from './support/browser.mjs';

const SOURCES = 'console/src';
const PATH = /'(\/[a-z:/-]*)'/g;
const FEATURE = '/projects/default/features/express-checkout';
const SECTIONS = ['variants', 'usage', 'delivery', 'dependencies', 'history', 'past', 'manage'];
/** The titles of what went wrong. */
const FAILURE = /^(This did not work|There is nothing here)$/;
/** Pages that people see without a session; journeys examine them. */
const PUBLIC = ['/', '/sign-in', '/forgot-password', '/new-user', '/reset-password'];
const PARAMETERS = {
  ':project': 'default',
  ':feature': 'express-checkout',
  ':application': 'shop-backend',
};

let service;
let browser;
before(async () => {
  [service, browser] = await Promise.all([startService(), startBrowser()]);
  await fillDemo(service);
  PARAMETERS[':user'] = String((await service.call('GET', '/user-admin')).users[0].id);
  const { id } = await service.call('POST', '/addons', {
    ...{ provider: 'webhook', enabled: false, events: ['feature-created'] },
    parameters: { url: 'https://shop.example/hook' },
  });
  PARAMETERS[':id'] = String(id);
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

for (const look of LOOKS) {
  test(`all pages, ${look.colorScheme}, ${look.width} px`, async () => {
    const page = await openPage(browser, look);
    await signIn(page, service.url);
    const found = [];
    for (const path of pages()) {
      await goTo(page, path);
      found.push(...(await violations(page)).map((violation) => `${path}: ${violation}`));
      if (await overflows(page)) found.push(`${path}: wider than the screen`);
      if (await page.getByText(FAILURE).count()) found.push(`${path}: shows a failure`);
    }
    assert.deepEqual([...found, ...page.problems], []);
    await page.context().close();
  });
}

/** All paths of the routes, with their parameters, and the sections of a feature. */
function pages() {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const paths = files
    .filter((file) => /(\.routes|-paths?)\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(join(SOURCES, file), 'utf8').matchAll(PATH)])
    .map(([, path]) => path.replace(/:\w+/g, (parameter) => PARAMETERS[parameter] ?? parameter));
  assert.ok(paths.length > 40, 'The paths of routes are found.');
  const sections = SECTIONS.map((section) => `${FEATURE}?section=${section}`);
  return [...new Set([...paths, ...sections])].filter((path) => !PUBLIC.includes(path)).sort();
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
