import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/**
 * For jest, a file of the service is the module that plain Node makes of it (see environment.mjs),
 * already compiled.
 */
export default {
  process(_, file, { config }) {
    const compiled = relative(config.rootDir, file).replace(/ts$/, 'js');
    return {
      code: `module.exports = loadOutside(require('node:path').join(process.env.TEST_COMPILED, ${JSON.stringify(compiled)}));`,
    };
  },
  getCacheKey: (_, file, { config }) =>
    createHash('sha256').update(relative(config.rootDir, file)).digest('hex'),
};
