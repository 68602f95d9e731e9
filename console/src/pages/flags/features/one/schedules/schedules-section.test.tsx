import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../../../test/support/render';
import { FEATURE, FEATURE_URL } from '../feature.fixture';
import { SchedulesSection } from './schedules-section';

const SCHEDULE = {
  ...{ id: 5, action: 'off', payload: {}, at: '2030-01-31T18:00:00Z', rule: 'FREQ=DAILY' },
  ...{ durationMinutes: 60, whenLate: 'run', state: 'suspended', reason: 'It is archived.' },
  ...{ conflict: null, nextAction: 'off', nextAt: '2030-01-31T18:00:00Z', executedAt: null },
  ...{ createdAt: '2026-01-01T00:00:00Z', project: 'default', feature: 'checkout' },
  ...{ environment: 'production', timeZone: 'UTC' },
  createdBy: { id: 1, username: 'mira', imageUrl: '' },
};
const LIST = `GET ${FEATURE_URL}/schedules`;
const section = <SchedulesSection feature={FEATURE} />;

test('what is scheduled, how often, by whom, and why it is suspended', async () => {
  renderWith(section, { [LIST]: { total: 1, schedules: [SCHEDULE] } });

  const row = within(await screen.findByRole('row', { name: /Turn off in production/ }));
  expect(row.getByText('Turn off in production for 1 hour')).toBeTruthy();
  expect(row.getByText('Every day')).toBeTruthy();
  expect(row.getByText('Suspended')).toBeTruthy();
  expect(row.getByText('It is archived.')).toBeTruthy();
  expect(row.getByText('mira')).toBeTruthy();
});

test('scheduling sends the time with its zone, and cancelling needs a confirmation', async () => {
  const { requests } = renderWith(section, {
    [LIST]: { total: 1, schedules: [SCHEDULE] },
    [`POST ${FEATURE_URL}/environments/development/schedule`]: SCHEDULE,
    'DELETE /api/admin/projects/default/schedules/5': {},
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Schedule a change' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(/^Time/), { target: { value: '2030-01-31T18:00' } });
  await user.selectOptions(dialog.getByLabelText('Repeat'), 'Every week');
  await user.click(dialog.getByRole('button', { name: 'Schedule a change' }));
  const sent = await waitFor(() => {
    const request = requests.find(({ method }) => method === 'POST');
    expect(request).toBeDefined();
    return request!;
  });
  expect(await sent.clone().json()).toEqual({
    action: 'off',
    whenLate: 'run',
    at: new Date('2030-01-31T18:00').toISOString(),
    rule: 'FREQ=WEEKLY',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });

  await user.click(screen.getByRole('button', { name: /^Remove: Turn off/ }));
  const confirmation = within(await screen.findByRole('dialog'));
  expect(confirmation.getByText(/will not be made/)).toBeTruthy();
  await user.click(confirmation.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(requests.some(({ method }) => method === 'DELETE')).toBe(true));
});

test('a schedule is changed, and keeps what is not', async () => {
  const { requests } = renderWith(section, {
    [LIST]: { total: 1, schedules: [SCHEDULE] },
    [`GET ${FEATURE_URL}`]: FEATURE,
    'PUT /api/admin/projects/default/schedules/5': SCHEDULE,
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Edit: Turn off/ }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(/^Time/), { target: { value: '2030-02-01T18:00' } });
  await user.click(dialog.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('The scheduled change is saved.')).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'PUT');
  expect(await sent?.json()).toEqual({
    ...{ action: 'off', at: new Date('2030-02-01T18:00').toISOString(), whenLate: 'run' },
    ...{ rule: 'FREQ=DAILY', timeZone: 'UTC', durationMinutes: 60 },
  });
});

test('deleting a strategy is scheduled, except for those of a release plan', async () => {
  const strategy = { name: 'default', parameters: {}, constraints: [], variants: [] };
  const given = [
    { ...strategy, id: 'a', title: 'Beta', disabled: false, sortOrder: 0 },
    { ...strategy, id: 'b', title: 'Plan', disabled: false, sortOrder: 1, milestoneId: 'm' },
  ];
  const environments = FEATURE.environments.map((one) => ({ ...one, strategies: given }));
  const { requests } = renderWith(<SchedulesSection feature={{ ...FEATURE, environments }} />, {
    [LIST]: { total: 0, schedules: [] },
    [`POST ${FEATURE_URL}/environments/development/schedule`]: SCHEDULE,
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Schedule a change' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(dialog.getByLabelText('Change'), 'Delete a strategy');
  fireEvent.change(dialog.getByLabelText(/^Time/), { target: { value: '2030-02-01T18:00' } });
  const send = dialog.getByRole('button', { name: 'Schedule a change' });
  expect(send).toHaveProperty('disabled', true);
  expect(dialog.queryByRole('option', { name: 'Plan' })).toBeNull();
  await user.selectOptions(dialog.getByLabelText('Strategy'), 'Beta');
  await user.click(send);

  expect(await screen.findByText('The change is scheduled.')).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'POST');
  expect(await sent?.json()).toMatchObject({ action: 'deleteStrategy', payload: { id: 'a' } });
});

test('change requests that are scheduled to change the feature', async () => {
  const request = {
    ...{ id: 4, title: 'Launch', project: 'default', environment: 'production' },
    ...{ state: 'Scheduled', features: ['checkout'], segments: [], createdBy: SCHEDULE.createdBy },
    createdAt: '2026-01-01T00:00:00Z',
    schedule: { scheduledAt: '2030-01-31T18:00:00Z', status: 'pending' },
  };
  const { requests } = renderWith(section, {
    [LIST]: { total: 0, schedules: [] },
    'GET /api/admin/search/change-requests': { total: 1, changeRequests: [request] },
  });

  const link = await screen.findByRole('link', { name: 'Launch' });
  expect(link.getAttribute('href')).toBe('/projects/default/change-requests/4');
  const search = requests.find(({ url }) => url.includes('/search/'))!;
  expect(new URL(search.url).search).toContain('state=IS%3Ascheduled');
  expect(new URL(search.url).search).toContain('feature=IS%3Acheckout');
});
