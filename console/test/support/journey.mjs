// Runs a journey on a phone and on a desktop, in light and in dark, and by keyboard alone.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { LIMIT, openPage, START, startBrowser, startService } from './browser.mjs';
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

/** The service and the browser of all journeys of a file. */
let started;

/**
 * Declares a journey: `story` runs once for each way. The story gets
 * - `person`, and `meet()` for further people, each with a browser of their own,
 * - `service`, whose `call` changes what the story needs through the API,
 * - `named(name)`, which makes a name unique.
 *
 * It may run beside others on one service: it names what it creates, and changes nothing else. With
 * the option `isAlone` it has a service of its own; so it has with `environment`, the settings of
 * that one. All journeys of a file have the same options.
 *
 * JOURNEY_WAY runs one way only. JOURNEY_PICTURES names a folder for pictures of what is examined.
 * JOURNEY_URL uses a service that runs already, with the settings of `startService`.
 */
export function journey(title, options, story) {
  if (typeof options === 'function') return journey(title, {}, options);
  if (!started) startOnce(options);
  const only = process.env.JOURNEY_WAY;
  for (const way of WAYS.filter(({ id }) => !only || id === only))
    test(`${title}: ${way.id}`, LIMIT, () => runInWay(story, way));
}

/** Starts what the journeys of this file need, before the first of them. */
function startOnce({ environment, isAlone = environment !== undefined }) {
  started = {};
  before(async () => {
    started.browser = await startBrowser();
    started.service = await startService(environment, { shares: !isAlone });
  }, START);
  after(async () => {
    await started.browser?.close();
    await started.service?.stop();
  }, START);
}

async function runInWay(story, way) {
  const { service, browser } = started;
  const unique = randomBytes(3).toString('hex');
  const people = [];
  const meet = async () => {
    const page = await openPage(browser, way);
    const options = { url: service.url, id: way.id };
    people.push(way.isKeyboard ? new KeyboardPerson(page, options) : new Person(page, options));
    return people.at(-1);
  };
  const named = (name) => `${name}-${way.id}-${unique}`;
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
