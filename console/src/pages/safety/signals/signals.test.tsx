import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../test/support/render';
import { SignalsPage } from './signals-page';

const SIGNALS = '/api/admin/projects/default/signals';
const conflict = 'The feature is archived.';
const SIGNAL = {
  ...{ id: 7, name: 'checkout-errors', project: 'default', conflict: 'Its owner left.', uses: 2 },
  targets: [
    { feature: 'checkout', environment: 'production', conflict: null },
    { feature: 'old', environment: 'production', conflict },
  ],
  tags: [{ type: 'team', value: 'shop', environment: 'production', features: 3, conflict: null }],
  ...{ usedAt: '2026-01-02T00:00:00Z', createdBy: 'mira', createdAt: '2026-01-01T00:00:00Z' },
};
const environment = { name: 'production', type: 'production', enabled: true };
const ANSWERS = {
  'GET /api/admin/projects/default/overview': {
    ...{ name: 'Default', archivedAt: null },
    environments: [{ environment: 'production' }],
  },
  [`GET ${SIGNALS}`]: { signals: [SIGNAL] },
  'GET /api/admin/environments/project/default': { environments: [environment] },
  'GET /api/admin/projects': { projects: [] },
  'GET /api/admin/feature-types': { types: [] },
  'GET /api/admin/tags': { tags: [{ type: 'team', value: 'shop' }] },
  'GET /api/admin/environments': { environments: [] },
  'GET /api/admin/event-creators': [],
  'GET /api/admin/search/features': { features: [{ name: 'checkout' }], total: 1 },
};
const page = <SignalsPage params={{ project: 'default' }} />;

test('the signals of a project, what they turn off, and why one does nothing', async () => {
  renderWith(page, ANSWERS);
  const row = within((await screen.findAllByRole('row'))[1]!);
  for (const text of ['checkout-errors', 'checkout in production', conflict, '3 features now'])
    expect(row.getByText(text)).toBeTruthy();
  expect(row.getByText('Turns nothing off. Its owner left.')).toBeTruthy();
  expect(row.getByText('All with the tag team:shop in production')).toBeTruthy();
  expect(row.getByText(/2 times/)).toBeTruthy();
});

test('creating one shows its token once, with a command', async () => {
  const url = 'https://flags.example/api/signals/slow';
  const { requests } = renderWith(page, {
    ...ANSWERS,
    [`POST ${SIGNALS}`]: { ...SIGNAL, token: 't'.repeat(43), url },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Create a signal' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Name/), 'slow');
  await user.click(dialog.getByRole('combobox', { name: 'Features' }));
  await user.click(await screen.findByRole('option', { name: 'checkout' }));
  await user.click(dialog.getByRole('combobox', { name: /^Tags/ }));
  await user.click(await screen.findByRole('option', { name: 'team:shop' }));
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect((await screen.findByLabelText('Token of the signal')).textContent).toBe('t'.repeat(43));
  expect(screen.getByLabelText('Command that sends the signal').textContent).toContain(url);
  const sent = requests.find(({ method }) => method === 'POST');
  expect(await sent?.json()).toEqual({
    name: 'slow',
    targets: [{ feature: 'checkout', environment: 'production' }],
    tags: [{ type: 'team', value: 'shop', environment: 'production' }],
  });
});

test('its uses say what was turned off and what was sent, and others are left out', async () => {
  const used = (id: number, signalId: number, feature: string) => ({
    ...{ id, createdAt: '2026-01-02T00:00:00Z', type: 'signal-received' },
    data: {
      ...{ signalId, name: 'x', payload: '{"alert":"slow"}' },
      targets: [{ feature, environment: 'production' }],
    },
  });
  renderWith(page, {
    ...ANSWERS,
    'GET /api/admin/search/events': { events: [used(2, 7, 'a'), used(1, 8, 'b')], total: 2 },
  });
  const user = userEvent.setup();
  await user.click(
    await screen.findByRole('button', { name: 'Uses of the signal checkout-errors' }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('a in production')).toBeTruthy();
  expect(dialog.getByText('{"alert":"slow"}')).toBeTruthy();
  expect(dialog.queryByText('b in production')).toBeNull();
});

test('deleting one needs a confirmation', async () => {
  const { requests } = renderWith(page, { ...ANSWERS, [`DELETE ${SIGNALS}/7`]: {} });
  const user = userEvent.setup();
  const name = 'Delete the signal checkout-errors';
  await user.click(await screen.findByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name }));
  await waitFor(() => expect(requests.some(({ method }) => method === 'DELETE')).toBe(true));
});
