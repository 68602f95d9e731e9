// Apart from coverage.mjs, which each worker loads: this library takes long to load.
import { createInstrumenter } from 'istanbul-lib-instrument';
import { VARIABLE } from './coverage.mjs';

/**
 * Instruments code, so that it counts what runs.
 * @returns Code for Node.
 */
export function instrument(code, file, sourceMap) {
  const instrumenter = createInstrumenter({
    coverageVariable: VARIABLE,
    esModules: true,
    compact: false,
  });
  return instrumenter.instrumentSync(code, file, sourceMap);
}
