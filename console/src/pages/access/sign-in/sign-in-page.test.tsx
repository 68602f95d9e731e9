import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../test/support/render';
import { SignInPage } from './sign-in-page';

const METHODS = { password: true, oidc: true, saml: true, passkey: false, secondFactor: [] };

const open = (back: string, methods: object = METHODS) => {
  window.history.replaceState(null, '', `/sign-in?${new URLSearchParams({ back })}`);
  return renderWith(<SignInPage />, {
    'GET /auth/methods': methods,
    'POST /auth/simple/login': { id: 1 },
    'POST /auth/second-factor/totp': { id: 1 },
  });
};

const placeOf = async (name: string): Promise<string | null> =>
  (await screen.findByRole('link', { name })).getAttribute('href');

test('the wanted page is told to the identity provider of each kind', async () => {
  open('/projects/default?tab=2');

  const query = `?back=${encodeURIComponent('/projects/default?tab=2')}`;
  expect(await placeOf('Sign in with OpenID Connect')).toBe(`/auth/oidc/login${query}`);
  expect(await placeOf('Sign in with SAML')).toBe(`/auth/saml/login${query}`);
});

test.each([
  ['/projects/default?tab=2', '/projects/default?tab=2'],
  ['//evil.example.com', '/'],
  ['/\t/evil.example.com', '/'],
  ['/.//evil.example.com', '/'],
  ['https://evil.example.com', '/'],
  [`/${'x'.repeat(2_000)}`, '/'],
])('a password leads from %j to %j', async (back, to) => {
  open(back);

  await userEvent.type(await screen.findByLabelText('User name or e-mail address'), 'ada');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));

  await waitFor(() => expect(window.location.pathname + window.location.search).toBe(to));
});

test('a sign-in that has begun is completed with its second factor', async () => {
  open('/audit', { ...METHODS, secondFactor: ['totp', 'recovery-code'] });

  await userEvent.type(await screen.findByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));

  await waitFor(() => expect(window.location.pathname).toBe('/audit'));
});

test('instead of the second factor, somebody else can sign in', async () => {
  open('/audit', { ...METHODS, secondFactor: ['totp'] });

  await userEvent.click(await screen.findByRole('button', { name: 'Sign in another way' }));

  expect(screen.getByLabelText('Password')).toBeTruthy();
  expect(await placeOf('Sign in with SAML')).toBe('/auth/saml/login?back=%2Faudit');
});

test('a session that has ended is told', async () => {
  window.history.replaceState(null, '', '/sign-in?ended=true&back=%2Faudit');
  renderWith(<SignInPage />, { 'GET /auth/methods': METHODS });

  expect(await screen.findByText(/Your session has ended/)).toBeTruthy();
});
