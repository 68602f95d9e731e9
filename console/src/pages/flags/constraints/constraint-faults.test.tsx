import { faultOf } from './constraint-faults';
import { wordsOfConstraint } from './constraint-words';
import { type Constraint, OPERATORS, takesList } from './operators';

const one = (operator: Constraint['operator'], value: string): Constraint =>
  takesList(operator)
    ? { contextName: 'field', operator, values: [value] }
    : { contextName: 'field', operator, value };

test.each([
  ['IN', 'a', ''],
  ['STR_CONTAINS', 'a', 'x'.repeat(101)],
  ['NUM_GT', '-1.5', 'many'],
  ['NUM_EQ', '2e3', '1,5'],
  ['DATE_AFTER', '2026-01-02T03:04:05Z', 'tomorrow'],
  ['SEMVER_EQ', '1.2.3-beta.1', 'v1.2.3'],
  ['SEMVER_LT', '1.2.3', '1.2'],
  ['REGEX', '^user-[0-9]+$', '(unclosed'],
  ['IN_CIDR', '10.0.0.0/8', '10.0.0.0/33'],
  ['IN_CIDR', '2001:db8::/32', 'localhost'],
] as const)('%s accepts %s and refuses %s', (operator, right, wrong) => {
  expect(faultOf(one(operator, right), [])).toBeUndefined();
  const constraint = wrong === '' ? { ...one(operator, wrong), values: [] } : one(operator, wrong);
  expect(faultOf(constraint, [])).toBeTruthy();
});

test('values that are not legal for the field are named', () => {
  expect(faultOf(one('IN', 'XX'), ['DE', 'FR'])).toContain('XX');
  expect(faultOf(one('IN', 'DE'), ['DE', 'FR'])).toBeUndefined();
});

test('every operator has words, also when it is inverted', () => {
  const words = OPERATORS.flatMap((operator) => [
    wordsOfConstraint(one(operator, '1')),
    wordsOfConstraint({ ...one(operator, '1'), inverted: true }),
  ]);
  expect(words.every((text) => /^field \S.* \S/.test(text))).toBe(true);
  expect(OPERATORS).toHaveLength(19);
});
