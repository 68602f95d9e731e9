import { differencesOf, wordsOfValue } from './differences';

const constraint = (values: string[]) => ({ contextName: 'userId', operator: 'IN', values });

test('differences are found by path, also when one side is missing', () => {
  expect(differencesOf({ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 }, d: 'new' })).toEqual([
    { path: 'a › c', before: '2', after: '3' },
    { path: 'd', before: undefined, after: 'new' },
  ]);
  expect(differencesOf(null, { name: 'x' })).toEqual([
    { path: 'name', before: undefined, after: 'x' },
  ]);
  expect(differencesOf({ a: null }, {})).toEqual([]);
  expect(differencesOf(null, undefined)).toEqual([]);
});

test('lists of values are compared as a whole, and lists of things one by one', () => {
  expect(differencesOf({ list: ['a'] }, { list: ['a', 'b'] })).toEqual([
    { path: 'list', before: 'a', after: 'a, b' },
  ]);
  const variant = (name: string, weight: number) => ({ name, weight, stickiness: 'default' });
  expect(
    differencesOf({ variants: [variant('a', 1000)] }, { variants: [variant('a', 600)] }),
  ).toEqual([{ path: 'variants › 1 › weight', before: '1000', after: '600' }]);
});

test('constraints are told in words, with all their values', () => {
  const [before, after] = [['1'], ['1', '2', '3', '4', '5']].map((values) => ({
    constraints: [constraint(values)],
  }));
  expect(differencesOf(before, after)).toEqual([
    {
      path: 'constraints › 1',
      before: 'userId is one of 1',
      after: 'userId is one of 1, 2, 3, 4, 5',
    },
  ]);
  expect(differencesOf({ constraints: [] }, before)).toEqual([
    { path: 'constraints', before: '(none)', after: '– userId is one of 1' },
  ]);
});

test('things are told in lines, without JSON', () => {
  const strategy = { name: 'flexibleRollout', parameters: { rollout: '25' }, segments: [1, 2] };
  expect(wordsOfValue([{ ...strategy, title: null, constraints: [] }])).toBe(
    [
      '– name: flexibleRollout',
      '  parameters:',
      '    rollout: 25',
      '  segments: 1, 2',
      '  constraints: (none)',
    ].join('\n'),
  );
  expect(wordsOfValue('')).toBe('(empty)');
});
