import { createInstrumenter } from 'istanbul-lib-instrument';

/** Where instrumented code counts, in the process that runs it. */
const VARIABLE = '__coverage__';

/** The same code, which counts what of it runs. @returns Code for Node. */
export function instrument(code, file, sourceMap) {
  const instrumenter = createInstrumenter({
    coverageVariable: VARIABLE,
    esModules: true,
    compact: false,
  });
  return instrumenter.instrumentSync(code, file, sourceMap);
}

/**
 * Takes what has run since the last call, so that nothing counts twice when jest adds up its files:
 * modules of the service live on from one test file to the next.
 */
export function takeCoverage() {
  const counted = globalThis[VARIABLE];
  if (!counted) return undefined;
  const taken = structuredClone(counted);
  for (const file of Object.values(counted)) {
    for (const hits of [file.s, file.f]) for (const id of Object.keys(hits)) hits[id] = 0;
    for (const branches of Object.values(file.b)) branches.fill(0);
  }
  return taken;
}
