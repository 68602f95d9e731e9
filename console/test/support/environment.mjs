import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom, with what browsers have and jsdom lacks. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const { fetch, Headers, Request, Response, TextEncoder, TextDecoder, structuredClone } =
      globalThis;
    Object.assign(this.global, {
      ...{ fetch, Headers, Request, Response },
      ...{ TextEncoder, TextDecoder, structuredClone },
    });
    // Browsers have WebCrypto on localhost; the one of jsdom cannot calculate.
    Object.defineProperty(this.global, 'crypto', { value: globalThis.crypto });
  }
}
