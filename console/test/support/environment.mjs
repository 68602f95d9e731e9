import { TestEnvironment } from 'jest-environment-jsdom';
import { Leftovers } from './leftovers.mjs';

/** What jsdom lacks: an observer and a media query that never report anything. */
class ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
const matchMedia = (media) => ({
  ...{ matches: false, media },
  ...{ addEventListener() {}, removeEventListener() {} },
  ...{ addListener() {}, removeListener() {} },
});

/** jsdom with what browsers have besides. All test files of a worker share it. */
class Browser extends TestEnvironment {
  /** The console of the present test file. */
  console;
  /** The time zone of the present test file, if it names one. */
  zone;
  #zoneOfProcess = process.env.TZ;
  #leftovers;

  constructor(config) {
    super(config, { console: { error: (...all) => this.console.error(...all) } });
    addBrowserApis(this.global);
    this.#leftovers = new Leftovers(this.global);
  }

  /** Ends a test file, not the browser. @throws If the file has left something behind. */
  async teardown() {
    this.fakeTimersModern.useRealTimers();
    this.moduleMocker.restoreAllMocks();
    this.dom.cookieJar.removeAllCookiesSync();
    if (this.zone) this.#leaveZone();
    await this.#leftovers.clear();
  }

  #leaveZone() {
    if (this.#zoneOfProcess === undefined) delete process.env.TZ;
    else process.env.TZ = this.#zoneOfProcess;
  }
}

let browser;

/**
 * What jest creates for each test file: the browser of this worker. A file with `@time-zone` in its
 * first comment runs in that zone.
 */
export default class BrowserEnvironment {
  constructor(config, { console, docblockPragmas }) {
    browser ??= new Browser(config);
    const zone = docblockPragmas['time-zone'];
    if (zone) process.env.TZ = zone;
    return Object.assign(browser, { console, zone });
  }
}

function addBrowserApis(window) {
  const { Headers, Request, Response, TextEncoder, TextDecoder, structuredClone } = globalThis;
  Object.assign(window, {
    ...{ Headers, Request, Response, TextEncoder, TextDecoder, structuredClone },
    ...{ matchMedia, ResizeObserver, scrollTo() {} },
    fetch: () => Promise.reject(new Error('The test does not say what the service answers.')),
    IS_REACT_ACT_ENVIRONMENT: true, // Testing Library sets it for the first file only.
  });
  window.Element.prototype.scrollIntoView = () => {};
  // Browsers have WebCrypto on localhost; the one of jsdom cannot calculate.
  Object.defineProperty(window, 'crypto', { value: globalThis.crypto });
}
