import { differencesOf } from '../../../../src/safety/history/comparison.service.js';

const constraint = (values: string[], more: object = {}) => ({
  ...{ contextName: 'userId', operator: 'IN', values, ...more },
});

test('names each part that was added, removed or replaced, and lists of texts as a whole', () => {
  const before = { a: 1, 'b/c~d': { on: true }, list: ['x', 'y'], of: [constraint(['1', '2'])] };
  const after = {
    'b/c~d': { on: false },
    list: ['y'],
    of: [constraint(['2']), constraint([])],
    e: 2,
  };
  expect(differencesOf(before, after)).toEqual([
    { op: 'remove', path: '/a', before: 1 },
    { op: 'replace', path: '/b~1c~0d/on', before: true, after: false },
    { op: 'replace', path: '/list', before: ['x', 'y'], after: ['y'] },
    { op: 'replace', path: '/of/0/values', before: ['1', '2'], after: ['2'] },
    { op: 'add', path: '/of/1', after: constraint([]) },
    { op: 'add', path: '/e', after: 2 },
  ]);
  expect(differencesOf(before, JSON.parse(JSON.stringify(before)))).toEqual([]);
  expect(differencesOf(undefined, undefined, '/x')).toEqual([]);
  expect(differencesOf(undefined, before, '/x')).toEqual([
    { op: 'add', path: '/x', after: before },
  ]);
  expect(differencesOf({ a: null }, { a: [] })).toEqual([
    { op: 'replace', path: '/a', before: null, after: [] },
  ]);
});

test('the largest change of a feature is compared without holding up others', () => {
  const values = (n: number) => Array.from({ length: 250 }, (_, index) => `${n} ${index}`);
  const state = (first: number) => ({
    strategies: Array.from({ length: 30 }, (_, n) => ({
      constraints: Array.from({ length: 30 }, (_, k) => constraint(values(first + 30 * n + k))),
    })),
  });
  const [before, after] = [state(0), state(1)];
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    expect(differencesOf(before, after)).toHaveLength(900);
    return performance.now() - began;
  });
  expect(Math.min(...times)).toBeLessThan(100);
});
