import { Script } from 'node:vm';

/** Compiled modules that jest loads, by their path, for all test files of this worker. */
const scripts = new Map();

/**
 * Makes the runtime of jest compile each module that it loads once for all test files of a worker.
 * Each test file still executes it anew, in a context of its own.
 */
export function compileOnce({ executor }) {
  const compileByJest = executor.compile.bind(executor);
  executor.compile = (source, filename) => {
    const context = executor.environment.getVmContext();
    if (!context || filename === executor.testPath) return compileByJest(source, filename);
    let kept = scripts.get(filename);
    if (kept?.source !== source) {
      try {
        kept = { source, script: scriptOf(source, filename, executor.injectedModuleParameters) };
      } catch {
        return compileByJest(source, filename); // which words what is wrong
      }
      scripts.set(filename, kept);
    }
    return kept.script.runInContext(context);
  };
}

function scriptOf(source, filename, parameters) {
  const opening = `(function (${parameters.join()}) {`;
  return new Script(`${opening}${source}\n})`, { filename, columnOffset: -opening.length });
}
