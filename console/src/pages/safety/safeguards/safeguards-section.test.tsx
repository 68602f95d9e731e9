import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../test/support/render';
import { FEATURE } from '../../flags/features/one/feature.fixture';
import { SafeguardsSection } from './safeguards-section';

const AT = '/api/admin/projects/default/features/checkout/environments';
const SAFEGUARDS = `${AT}/production/safeguards`;
const SAFEGUARD = {
  ...{ id: 's1', forMinutes: 5, checkedAt: null, crossedSince: null, triggeredAt: null },
  ...{
    triggeredValue: null,
    prometheusQuery: null,
    problem: null,
    createdAt: '2026-01-01T00:00:00Z',
  },
  triggerCondition: { operator: '>', threshold: 10 },
  impactMetric: {
    ...{ id: 'm1', metricName: 'evaluations', timeRange: 'hour', aggregationMode: 'count' },
    labelSelectors: {},
  },
};
const WORDS = 'Turns off if the number of evaluations in the last hour is more than 10.';
const feature = {
  ...FEATURE,
  environments: FEATURE.environments
    .filter(({ name }) => name === 'production')
    .map((environment) => ({ ...environment, enabled: true })),
};
const section = <SafeguardsSection feature={feature} />;

test('the safeguards of an environment, and that one was triggered can watch again', async () => {
  const triggered = { ...SAFEGUARD, triggeredAt: '2026-01-01T14:03:00Z', triggeredValue: 11 };
  const { requests } = renderWith(section, {
    [`GET ${SAFEGUARDS}`]: { safeguards: [triggered], canQuery: false },
    [`PUT ${SAFEGUARDS}`]: { safeguards: [SAFEGUARD], canQuery: false },
  });
  const user = userEvent.setup();
  expect(await screen.findByText(`${WORDS} For 5 minutes.`)).toBeTruthy();
  expect(screen.getByText(/Turned the feature off, at 11/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: `Watch again: ${WORDS}` }));
  await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
  expect(await requests.find(({ method }) => method === 'PUT')?.json()).toEqual({
    impactMetric: {
      ...{ metricName: 'evaluations', timeRange: 'hour', aggregationMode: 'count' },
      labelSelectors: {},
    },
    triggerCondition: { operator: '>', threshold: 10 },
    forMinutes: 5,
  });
});

test('trying a safeguard out says when it would have turned the feature off', async () => {
  const reason = 'The count of evaluations in the last hour is 11, more than 10.';
  const { requests } = renderWith(section, {
    [`GET ${SAFEGUARDS}`]: { safeguards: [], canQuery: false },
    [`POST ${SAFEGUARDS}/preview`]: {
      ...{ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', hoursWithUsage: 3 },
      ...{ triggered: { at: '2026-01-01T14:03:00Z', value: 11 }, reason },
      ...{ extreme: { at: '2026-01-01T14:10:00Z', value: 20 }, present: 3, problem: null },
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Add a safeguard in production' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Limit/), '10');
  await user.click(dialog.getByRole('button', { name: /^Try it out/ }));
  expect(await dialog.findByText(/It would have turned the feature off/)).toBeTruthy();
  expect(dialog.getByRole('status').textContent).toContain(reason);
  expect(requests.every(({ method }) => method !== 'PUT')).toBe(true);
});

test('a query of Prometheus can be tried out and watched, and what is wrong with it is shown', async () => {
  const problem = 'Prometheus says: parse error';
  const query = 'sum(rate(errors[5m]))';
  const broken = { ...SAFEGUARD, impactMetric: null, prometheusQuery: query, problem };
  const { requests } = renderWith(section, {
    [`GET ${SAFEGUARDS}`]: { safeguards: [broken], canQuery: true },
    [`PUT ${SAFEGUARDS}`]: { safeguards: [broken], canQuery: true },
    [`POST ${SAFEGUARDS}/preview`]: {
      ...{ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', hoursWithUsage: 0 },
      ...{ triggered: null, reason: null, extreme: null, present: null, problem },
    },
  });
  const user = userEvent.setup();
  const words = `Turns off if the result of ${query} is more than 10. For 5 minutes.`;
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText(`Cannot act: ${problem}`)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add a safeguard in production' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(dialog.getByLabelText('Metric'), 'A query of Prometheus');
  await user.type(dialog.getByLabelText(/^Query/), 'up');
  await user.type(dialog.getByLabelText(/^Limit/), '3');
  await user.click(dialog.getByRole('button', { name: /^Try it out/ }));
  expect((await dialog.findByRole('status')).textContent).toBe(problem);
  await user.click(dialog.getByRole('button', { name: 'Add a safeguard' }));
  await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
  expect(await requests.find(({ method }) => method === 'PUT')?.json()).toEqual({
    ...{ prometheusQuery: 'up', triggerCondition: { operator: '>', threshold: 3 } },
    forMinutes: 0,
  });
});
