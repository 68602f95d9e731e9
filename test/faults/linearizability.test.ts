import { checkRegister } from './linearizability.mjs';

type Kind = 'write' | 'read';
const on = (kind: Kind, value: unknown, start: number, end: number) => ({
  kind,
  value,
  start,
  end,
});
const write = (value: unknown, start: number, end = Infinity) => on('write', value, start, end);
const read = (value: unknown, start: number, end: number) => on('read', value, start, end);

const GOOD = {
  'nothing happened': [],
  'a read of the initial value': [read('a', 0, 1)],
  'one operation after the other': [write('b', 0, 1), read('b', 2, 3), write('a', 4, 5)],
  'a read during a write that returns the old value': [write('b', 0, 10), read('a', 1, 2)],
  'a read during a write that returns the new value': [write('b', 0, 10), read('b', 1, 2)],
  'concurrent writes in either order': [write('b', 0, 10), write('c', 1, 9), read('b', 11, 12)],
  'an unknown write that is never seen': [write('b', 0), read('a', 1, 2), read('a', 3, 4)],
  'an unknown write that takes effect late': [
    write('b', 0),
    read('a', 1, 2),
    write('c', 3, 4),
    read('b', 5, 6),
  ],
  'two unknown writes of the same value that are seen twice': [
    write('b', 0),
    write('b', 1),
    read('b', 2, 3),
    write('a', 4, 5),
    read('b', 6, 7),
  ],
  'an order that only a search finds': [
    write('b', 0, 100),
    write('c', 0, 100),
    read('b', 10, 20),
    read('c', 30, 40),
    read('c', 50, 110),
  ],
};

const BAD = {
  'a read of a value that nobody wrote': [read('b', 0, 1)],
  'a lost write': [write('b', 0, 1), read('a', 2, 3)],
  'a stale read after a fresh one': [write('b', 0, 10), read('b', 1, 2), read('a', 3, 4)],
  'a value that comes back': [write('b', 0, 1), write('c', 2, 3), read('b', 4, 5)],
  'a read of an unknown write before it started': [read('b', 0, 1), write('b', 2)],
  'an unknown write that is seen before it started, by an operation that ends later': [
    read('b', 0, 10),
    read('a', 1, 2),
    write('c', 3, 4),
    read('c', 5, 6),
    write('b', 7),
    read('c', 8, 9),
    read('c', 11, 12),
    read('a', 13, 14),
  ],
  'an unknown write that takes effect twice': [
    write('b', 0),
    read('b', 1, 2),
    write('a', 3, 4),
    read('b', 5, 6),
  ],
  'two reads that see concurrent writes in different orders': [
    write('b', 0, 100),
    write('c', 0, 100),
    read('b', 10, 20),
    read('c', 30, 40),
    read('b', 50, 60),
  ],
};

test.each(Object.entries(GOOD))('%s is linearizable', (_, history) => {
  expect(checkRegister(history, 'a')).toEqual({ isLinearizable: true, isDecided: true });
});

test.each(Object.entries(BAD))('%s is not linearizable', (_, history) => {
  expect(checkRegister(history, 'a')).toMatchObject({ isLinearizable: false, isDecided: true });
});

/**
 * Simulates the history of a correct register with some unknown outcomes, in a fixed pseudo-random
 * order.
 */
function simulated(length: number) {
  let [value, seed] = ['a', 7];
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length }, (_, n) => {
    const at = n * 10;
    const [start, end] = [at - random() * 40, at + random() * 40];
    if (random() < 0.5) return read(value, start, end);
    const written = random() < 0.5 ? 'a' : 'b';
    const isUnknown = random() < 0.03;
    if (!isUnknown || random() < 0.5) value = written;
    return write(written, start, isUnknown ? Infinity : end);
  });
}

test('long histories are decided soon, and one wrong read in them is found', () => {
  const history = simulated(1_000);
  expect(checkRegister(history, 'a').isLinearizable).toBe(true);
  const wrong = [write('c', 40_000, 40_001), read('d', 40_002, 40_003)];
  expect(checkRegister([...history, ...wrong], 'a')).toMatchObject({
    isLinearizable: false,
    isDecided: true,
    stuckAt: [wrong[1]],
  });
});
