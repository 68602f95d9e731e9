/** The global variable in which instrumented code counts. */
export const VARIABLE = '__coverage__';

/**
 * Returns and resets the counts since the last call, so that nothing is counted twice when jest
 * adds up test files: modules of the service are kept from one test file to the next.
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
