import { letThemCall, summary } from './load/callers.mjs';
import { CALLERS } from './cases/site.mjs';

/**
 * Two ways of doing the same thing, to be compared: its name, the names of the two sides, and the
 * number of callers at the same time.
 * @typedef {{ name: string, sides: [string, string], atOnce?: number, warmUpSeconds?: number,
 * prepare: (site: import('./cases/site.mjs').Site) => Promise<Prepared> }} Case
 * @typedef {{ callers: Side[], beforeTurn?: (side: number) => void, check?: (calls: number) =>
 * Promise<void> }} Prepared `beforeTurn` is called with the side that is measured next. `check`
 * throws when the calls so far have not had the expected effect.
 * @typedef {(caller: number) => import('./load/callers.mjs').Call} Side
 * @typedef {{ calls: number, rate: number, p50: number, p99: number, cpu: { service: number,
 * database: number } }} Figures Calls a second, milliseconds, microseconds of CPU a call.
 * @typedef {{ name: string, sides: [string, string], figures: [Figures, Figures], ratio: number,
 * first: ReturnType<typeof summary>[] }} Measured `ratio`: rate of the first side by that of the
 * second. `first`: of each side during its warm-up.
 */

/**
 * Long enough to measure, and short enough that the service does not close a connection that is
 * idle for two rounds of the other side.
 */
const ROUND_SECONDS = 1.5;

/**
 * Measures both sides in turns, so that other work of the machine affects both equally.
 * @param {import('./cases/site.mjs').Site} site
 * @param {Case} measured
 * @param {number} seconds Duration for each side, without the warm-up.
 * @returns {Promise<Measured>}
 */
export async function measure(
  site,
  { name, sides, atOnce = CALLERS, warmUpSeconds = 1, prepare },
  seconds,
) {
  const { callers, beforeTurn, check } = await prepare(site);
  const both = callers.map((side, place) => ({
    place,
    calls: Array.from({ length: atOnce }, (_, caller) => side(caller)),
    rounds: [],
  }));
  const first = [];
  for (const { calls, place } of both) {
    beforeTurn?.(place);
    first.push(summary([await letThemCall(calls, warmUpSeconds)]));
  }
  const turns = Math.max(2, Math.ceil(seconds / ROUND_SECONDS));
  for (let turn = 0; turn < turns; turn++) {
    // The side that comes first alternates.
    for (const { calls, rounds, place } of turn % 2 ? [...both].reverse() : both) {
      beforeTurn?.(place);
      rounds.push(await site.cpuDuring(() => letThemCall(calls, seconds / turns)));
    }
  }
  const figures = both.map(({ rounds }) => figuresOf(rounds));
  await check?.([...figures, ...first].reduce((sum, { calls }) => sum + calls, 0));
  return { name, sides, figures, ratio: figures[0].rate / figures[1].rate, first };
}

/** @returns {Figures} */
function figuresOf(rounds) {
  const all = summary(rounds);
  const perCall = (part) =>
    (rounds.reduce((sum, round) => sum + round.cpu[part], 0) / all.calls) * 1e6;
  return { ...all, cpu: { service: perCall('service'), database: perCall('database') } };
}
