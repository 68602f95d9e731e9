// Chooses each language, and examines every page in it on a phone: other languages are longer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fillDemo } from './support/demo.mjs';
import {
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

/** For all pages, on a slow machine. */
const MINUTES = { timeout: 900_000 };
/** What pages say that load, or have failed, and how sentences of events begin. */
const LANGUAGES = {
  de: {
    loading: 'Wird geladen …',
    failure: /^(Das hat nicht geklappt|Hier ist nichts)$/,
    event: / hat (das|dem|die|den) /,
  },
  fr: {
    loading: 'Chargement…',
    failure: /^(Cela n’a pas marché|Il n’y a rien ici)$/,
    event: / a (créé|modifié|ajouté|activé) /,
  },
};
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

for (const [language, words] of Object.entries(LANGUAGES)) {
  test(`all pages in "${language}" on a phone`, MINUTES, async () => {
    const page = await openPage(browser, LOOKS[0]);
    await signIn(page, service.url);
    await choose(page, language);
    const found = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.js') && !pathname.endsWith(`.${language}.js`))
        found.push(`${pathname}: has texts of another language`);
    });
    for (const path of paths) {
      await goTo(page, path, words.loading);
      found.push(...(await violations(page)).map((violation) => `${path}: ${violation}`));
      if (await overflows(page)) found.push(`${path}: wider than the screen`);
      if (await page.getByText(words.failure).count()) found.push(`${path}: shows a failure`);
    }
    for (const path of ['/', '/audit']) {
      await goTo(page, path, words.loading);
      await page.getByText(words.event).first().waitFor();
    }
    assert.deepEqual([...found, ...page.problems], []);
    await page.context().close();
  });
}

/** Chooses a language in the menu of the account. It is kept when the console is opened again. */
async function choose(page, language) {
  await page.locator('summary').first().click();
  await page.getByLabel('Language').selectOption(language);
  const html = page.locator(`html[lang="${language}"]`);
  await html.waitFor({ state: 'attached' });
  await page.goto(`${service.url}/features`);
  await html.waitFor({ state: 'attached' });
  const me = await page.evaluate(async () => (await fetch('/api/admin/user')).json());
  assert.equal(me.language, language, 'The account keeps it for mails.');
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Goes to a page as a link does, and waits until it has read what it shows. */
async function goTo(page, path, loading) {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText(loading).first().waitFor({ state: 'hidden' });
}
