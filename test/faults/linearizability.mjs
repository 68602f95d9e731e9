/**
 * An operation on a register. `end` is Infinity when the outcome of a write is unknown: it may
 * have taken effect at any time since its start, or never. What has failed, and reads without a
 * result, are not part of a history.
 * @typedef {{ kind: 'write' | 'read', value: unknown, start: number, end: number }} Operation
 */

/** More states than this are not searched; the history is then not decided. */
const MOST_STATES = 200_000;

/**
 * Whether a history of one register is linearizable: whether there is an order of its operations in
 * which each takes effect between its start and its end, and each read returns the value of the
 * last write. Searches as Wing and Gong do, and remembers states it has seen, as Lowe does.
 *
 * A write with an unknown outcome only matters if a read returns its value, and can then be placed
 * directly before the first such read. So it is only tried there.
 * @param {Operation[]} history
 * @param {unknown} initial
 * @returns {{ isLinearizable: boolean, isDecided: boolean, stuckAt?: Operation[] }} `stuckAt`: the
 * operations of which none could come next.
 */
export function checkRegister(history, initial) {
  const known = history.filter(({ end }) => end !== Infinity).sort((a, b) => a.start - b.start);
  const unknown = unknownWrites(history);
  /** @type {State[]} */
  const open = [{ from: 0, done: [], value: initial, used: {} }];
  const seen = new SeenStates();
  let furthest = { count: -1, stuckAt: /** @type {Operation[]} */ ([]) };
  while (open.length > 0) {
    const state = /** @type {State} */ (open.pop());
    if (state.from === known.length) return { isLinearizable: true, isDecided: true };
    if (!seen.add(state)) continue;
    if (seen.size > MOST_STATES) return { isLinearizable: false, isDecided: false };
    const { candidates, earliestEnd } = candidatesOf(state, known);
    const count = state.from + state.done.length;
    if (count > furthest.count)
      furthest = { count, stuckAt: candidates.map((index) => known[index]) };
    // A read of the present value can come now, as it changes nothing and lets others come.
    const free = candidates.find(
      (index) => known[index].kind === 'read' && known[index].value === state.value,
    );
    const next = (free === undefined ? candidates : [free]).flatMap((index) => {
      const value = nextState(state, known[index], unknown, earliestEnd);
      return value ? [after(state, index, value)] : [];
    });
    // What uses an unknown write is tried last.
    open.push(
      ...next.sort((a, b) => Number(b.used !== state.used) - Number(a.used !== state.used)),
    );
  }
  return { isLinearizable: false, isDecided: true, stuckAt: furthest.stuckAt };
}

/**
 * How far a search is: all operations before `from` and those in `done` have taken effect; `used`
 * counts the unknown writes of each value that have.
 * @typedef {{ from: number, done: number[], value: unknown, used: Record<string, number> }} State
 */

/** States that need not be searched again, nor those that have used more unknown writes. */
class SeenStates {
  /** @type {Map<string, Record<string, number>[]>} */
  #used = new Map();
  size = 0;

  /** @param {State} state @returns {boolean} Whether it must be searched. */
  add({ from, done, value, used }) {
    const key = JSON.stringify([from, done, value]);
    const others = this.#used.get(key) ?? [];
    const isKnown = others.some((other) =>
      Object.entries(other).every(([one, count]) => count <= (used[one] ?? 0)),
    );
    if (isKnown) return false;
    this.#used.set(key, [...others, used]);
    this.size++;
    return true;
  }
}

/**
 * Starts of the unknown writes by value, the earliest first.
 * @param {Operation[]} history
 */
function unknownWrites(history) {
  /** @type {Map<unknown, number[]>} */
  const starts = new Map();
  for (const { kind, value, start, end } of history)
    if (kind === 'write' && end === Infinity)
      starts.set(value, [...(starts.get(value) ?? []), start]);
  for (const all of starts.values()) all.sort((a, b) => a - b);
  return starts;
}

/** The operations that may come next: those that no other one ended before. */
function candidatesOf({ from, done }, known) {
  let earliestEnd = Infinity;
  const candidates = [];
  for (let index = from; index < known.length && known[index].start <= earliestEnd; index++) {
    if (done.includes(index)) continue;
    candidates.push(index);
    earliestEnd = Math.min(earliestEnd, known[index].end);
  }
  const first = candidates.filter((index) => known[index].start <= earliestEnd);
  return { candidates: first, earliestEnd };
}

/** The value after an operation and the unknown writes used by then; undefined if impossible. */
function nextState(state, { kind, value }, unknown, earliestEnd) {
  if (kind === 'write' || state.value === value) return { value, used: state.used };
  const count = state.used[String(value)] ?? 0;
  const start = unknown.get(value)?.[count];
  if (start === undefined || start > earliestEnd) return undefined;
  return { value, used: { ...state.used, [String(value)]: count + 1 } };
}

/** @returns {State} */
function after({ from, done }, index, next) {
  const all = [...done, index].sort((a, b) => a - b);
  let first = from;
  while (all[0] === first) {
    all.shift();
    first++;
  }
  return { from: first, done: all, ...next };
}
