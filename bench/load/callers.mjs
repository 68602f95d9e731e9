/**
 * One unit of work that a caller repeats, counted as one call.
 * @typedef {() => Promise<void>} Call
 */

/**
 * Lets callers call for a while; each starts its next call as soon as the last has ended.
 * @param {Call[]} callers
 * @param {number} seconds
 * @returns {Promise<Round>}
 * @typedef {{ calls: number, seconds: number, latencies: number[] }} Round `latencies` in
 * milliseconds, one a call.
 */
export async function letThemCall(callers, seconds) {
  const latencies = [];
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    callers.map(async (call) => {
      for (let now = performance.now(); now < end;) {
        await call();
        const then = now;
        now = performance.now();
        latencies.push(now - then);
      }
    }),
  );
  return { calls: latencies.length, seconds: (performance.now() - began) / 1000, latencies };
}

/** @param {Round[]} rounds */
export function summary(rounds) {
  const calls = rounds.reduce((sum, round) => sum + round.calls, 0);
  const latencies = Float64Array.from(rounds.flatMap((round) => round.latencies)).sort();
  const at = (share) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? NaN;
  return {
    calls,
    rate: calls / rounds.reduce((sum, round) => sum + round.seconds, 0),
    p50: at(0.5),
    p99: at(0.99),
  };
}
