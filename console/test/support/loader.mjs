import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import JestRuntime from 'jest-runtime';
import { compileOnce } from '../../../test/support/compile-once.mjs';

/** Modules of libraries that test files of this worker have loaded, by path. */
const libraries = new Map();
const isOfLibrary = (path) => path.includes('/node_modules/');

const requireByNode = createRequire(import.meta.url);

/** The runtime of the present test file. */
let current;
const begin = (runtime) => {
  current = runtime;
};

/** `jest` of the present test file, for libraries, which ask it about fake timers. */
const currentJest = new Proxy({}, { get: (_, name) => current.jestObject[name] });

/**
 * Loads libraries, such as React and Mantine, once for all test files of a worker, since loading
 * takes longer than most tests. Jest loads tests and the modules of the console anew for each file.
 */
export default class ConsoleRuntime extends JestRuntime {
  constructor(...all) {
    super(...all);
    compileOnce(this);
    const modules = this.registries.getActiveCjsRegistry();
    for (const [path, module] of libraries) modules.set(path, module);
    const jestObjectFor = this.jestGlobals.jestObjectFor.bind(this.jestGlobals);
    this.jestObject = jestObjectFor(this._testPath);
    this.jestGlobals.jestObjectFor = (path) =>
      isOfLibrary(path) ? currentJest : jestObjectFor(path);
    begin(this);
  }

  /** A library imports from the runtime that has loaded it, also for a later test file. */
  requireModuleOrMock(from, name) {
    if (this !== current) return current.requireModuleOrMock(from, name);
    // Node loads it once for all files: making its validators takes longer than most tests.
    if (name.endsWith('/openapi-check.mjs')) return requireByNode(join(dirname(from), name));
    return super.requireModuleOrMock(from, name);
  }

  teardown() {
    for (const [path, module] of this.registries.getActiveCjsRegistry())
      if (isOfLibrary(path)) libraries.set(path, module);
    super.teardown();
  }
}
