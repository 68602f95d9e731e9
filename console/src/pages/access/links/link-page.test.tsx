import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../test/support/render';
import { LinkPage } from './link-page';

const PASSWORD = 'correct horse battery staple';
const CHECK = 'GET /auth/reset/validate';
const CHOOSE = 'POST /auth/reset/password';

const open = (link: string): void => window.history.pushState(null, '', link);
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('without a secret, the page says what to do, and asks the service nothing', () => {
  open('/new-user');
  const { requests } = renderWith(<LinkPage />);

  expect(screen.getByRole('heading', { name: 'The link is not complete' })).toBeTruthy();
  expect(screen.getByText(/Ask an administrator for a new link/)).toBeTruthy();
  expect(requests).toEqual([]);
});

test('a link for a new password sets it, and its secret leaves the address', async () => {
  open('/reset-password?token=abc');
  const { requests } = renderWith(<LinkPage />, {
    [CHECK]: { name: 'Ann <b>', email: 'ann@example.com' },
    [CHOOSE]: {},
  });

  expect(await screen.findByText('For Ann <b>, ann@example.com.')).toBeTruthy();
  expect(window.location.href).toBe('http://localhost/reset-password');
  await type('Password', PASSWORD);
  await type('Password, once more', 'another');
  await press('Set the password');
  expect(await screen.findByText('The two passwords are not the same.')).toBeTruthy();
  expect(requests).toHaveLength(1);

  await userEvent.clear(screen.getByLabelText('Password, once more'));
  await type('Password, once more', PASSWORD);
  await press('Set the password');
  expect(await screen.findByText(/Your password is set/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in');
  const body: unknown = await requests[1]!.json();
  expect(body).toEqual({ token: 'abc', password: PASSWORD, revokeTokens: false });
});

test('a weak password is refused with the rules, and the form stays', async () => {
  open('/reset-password?token=abc');
  const validationErrors = ['The password must have at least 15 characters.'];
  renderWith(<LinkPage />, {
    [CHECK]: { email: 'ann' },
    [CHOOSE]: refusal(400, {
      name: 'OwaspValidationError',
      details: [{ message: validationErrors[0], validationErrors }],
    }),
  });

  await screen.findByText('For ann.');
  await type('Password', 'weak');
  await type('Password, once more', 'weak');
  await press('Set the password');
  expect((await screen.findByRole('alert')).textContent).toBe(validationErrors[0]);
  expect(screen.getByRole('button', { name: 'Set the password' })).toBeTruthy();
});

test('a link that was used says so, and shows no form', async () => {
  open('/new-user?token=used');
  const message = 'The link is unknown, already used or expired. Ask for a new one.';
  renderWith(<LinkPage />, { [CHECK]: refusal(401, { name: 'UsedTokenError', message }) });

  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('somebody signs up by an invite link; an address that is taken is told', async () => {
  open('/new-user?invite=f00/..');
  const signUp = `POST /invite/${encodeURIComponent('f00/..')}/signup`;
  const answers = {
    [`GET /invite/${encodeURIComponent('f00/..')}/validate`]: {},
    [signUp]: refusal(400, {
      message: 'A user with this e-mail address already exists.',
    }) as object,
  };
  const { requests } = renderWith(<LinkPage />, answers);

  await screen.findByLabelText('Name');
  await type('Name', 'New');
  await type('E-mail address', 'new@example.com');
  await type('Password', PASSWORD);
  await type('Password, once more', PASSWORD);
  await press('Sign up');
  expect(await screen.findByText('A user with this e-mail address already exists.')).toBeTruthy();

  answers[signUp] = { id: 7 };
  await press('Sign up');
  expect(await screen.findByText('Welcome! You can sign in now.')).toBeTruthy();
  const body: unknown = await requests.at(-1)!.json();
  expect(body).toEqual({
    email: 'new@example.com',
    name: 'New',
    username: null,
    password: PASSWORD,
  });
});
