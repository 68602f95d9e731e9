import { fair, LIMITS } from './limits.mjs';

/** How many requests are repeated at most: with more suspects the run fails clearly anyway. */
const MOST = 60;

/**
 * A time that exceeded a limit, with the requests that were running then, and whether it happened
 * again when these were repeated.
 * @typedef {{ milliseconds: number, during: import('./campaign.mjs').Sent[], again: number,
 * isBacklog: boolean }} Excess `again`: the longest time of the repeats. `isBacklog`: other
 * processes had used the processor before, so that requests had queued up.
 */

/**
 * Repeats requests that seem to have exceeded a limit: on a shared machine a single excess may have
 * other causes.
 * @returns {Promise<{ longBlocks: Excess[], slowSwitches: Excess[] }>}
 */
export async function confirmed({ sent, switches, blocks }, { campaign, service, probe }) {
  const longBlocks = blocks
    .filter(({ blocked }) => blocked > LIMITS.blockMs)
    .map((one) => excess(one.blocked, one, sent, one.waited > one.blocked));
  const slowSwitches = fair(switches)
    .filter(({ milliseconds }) => milliseconds > LIMITS.switchMs)
    .map((one) => excess(one.milliseconds, spanOf(one), sent));
  const suspects = new Map(
    [...longBlocks, ...slowSwitches]
      .flatMap(({ during }) => during)
      .map((one) => [keyOf(one), one]),
  );
  const repeats = new Map();
  for (const [key, suspect] of [...suspects].slice(0, MOST))
    repeats.set(key, await campaign.repeat(suspect));
  const again = ({ during }, longest) =>
    Math.max(
      0,
      ...during
        .flatMap((one) => repeats.get(keyOf(one)) ?? [{ from: one.from, to: one.to }])
        .map(longest),
    );
  const blockIn = ({ from, to }) =>
    Math.max(
      0,
      ...service.blocks
        .filter((block) => overlap(block, { from, to }))
        .map(({ blocked }) => blocked),
    );
  const switchIn = ({ from, to }) =>
    Math.max(
      0,
      ...fair(probe.switches)
        .filter((one) => overlap(spanOf(one), { from, to }))
        .map(({ milliseconds }) => milliseconds),
    );
  return {
    longBlocks: longBlocks.map((one) => ({ ...one, again: again(one, blockIn) })),
    slowSwitches: slowSwitches.map((one) => ({ ...one, again: again(one, switchIn) })),
  };
}

const spanOf = ({ at, milliseconds }) => ({ from: at, to: at + milliseconds });
const overlap = (one, other) => one.from <= other.to + 1 && one.to >= other.from - 1;
const keyOf = ({ operation, label, caller }) => JSON.stringify([operation, label, caller]);
const excess = (milliseconds, span, sent, isBacklog = false) => ({
  milliseconds,
  isBacklog,
  during: sent.filter((one) => overlap(one, span)),
  again: 0,
});
