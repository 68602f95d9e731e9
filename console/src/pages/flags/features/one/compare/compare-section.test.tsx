import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../../../test/support/render';
import type { Strategy } from '../../../strategies/strategy-words';
import type { Feature } from '../../feature-queries';
import { FEATURE } from '../feature.fixture';
import { CompareSection } from './compare-section';

const rollout = (id: string, share: string): Strategy =>
  ({
    ...{ id, name: 'flexibleRollout', title: '', disabled: false, constraints: [], segments: [] },
    ...{ parameters: { rollout: share, stickiness: 'default' }, variants: [] },
  }) as unknown as Strategy;
const [development, production] = FEATURE.environments as [
  Feature['environments'][number],
  Feature['environments'][number],
];
const staging = { ...development, name: 'staging', enabled: true };
const feature: Feature = {
  ...FEATURE,
  environments: [
    { ...development, enabled: true, strategies: [rollout('a', '100'), rollout('b', '50')] },
    { ...production, enabled: false, strategies: [rollout('c', '50')] },
    { ...staging, strategies: [rollout('d', '100'), rollout('e', '50')] },
  ],
};
const answers = { 'GET /api/admin/segments': { segments: [] } };
const row = (name: RegExp) => within(screen.getByRole('row', { name }));

afterEach(() => window.history.replaceState(null, '', '/'));

test('what differs between production and another environment is marked', () => {
  renderWith(<CompareSection feature={feature} />, answers);

  expect(screen.getByRole('table', { name: 'production beside development' })).toBeTruthy();
  expect(screen.getByText('2 differences.')).toBeTruthy();
  expect(
    row(/^State/)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['off', 'on']);
  expect(row(/^Strategy 1/).queryByText('differs')).toBeNull();
  expect(row(/^Strategy 2 differs/).getByText('–')).toBeTruthy();
});

test('strategies with other ids that say the same do not differ', async () => {
  renderWith(<CompareSection feature={feature} />, answers);

  await userEvent.selectOptions(screen.getByLabelText('Compare'), 'development');
  await userEvent.selectOptions(screen.getByLabelText('with'), 'staging');

  expect(screen.getByText('development and staging are the same.')).toBeTruthy();
});
