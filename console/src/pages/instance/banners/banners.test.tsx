import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../test/support/render';
import type { Me } from '../../../app/session/me';
import { BannerList } from './banner-list';
import { BannersPage } from './banners-page';
import type { Banner } from './banner-queries';

const BANNER: Banner = {
  ...{ id: 3, message: 'Closed **today**', variant: 'warning', enabled: true, sticky: false },
  ...{ icon: null, link: 'dialog', linkText: null, dialogTitle: 'Why', dialog: '- one\n- two' },
  createdAt: '2026-01-01T00:00:00Z',
};
const LIST = 'GET /api/admin/banners';

test('everybody sees what is shown, with its text, and nothing of what is hidden', async () => {
  const onRead = jest.fn();
  const hidden = { ...BANNER, id: 4, message: 'Secret', enabled: false };
  renderWith(<BannerList onRead={onRead} />, { [LIST]: { banners: [BANNER, hidden] } });

  expect((await screen.findByText('today')).tagName).toBe('STRONG');
  expect(screen.getByText('Warning')).toBeTruthy();
  expect(screen.queryByText('Secret')).toBeNull();
  expect(onRead).toHaveBeenLastCalledWith(1);
  await userEvent.click(screen.getByRole('button', { name: 'Read more' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Why' }));
  expect(dialog.getAllByRole('listitem')).toHaveLength(2);
});

test('markdown makes no links to scripts', async () => {
  const message = '[a](javascript:alert(1)) [b](https://x.example/)';
  renderWith(<BannerList onRead={() => {}} />, {
    [LIST]: { banners: [{ ...BANNER, message, link: null }] },
  });

  expect(await screen.findByRole('link', { name: 'b' })).toBeTruthy();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test('a banner is edited, and keeps a symbol that others have named', async () => {
  const { requests } = renderWith(<BannersPage />, {
    [LIST]: { banners: [{ ...BANNER, icon: 'bell' }] },
    'PUT /api/admin/banners/3': BANNER,
  });

  await userEvent.click(await screen.findByRole('button', { name: /^Edit: Closed/ }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.selectOptions(form.getByLabelText('Button or link'), 'None');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('The banner is saved.')).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'PUT');
  expect(await sent?.json()).toEqual({
    ...{ message: BANNER.message, variant: 'warning', enabled: true, sticky: false },
    ...{ icon: 'bell', link: null, linkText: null, dialogTitle: null, dialog: null },
  });
});

test('nothing yet explains the next step, and who is no administrator learns why', async () => {
  const me = { permissions: [] } as unknown as Me;
  renderWith(<BannersPage />, { [LIST]: { banners: [] } }, me);

  expect(await screen.findByText('There are no banners yet')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Create a banner' }));
  expect(screen.getByText(/UPDATE_INSTANCE_BANNERS/)).toBeTruthy();
});
