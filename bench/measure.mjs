import { letThemCall, summary } from './load/callers.mjs';
import { CALLERS } from './cases/site.mjs';

/**
 * Something that the service does and that its SQL does alone, to be compared.
 * @typedef {{ name: string, callers?: number, prepare: (site: import('./cases/site.mjs').Site) => Promise<Sides> }} Case
 * @typedef {{ service: Side, bare: Side, check?: (calls: number) => Promise<void> }} Sides `check` throws when what was called so far did not do what it should.
 * @typedef {(caller: number) => import('./load/callers.mjs').Call} Side
 * @typedef {{ calls: number, rate: number, p50: number, p99: number, cpu: { service: number, database: number } }} Figures Calls a second, milliseconds, microseconds of CPU a call.
 * @typedef {{ name: string, service: Figures, bare: Figures, ratio: number }} Measured
 */

/** Long enough to measure, and no longer than the service keeps a connection open that has to wait for two rounds of the other side. */
const ROUND_SECONDS = 1.5;
const WARM_UP_SECONDS = 1;

/**
 * Measures both sides in turns, so that whatever else the machine does hits both alike.
 * @param {import('./cases/site.mjs').Site} site @param {Case} measured @param {number} seconds Of each side, warming up not counted.
 * @returns {Promise<Measured>}
 */
export async function measure(site, { name, callers: count = CALLERS, prepare }, seconds) {
  const { service, bare, check } = await prepare(site);
  const callers = (side) => Array.from({ length: count }, (_, caller) => side(caller));
  const sides = { service: { calls: callers(service), rounds: [] }, bare: { calls: callers(bare), rounds: [] } };
  let warmUps = 0;
  for (const { calls } of Object.values(sides)) warmUps += (await letThemCall(calls, WARM_UP_SECONDS)).calls;
  const turns = Math.max(2, Math.ceil(seconds / ROUND_SECONDS));
  for (let turn = 0; turn < turns; turn++) {
    // Neither side always comes first.
    for (const side of turn % 2 ? ['bare', 'service'] : ['service', 'bare']) {
      sides[side].rounds.push(await withCpu(site, () => letThemCall(sides[side].calls, seconds / turns)));
    }
  }
  const figures = { service: figuresOf(sides.service.rounds), bare: figuresOf(sides.bare.rounds) };
  await check?.(warmUps + figures.service.calls + figures.bare.calls);
  return { name, ...figures, ratio: figures.service.rate / figures.bare.rate };
}

async function withCpu(site, work) {
  const before = await site.cpu();
  const round = await work();
  const after = await site.cpu();
  return { ...round, cpu: { service: after.service - before.service, database: after.database - before.database } };
}

/** @returns {Figures} */
function figuresOf(rounds) {
  const all = summary(rounds);
  const perCall = (part) => (rounds.reduce((sum, round) => sum + round.cpu[part], 0) / all.calls) * 1e6;
  return { ...all, cpu: { service: perCall('service'), database: perCall('database') } };
}
