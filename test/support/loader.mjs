import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import JestRuntime from 'jest-runtime';
import { takeCoverage } from './coverage.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const requireByNode = createRequire(import.meta.url);

/**
 * Modules of jest that word messages or work on text. Jest would load them for each file, in a
 * tenth of a second. Those that compare values stay with jest, since they use classes of the test.
 */
const WORDING = new Set([
  'jest-diff',
  'jest-matcher-utils',
  'jest-message-util',
  'jest-snapshot',
  'pretty-format',
  'pure-rand',
]);

/**
 * Decides who loads what a test imports. Jest loads tests and their helpers (`.ts` below test/),
 * anew for each test file. Node itself loads everything else once for all files of a worker: the
 * service, which global-setup.mjs has compiled, and libraries. Jest would load those anew for each
 * file, which takes longer than most files take themselves.
 *
 * Two things follow. What a module of the service keeps in memory outlives a test file, so nothing
 * that a test relies on may be kept there. And tests have built-in classes of their own, since jest
 * runs them in a context of their own: `[] instanceof Array` is false where one is from the service
 * and the other from a test.
 */
export default class TestRuntime extends JestRuntime {
  constructor(config, environment, ...rest) {
    super(config, environment, ...rest);
    // Libraries ask `instanceof Error` about what tests throw, and some ignore anything else.
    Object.setPrototypeOf(environment.global.Error.prototype, Error.prototype);
  }

  /** What jest calls for each `import` and `require` of a test or a helper. */
  requireModuleOrMock(from, name) {
    if (name === '@jest/globals' || isBuiltin(name)) return super.requireModuleOrMock(from, name);
    if (!name.startsWith('.')) return createRequire(from)(name);
    const path = relative(ROOT, resolve(dirname(from), name));
    if (/^(src|migrations)\b/.test(path))
      return requireByNode(join(process.env.TEST_COMPILED, path));
    if (path.endsWith('.mjs')) return requireByNode(join(ROOT, path));
    return super.requireModuleOrMock(from, name.replace(/\.js$/, '')); // `./api.js` is api.ts
  }

  /** What jest calls for each `require` of a module of its own. */
  requireInternalModule(from, name) {
    if (WORDING.has(name)) return createRequire(from)(name);
    return super.requireInternalModule(from, name);
  }

  /** What `--coverage` reports of this test file. */
  getAllCoverageInfoCopy() {
    return takeCoverage();
  }
}
