import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../test/support/render';
import { TokensPage } from './tokens-page';

const TOKENS = '/api/admin/user/tokens';
const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
const token = { id: 3, description: 'deploy', createdAt: expiresAt, expiresAt, seenAt: null };
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('without tokens, the page says what they are for', async () => {
  renderWith(<TokensPage />, { [`GET ${TOKENS}`]: { pats: [] } });

  expect(await screen.findByText('You have no personal tokens')).toBeTruthy();
});

test('a new token is shown once, and is limited as chosen', async () => {
  const { requests } = renderWith(<TokensPage />, {
    [`GET ${TOKENS}`]: { pats: [] },
    [`POST ${TOKENS}`]: { ...token, secret: 'user:abc' },
    'GET /api/admin/projects': { projects: [] },
    'GET /api/admin/environments': { environments: [] },
  });

  await press('New token');
  await userEvent.type(await screen.findByLabelText(/^Description/), 'deploy');
  await userEvent.click(screen.getByLabelText('Read-only'));
  await press('Create the token');

  expect(await screen.findByText('user:abc')).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'POST')!;
  expect(await sent.json()).toMatchObject({
    description: 'deploy',
    scope: { readOnly: true },
  });
});

test('a token is revoked after a confirmation that names it', async () => {
  const { requests } = renderWith(<TokensPage />, {
    [`GET ${TOKENS}`]: { pats: [{ ...token, scope: { readOnly: true } }] },
    [`DELETE ${TOKENS}/3`]: {},
  });

  await screen.findByText('Read-only');
  await press('Revoke the token deploy');
  expect(requests).toHaveLength(1);
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke the token deploy' }));

  expect(await screen.findByText('The token deploy is revoked.')).toBeTruthy();
  expect(requests[1]!.method).toBe('DELETE');
});
