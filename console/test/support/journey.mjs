// Runs a journey on a phone and on a desktop, in light and in dark, and by keyboard alone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openPage, startBrowser, startService } from './browser.mjs';
import { KeyboardPerson } from './keyboard-person.mjs';
import { Person } from './person.mjs';

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1440, height: 900 };

/** The ways in which every journey must work. */
const WAYS = [
  { id: 'phone-light', ...PHONE, colorScheme: 'light' },
  { id: 'phone-dark', ...PHONE, colorScheme: 'dark' },
  { id: 'desktop-light', ...DESKTOP, colorScheme: 'light' },
  { id: 'desktop-dark', ...DESKTOP, colorScheme: 'dark' },
  { id: 'keyboard', ...DESKTOP, colorScheme: 'light', isKeyboard: true },
];

/** Keeps names unique on a service that has run journeys before. */
const AGAIN = process.env.JOURNEY_URL ? `-${Date.now().toString(36)}` : '';

/**
 * Declares a journey: `story` runs once for each way, on one service with a database of its own,
 * which `prepare` fills. The story gets
 * - `person`, and `meet()` for further people, each with a browser of their own,
 * - `service`, whose `call` changes what the story needs through the API,
 * - `named(name)`, which makes a name unique to the way.
 *
 * JOURNEY_WAY runs one way only. JOURNEY_PICTURES names a folder for pictures of what is examined.
 * JOURNEY_URL uses a service that runs already, with the settings of `startService`.
 */
export function journey(title, story, { environment, prepare } = {}) {
  let service;
  let browser;
  before(async () => {
    [service, browser] = await Promise.all([startService(environment), startBrowser()]);
    await prepare?.(service);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });
  const only = process.env.JOURNEY_WAY;
  for (const way of WAYS.filter(({ id }) => !only || id === only))
    test(`${title}: ${way.id}`, () => runInWay(story, way, { service, browser }));
}

async function runInWay(story, way, { service, browser }) {
  const people = [];
  const meet = async () => {
    const page = await openPage(browser, way);
    const options = { url: service.url, id: way.id };
    people.push(way.isKeyboard ? new KeyboardPerson(page, options) : new Person(page, options));
    return people.at(-1);
  };
  const named = (name) => `${name}-${way.id}${AGAIN}`;
  try {
    await story({ person: await meet(), meet, service, named });
    for (const { problems } of people) assert.deepEqual(problems, []);
  } catch (error) {
    for (const person of people) await person.reportFailure(error);
    throw error;
  } finally {
    for (const { page } of people) await page.context().close();
  }
}
