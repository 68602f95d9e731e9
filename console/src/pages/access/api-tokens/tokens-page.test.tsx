import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../test/support/render';
import type { Me } from '../../../app/session/me';
import { snippetsFor } from './snippets';
import { TokensPage } from './tokens-page';

const token = {
  ...{ id: '7', tokenName: 'shop', type: 'client', environment: 'production' },
  ...{ project: 'default', projects: ['default'], expiresAt: null, seenAt: null },
  secret: 'default:production.****-7',
};
const PATH = '/api/admin/api-tokens';
const answers = {
  'GET /api/admin/search/api-tokens': { tokens: [token], total: 1 },
  'GET /api/admin/environments': { environments: [{ name: 'production', enabled: true }] },
  'GET /api/admin/projects': { projects: [{ id: 'default', name: 'Default' }] },
};

test('a new token is sent as filled in, and its secret is shown once', async () => {
  const created = { ...token, tokenName: 'billing', secret: 'default:production.abc' };
  const { requests } = renderWith(<TokensPage />, { ...answers, [`POST ${PATH}`]: created });

  await userEvent.click(await screen.findByRole('button', { name: 'Create a token' }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.type(form.getByLabelText(/^Name/), 'billing');
  await form.findByRole('option', { name: 'production' });
  await userEvent.type(form.getByLabelText(/^Only from/), '192.0.2.7, 10.0.0.0/8');
  await userEvent.click(form.getByRole('button', { name: 'Create' }));

  expect((await screen.findByLabelText('Secret of the token')).textContent).toBe(
    'default:production.abc',
  );
  const sent = requests.find(({ method }) => method === 'POST');
  expect(await sent?.json()).toEqual({
    tokenName: 'billing',
    type: 'client',
    environment: 'production',
    expiresAt: null,
    allowedAddresses: ['192.0.2.7', '10.0.0.0/8'],
  });
  await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }));
  expect(screen.queryByLabelText('Secret of the token')).toBeNull();
});

test('tokens are found and turned by the service', async () => {
  const { requests } = renderWith(<TokensPage />, {
    ...answers,
    'GET /api/admin/search/api-tokens': { tokens: [token], total: 51 },
  });
  const asked = (): Record<string, string> => {
    const searches = requests.filter(({ url }) => url.includes('/search/api-tokens'));
    return Object.fromEntries(new URL(searches.at(-1)!.url).searchParams);
  };

  await screen.findByRole('rowheader', { name: 'shop' });
  expect(asked()).toEqual({ sortBy: 'name', limit: '50', offset: '0' });
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(asked()).toMatchObject({ offset: '50' });
  await userEvent.type(screen.getByRole('searchbox'), 'prod');
  await waitFor(() => expect(asked()).toMatchObject({ query: 'prod', offset: '0' }));
  expect(requests.some(({ url }) => url.endsWith(PATH))).toBe(false);
});

test('a token is deleted after a confirmation that names it', async () => {
  const { requests } = renderWith(<TokensPage />, { ...answers, [`DELETE ${PATH}/7`]: {} });

  await userEvent.click(await screen.findByRole('button', { name: 'More actions of shop' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the token shop' }));

  expect(await screen.findByText('The token shop is deleted.')).toBeTruthy();
});

test('a refusal stays in the dialog, in the words of the service', async () => {
  const message = 'There are too many tokens.';
  const refused = refusal(400, { name: 'LimitError', message });
  renderWith(<TokensPage />, { ...answers, [`DELETE ${PATH}/7`]: refused });

  await userEvent.click(await screen.findByRole('button', { name: 'More actions of shop' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the token shop' }));

  expect((await screen.findByRole('alert')).textContent).toContain(message);
});

test('without permissions, buttons name what is missing and send nothing', async () => {
  const me = { permissions: [{ permission: 'READ_CLIENT_API_TOKEN' }] } as unknown as Me;
  const { requests } = renderWith(<TokensPage />, answers, me);

  await userEvent.click(await screen.findByRole('button', { name: 'More actions of shop' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));

  await waitFor(() =>
    expect(screen.getByLabelText('Messages').textContent).toContain('DELETE_CLIENT_API_TOKEN'),
  );
  expect(screen.getByRole('button', { name: 'Create a token' }).ariaDisabled).toBe('true');
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false);
});

test('a snippet asks for the newest feature that the token can read', async () => {
  const { requests } = renderWith(<TokensPage />, {
    ...answers,
    'GET /api/admin/search/features': { total: 1, features: [{ name: 'express-checkout' }] },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Connect' }));

  const snippet = await screen.findByLabelText('Snippet for Node.js');
  await waitFor(() => expect(snippet.textContent).toContain("isEnabled('express-checkout'"));
  const search = requests.find(({ url }) => url.includes('/search/features'));
  expect(search?.url).toContain(`project=${encodeURIComponent('IS:default')}`);
  expect(search?.url).toContain('sortBy=createdAt&sortOrder=desc');
});

test('each SDK has a snippet with the address and the secret', () => {
  const connection = {
    address: 'https://flags.example.org/base',
    secret: 'a:b.c',
    feature: 'checkout',
  };
  const snippets = (['client', 'frontend', 'admin'] as const).flatMap((type) =>
    snippetsFor(type, connection),
  );

  expect(snippets.map(({ sdk }) => sdk)).toEqual([
    ...['Node.js', 'Java', 'Python', 'Go', '.NET', 'PHP', 'Ruby', 'Rust', 'curl'],
    ...['Browser', 'curl', 'curl'],
  ]);
  for (const { code } of snippets) {
    expect(code).toContain('https://flags.example.org/base/api');
    expect(code).toContain('a:b.c');
  }
});

test('a token that never expires is limited to addresses', async () => {
  const limited = { ...token, allowedAddresses: ['10.0.0.0/8'] };
  const { requests } = renderWith(<TokensPage />, {
    ...answers,
    'GET /api/admin/search/api-tokens': { tokens: [limited], total: 1 },
    [`PUT ${PATH}/7`]: {},
  });

  await userEvent.click(await screen.findByRole('button', { name: 'More actions of shop' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change' }));
  const addresses = await screen.findByLabelText(/^Only from/);
  expect((addresses as HTMLInputElement).value).toBe('10.0.0.0/8');
  await userEvent.clear(addresses);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('The token shop is changed.')).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'PUT');
  expect(await sent?.json()).toEqual({ allowedAddresses: [] });
});
