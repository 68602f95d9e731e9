import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

const require = createRequire(import.meta.url);

/**
 * Lets tests use the service as plain Node loads it, once for all files of a worker. Jest would
 * load it anew for each file, libraries and all, which takes three times as long as most files take
 * themselves. See also service-transform.mjs.
 */
export default class ServiceEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.loadOutside = require;
  }
}
