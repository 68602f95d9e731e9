import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../../../test/support/render';
import { FEATURE, FEATURE_URL } from '../feature.fixture';
import { PastSection } from './past-section';

const AT = '2026-01-02T03:04:05.678Z';
const strategy = {
  ...{ id: 'a', name: 'flexibleRollout', title: 'Beta', disabled: false, segments: [] },
  parameters: { rollout: '25' },
  ...{ constraints: [], variants: [] },
};
const [development, production] = FEATURE.environments;
const former = {
  ...FEATURE,
  description: 'More steps.',
  environments: [development, { ...production, enabled: true, strategies: [strategy] }],
};
const changes = [
  { op: 'replace', path: '/environments/production/enabled', before: true, after: false },
  { op: 'remove', path: '/environments/production/strategies/a', before: strategy },
];
const COMPARE = `GET ${FEATURE_URL}/compare`;
const section = <PastSection feature={FEATURE} />;
const address = (at: string) =>
  window.history.replaceState(null, '', `/?section=past&at=${encodeURIComponent(at)}`);
afterEach(() => window.history.replaceState(null, '', '/'));

test('the state at a moment is shown, and what has changed since', async () => {
  address(AT);
  const { requests } = renderWith(section, {
    [`GET ${FEATURE_URL}`]: former,
    [COMPARE]: { from: AT, to: AT, differences: changes },
  });

  const state = within(await screen.findByRole('region', { name: /State on/ }));
  expect(state.getByText('on')).toBeTruthy();
  expect(state.getByText('25% of users')).toBeTruthy();
  expect(state.getByText('More steps.')).toBeTruthy();
  const changed = within(screen.getByRole('region', { name: 'What has changed since' }));
  expect(
    await changed.findByRole('row', { name: 'environments › production › enabled true false' }),
  ).toBeTruthy();
  expect(changed.getByText('environments › production › strategies › Beta')).toBeTruthy();
  const asked = requests.map(({ url }) => new URL(url).search);
  expect(asked).toContain(`?asOf=${encodeURIComponent(AT)}`);
  expect(asked).toContain(`?from=${encodeURIComponent(AT)}`);
});

test('without a moment nothing is read; a chosen one is kept in the address', async () => {
  const { requests } = renderWith(section, {
    [`GET ${FEATURE_URL}`]: former,
    [COMPARE]: { from: AT, to: AT, differences: [] },
  });
  expect(screen.getByText('Choose a moment')).toBeTruthy();
  expect(requests).toEqual([]);

  const field = screen.getByLabelText(/Moment/);
  fireEvent.change(field, { target: { value: '2999-01-01T00:00:00' } });
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByText('Choose a moment of the past.')).toBeTruthy();
  fireEvent.change(field, { target: { value: '2026-01-02T03:04:05' } });
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));

  expect(await screen.findByText('Nothing has changed since.')).toBeTruthy();
  const { searchParams } = new URL(window.location.href);
  expect(searchParams.get('at')).toBe(new Date('2026-01-02T03:04:05').toISOString());
});

test.each([
  [404, 'NotFoundError', '', 'The feature did not exist then'],
  [409, 'HistoryGoneError', 'History begins later.', 'History begins later.'],
])('status %s is told in words', async (status, name, message, words) => {
  address(AT);
  renderWith(section, { [`GET ${FEATURE_URL}`]: refusal(status, { name, message }) });

  expect(await screen.findByText(words)).toBeTruthy();
});
