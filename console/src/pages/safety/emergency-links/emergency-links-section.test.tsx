import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../test/support/render';
import { FEATURE } from '../../flags/features/one/feature.fixture';
import { EmergencyLinksSection } from './emergency-links-section';

const LINK = {
  ...{ id: 7, project: 'default', feature: 'checkout', tag: null, environment: 'production' },
  ...{ reason: 'Runbook', singleUse: false, expiresAt: '2030-01-31T18:00:00Z', state: 'usable' },
  ...{ conflict: null, uses: 2, usedAt: null, revokedAt: null, createdAt: '2026-01-01T00:00:00Z' },
  createdBy: { id: 1, username: 'mira', imageUrl: '' },
};
const LINKS = '/api/admin/projects/default/emergency-links';
const section = <EmergencyLinksSection feature={FEATURE} />;

test('the links of a feature and of tags, whose they are, and why one does nothing', async () => {
  const tag = { type: 'simple', value: 'shop' };
  const conflict = 'No feature of the project has the tag.';
  const links = [
    LINK,
    { ...LINK, id: 8, feature: null, tag, conflict },
    { ...LINK, id: 9, state: 'revoked' },
    { ...LINK, id: 10, feature: 'other' },
  ];
  renderWith(section, { [`GET ${LINKS}`]: { links } });

  const rows = await screen.findAllByRole('row');
  expect(rows).toHaveLength(4);
  const row = within(rows[1]!);
  expect(row.getByText('checkout in production')).toBeTruthy();
  for (const text of ['Runbook', 'Usable', 'mira', '2']) expect(row.getByText(text)).toBeTruthy();
  expect(within(rows[2]!).getByText(/All with the tag simple:shop in production/)).toBeTruthy();
  expect(within(rows[2]!).getByText(conflict)).toBeTruthy();
  expect(within(rows[3]!).getByText('Revoked')).toBeTruthy();
  expect(within(rows[3]!).queryByRole('button')).toBeNull();
});

test('creating one shows its address once, as a QR code that can be printed', async () => {
  const url = `https://flags.example/emergency/${'s'.repeat(43)}`;
  const { requests } = renderWith(section, {
    [`GET ${LINKS}`]: { links: [] },
    [`POST ${LINKS}`]: { ...LINK, url },
  });
  const print = jest.spyOn(window, 'print').mockReturnValue();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Create a link' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText('Environment')).toHaveProperty('value', 'production');
  await user.selectOptions(dialog.getByLabelText('Turns off'), '0');
  fireEvent.change(dialog.getByLabelText(/^Expires/), { target: { value: '2030-01-31' } });
  await user.type(dialog.getByLabelText(/What it is for/), 'Runbook');
  await user.click(dialog.getByLabelText('Only once'));
  await user.click(dialog.getByRole('button', { name: 'Create' }));

  expect(await screen.findByRole('img', { name: /QR code/ })).toBeTruthy();
  expect(screen.getAllByText(url).length).toBeGreaterThan(0);
  const sent = requests.find(({ method }) => method === 'POST');
  expect(await sent?.json()).toEqual({
    tag: { type: 'simple', value: 'web' },
    environment: 'production',
    expiresAt: new Date('2030-01-31T23:59:59').toISOString(),
    reason: 'Runbook',
    singleUse: true,
  });
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalled();
});

test('revoking one needs a confirmation', async () => {
  const { requests } = renderWith(section, {
    [`GET ${LINKS}`]: { links: [LINK] },
    [`DELETE ${LINKS}/7`]: {},
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Revoke: checkout/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/will turn nothing off any more/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(requests.some(({ method }) => method === 'DELETE')).toBe(true));
});
