import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../test/support/render';
import { AccessRequestsPage } from './access-requests-page';

const request = {
  ...{ id: 7, project: 'shop', userId: 2, user: 'Grace', roleId: 5, role: 'Member' },
  ...{ environment: 'production', minutes: 120, reason: 'INC-1', isEmergency: true },
  ...{ state: 'open', createdAt: new Date().toISOString(), decidedBy: null, decidedAt: null },
  ...{ comment: null, expiresAt: null, endedAt: null },
};
const OF_SHOP = '/api/admin/projects/shop/access-requests';
const answers = {
  'GET /api/admin/access-requests': { own: [], waiting: [request] },
  'GET /api/admin/projects': { projects: [{ id: 'shop', name: 'Shop' }] },
  [`GET ${OF_SHOP}`]: {
    accessRequests: [],
    roles: [{ id: 5, name: 'Member', description: '' }],
  },
  'GET /api/admin/environments/project/shop': { environments: [{ name: 'production' }] },
};

test('whoever decides sees the reason, and gives less time', async () => {
  const { requests } = renderWith(<AccessRequestsPage />, {
    ...answers,
    [`POST ${OF_SHOP}/7/approve`]: request,
  });
  const list = within(await screen.findByRole('table', { name: 'Waiting for your decision' }));
  expect(list.getByText('Emergency')).toBeTruthy();
  expect(list.getByText('2 hours')).toBeTruthy();
  await userEvent.click(list.getByRole('button', { name: 'Approve: Member for Grace' }));
  const form = within(await screen.findByRole('dialog'));
  const minutes = form.getByLabelText(/^Minutes/);
  await userEvent.clear(minutes);
  await userEvent.type(minutes, '30');
  await userEvent.click(form.getByRole('button', { name: 'Approve' }));

  expect(await screen.findByText('Grace has the role now.')).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'POST');
  expect(await sent?.json()).toEqual({ minutes: 30 });
});

test('a role is asked for in one environment for a time', async () => {
  const { requests } = renderWith(<AccessRequestsPage />, {
    ...answers,
    [`POST ${OF_SHOP}`]: request,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Ask for access' }));
  const form = within(await screen.findByRole('dialog'));
  await form.findByRole('option', { name: 'Member' });
  await form.findByRole('option', { name: 'production' });
  await userEvent.selectOptions(form.getByLabelText(/^Environment/), 'production');
  await userEvent.selectOptions(form.getByLabelText(/^For how long/), '1 hour');
  await userEvent.type(form.getByLabelText(/^Reason/), 'INC-1');
  await userEvent.click(form.getByRole('button', { name: 'Ask for access' }));

  expect(await screen.findByText(/^You have asked/)).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'POST');
  expect(await sent?.json()).toEqual({
    ...{ roleId: 5, environment: 'production', minutes: 60, reason: 'INC-1' },
    isEmergency: false,
  });
});
