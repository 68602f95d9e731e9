import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../test/support/render';
import { InviteLinksPage } from './invite-links-page';

const INVITES = '/api/admin/invite-link/tokens';
const soon = new Date(Date.now() + 86_400_000).toISOString();
const invite = {
  ...{ name: 'team', secret: 'id-1', enabled: true, expiresAt: soon, createdAt: soon },
  createdBy: 'admin',
  users: [],
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a new link is shown once', async () => {
  const url = 'http://localhost/new-user?invite=abc';
  const { requests } = renderWith(<InviteLinksPage />, {
    [`GET ${INVITES}`]: { tokens: [] },
    [`POST ${INVITES}`]: { ...invite, url },
  });

  expect(await screen.findByText('There are no invite links')).toBeTruthy();
  await press('New invite link');
  await userEvent.type(await screen.findByLabelText(/^Name/), 'team');
  await press('Create');

  expect(await screen.findByText(url)).toBeTruthy();
  const post = requests.find(({ method }) => method === 'POST')!;
  expect(await post.json()).toMatchObject({ name: 'team' });
});

test('a link is disabled in its newest version; a refusal is told', async () => {
  const message = 'Nothing can be changed at the moment.';
  const { requests } = renderWith(<InviteLinksPage />, {
    [`GET ${INVITES}`]: { tokens: [invite] },
    [`GET ${INVITES}/id-1`]: () =>
      new Response(JSON.stringify(invite), {
        headers: { ETag: '"v2"', 'Content-Type': 'application/json' },
      }),
    [`PUT ${INVITES}/id-1`]: refusal(503, { name: 'MaintenanceError', message }),
  });

  await screen.findByText('team');
  await press('Disable: team');

  expect(await screen.findByText(message)).toBeTruthy();
  const put = requests.find(({ method }) => method === 'PUT')!;
  expect(put.headers.get('If-Match')).toBe('"v2"');
  expect(await put.json()).toEqual({ enabled: false });
});
