import { FEATURE } from '../features/one/feature.fixture.js';
import { reachSentence } from './reach-sentence.js';
import type { Strategy } from './strategy-words.js';

const place = { enabled: true, yes: 0, no: 0, strategies: [] };
const strategy = (changes: Partial<Strategy>): Strategy => ({
  ...{ id: 'one', name: 'flexibleRollout', title: null, disabled: false, sortOrder: 0 },
  ...{ constraints: [], variants: [], segments: [] },
  ...{ featureName: FEATURE.name, parameters: { rollout: '100', stickiness: 'default' } },
  ...changes,
});
const share = (rollout: string): Strategy => strategy({ parameters: { rollout } });
const country: Strategy['constraints'][number] = {
  ...{ contextName: 'country', operator: 'IN', values: ['NO', 'SE'], value: '' },
  ...{ inverted: false, caseInsensitive: false },
};
const version = { ...country, contextName: 'appVersion', operator: 'SEMVER_GTE' as const };

test('a feature that is on for everybody is said to be', () => {
  expect(reachSentence(place)).toBe('On for everybody.');
  expect(reachSentence({ ...place, strategies: [share('100')] })).toBe('On for everybody.');
  expect(reachSentence({ ...place, strategies: [strategy({ name: 'default' })] })).toBe(
    'On for everybody.',
  );
});

test('a strategy is told with its share, segments and first conditions', () => {
  const limited = strategy({
    parameters: { rollout: '25' },
    segments: [1, 2],
    constraints: [country, { ...version, value: '4.2.0' }, country, country],
  });
  expect(reachSentence({ ...place, strategies: [limited] })).toBe(
    'On for 25% of users in 2 segments where country is one of NO, SE and appVersion is at ' +
      'least version 4.2.0 and 2 more conditions.',
  );
});

test('several strategies are alternatives, and disabled ones are not mentioned', () => {
  const strategies = [share('10'), { ...share('20'), disabled: true }, share('30'), share('40')];
  expect(reachSentence({ ...place, strategies })).toBe(
    'On for 10% of users, or for 30% of users, or for whom 1 more strategy selects.',
  );
});

test('users, addresses and hosts are named, the first five of many, and none is said to be none', () => {
  const listing = (name: string, parameters: Record<string, string>): string =>
    reachSentence({ ...place, strategies: [strategy({ name, parameters })] });
  expect(listing('userWithId', { userIds: 'anna,ben' })).toBe('On for the users anna, ben.');
  expect(listing('userWithId', { userIds: '1, 2,3\n4,5,,6, 7' })).toBe(
    'On for the users 1, 2, 3, 4, 5 and 2 more.',
  );
  expect(listing('userWithId', { userIds: ' ' })).toBe('On for no users.');
  expect(listing('remoteAddress', { IPs: '10.0.0.1' })).toBe('On for the address 10.0.0.1.');
  expect(listing('applicationHostname', {})).toBe('On for no users.');
  expect(listing('ours', { region: 'north' })).toBe('On for region: north.');
  expect(listing('ours', {})).toBe('On for users whom ours selects.');
});

test('a feature that is off is off for everybody, and it is said whom it would reach', () => {
  expect(reachSentence({ ...place, enabled: false })).toBe('Off for everybody.');
  expect(reachSentence({ ...place, enabled: false, strategies: [share('5')] })).toBe(
    'Off for everybody. Turned on, it is for 5% of users.',
  );
});

test('evaluations of the hour are counted', () => {
  expect(reachSentence({ ...place, yes: 7_000, no: 251 })).toBe(
    'On for everybody. Evaluated 7,251 times in this hour.',
  );
});
