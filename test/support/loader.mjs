import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import JestRuntime from 'jest-runtime';
import { compileOnce } from './compile-once.mjs';
import { takeCoverage } from './coverage.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const requireByNode = createRequire(import.meta.url);

/**
 * Modules of jest that format messages or process text. Jest would load them for each file, in a
 * tenth of a second. Modules that compare or copy values must be loaded by jest, since they use
 * classes of the test.
 */
const WORDING = new Set([
  'jest-diff',
  'jest-message-util',
  'jest-snapshot',
  'pretty-format',
  'pure-rand',
]);

/**
 * Decides which loader loads the modules that a test imports. Jest loads tests and their helpers
 * (`.ts` below test/), anew for each test file. Node itself loads everything else once for all
 * files of a worker: the service, which global-setup.mjs has compiled, and libraries. Jest would
 * load those anew for each file, which takes longer than most files take themselves.
 *
 * Two things follow. The memory of the service's modules is kept between test files, so no test may
 * rely on its initial state. And tests have built-in classes of their own, since jest runs them in
 * a context of their own: `[] instanceof Array` is false where one is from the service and the
 * other from a test.
 */
export default class TestRuntime extends JestRuntime {
  constructor(config, environment, ...rest) {
    super(config, environment, ...rest);
    compileOnce(this);
    // Libraries check errors of tests with `instanceof Error`, and some ignore anything else.
    Object.setPrototypeOf(environment.global.Error.prototype, Error.prototype);
  }

  /** Jest calls this for each `import` and `require` of a test or a helper. */
  requireModuleOrMock(from, name) {
    if (name === '@jest/globals' || isBuiltin(name)) return super.requireModuleOrMock(from, name);
    if (!name.startsWith('.')) return createRequire(from)(name);
    const path = relative(ROOT, resolve(dirname(from), name));
    if (/^(src|admin|cli|migrations|verify)\b/.test(path))
      return requireByNode(join(process.env.TEST_COMPILED, path));
    if (path.endsWith('.mjs')) return requireByNode(join(ROOT, path));
    return super.requireModuleOrMock(from, name.replace(/\.js$/, '')); // `./api.js` is api.ts
  }

  /** Jest calls this for each `require` of its own modules. */
  requireInternalModule(from, name) {
    if (WORDING.has(name)) return createRequire(from)(name);
    return super.requireInternalModule(from, name);
  }

  /** The counts that `--coverage` reports for this test file. */
  getAllCoverageInfoCopy() {
    return takeCoverage();
  }
}
