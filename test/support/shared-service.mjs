// In JavaScript, so that it is loaded once for all files of a worker (see loader.mjs).

/**
 * The service that the test files of this worker share, as {@link TestService.shared} started it.
 * @type {Promise<{ service: { stop(reason: string): Promise<void> } }> | undefined}
 */
let running;

let numbers = 0;
/** A number that no other test of this worker gets, for names that differ. */
export const nextNumber = () => ++numbers;

/** The message by which jest asks a worker to end, which it kills after half a second. */
const END = 2;
if (process.send)
  process.on('message', ([type]) => {
    if (type === END && running) process.exit();
  });

/**
 * @template T
 * @param {() => Promise<T>} start Starts the service; called if none is running.
 * @returns {Promise<T>}
 */
export function sharedService(start) {
  return (running ??= start());
}

/** Stops it, if it was started: the next test file of the worker starts another one. */
export async function stopSharedService() {
  const started = running;
  running = undefined;
  await (await started)?.service.stop('the end of the tests');
}
