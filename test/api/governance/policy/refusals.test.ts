import { refuse } from '../../../../src/governance/policy/policy-check.js';
import type { Violation } from '../../../../src/governance/policy/policy-rules.js';
import { MAX_DETAILS } from '../../../../src/platform/errors/api-error.js';

const broken = (project: string): Violation => ({
  ...{ rule: 'namePattern', project, feature: `of-${project}`, environment: null },
  ...{ strategyId: null, message: `The name "of-${project}" does not match.` },
});

const actor = { sees: (project: string) => project !== 'secret' };

function refusal(violations: Violation[], project: string | null = null): unknown {
  try {
    refuse(violations, { project }, actor);
  } catch (error) {
    return error;
  }
  return undefined;
}

test('a refusal names only what is seen', () => {
  expect(refusal([])).toBeUndefined();
  const both = refusal([broken('secret'), broken('shop')]);
  expect(both).toMatchObject({ details: [{ message: broken('shop').message }] });
  expect(String(both)).toContain('Something that you cannot see breaks it.');
  const hidden = refusal([broken('secret')], 'secret');
  for (const one of [both, hidden])
    expect(JSON.stringify(one) + String(one)).not.toContain('secret');
  expect(String(hidden)).toContain('A policy that you cannot see refuses this.');
});

test('a refusal of 5,000 features lists as few of them as every other error, and counts all', () => {
  const refused = refusal(Array.from({ length: 5_000 }, () => broken('shop')));
  expect(refused).toHaveProperty('details.length', MAX_DETAILS);
  expect(String(refused)).toContain('There are 5000 such problems.');
});
