import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, refusal, renderWith } from '../../../../test/support/render';
import { SecurityPage } from './security-page';

const FACTOR = '/api/admin/user/second-factor';
const moment = new Date().toISOString();
const none = { totp: null, passkeys: [], recoveryCodesLeft: 0, required: true, enabled: false };
const session = (id: string, current: boolean) => ({
  ...{ id, current, createdAt: moment, seenAt: moment, expiresAt: moment, address: '10.0.0.1' },
  userAgent: current ? 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/130.0' : 'curl/8',
  authType: 'simple',
  confirmedAt: null,
});
const answers = (more: Answers = {}): Answers => ({
  [`GET ${FACTOR}`]: none,
  'GET /api/admin/user/sessions': { sessions: [session('a', true), session('b', false)] },
  ...more,
});
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('an authenticator app is set up with its secret, and recovery codes are shown once', async () => {
  const uri = 'otpauth://totp/Flags:ann?secret=JBSWY3DPEHPK3PXP&issuer=Flags';
  const { requests } = renderWith(
    <SecurityPage />,
    answers({
      [`POST ${FACTOR}/totp`]: { uri, secret: 'JBSWY3DPEHPK3PXP' },
      [`POST ${FACTOR}/totp/confirm`]: { recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] },
    }),
  );

  await screen.findByText(/The settings of this service require a second factor/);
  await press('Set up an app');
  expect(await screen.findByText('JBSWY3DPEHPK3PXP')).toBeTruthy();
  expect(screen.getByRole('img', { name: /QR code/ })).toBeTruthy();
  await userEvent.type(screen.getByLabelText('First code of the app'), '123456');
  await press('Activate the app');

  expect((await screen.findByLabelText('Recovery codes')).textContent).toBe('aaaa-bbbb\ncccc-dddd');
  const confirmation = requests.find(({ url }) => url.endsWith('/confirm'))!;
  expect(await confirmation.json()).toEqual({ code: '123456' });
});

test('a wrong code is told, and the secret stays', async () => {
  const message = 'The code is wrong or was used before.';
  renderWith(
    <SecurityPage />,
    answers({
      [`POST ${FACTOR}/totp`]: { uri: 'otpauth://totp/x?secret=JB', secret: 'JB' },
      [`POST ${FACTOR}/totp/confirm`]: refusal(400, { message }),
    }),
  );

  await screen.findByText(/You have no second factor yet/);
  await press('Set up an app');
  await userEvent.type(await screen.findByLabelText('First code of the app'), '000000');
  await press('Activate the app');

  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(screen.getByText('JB')).toBeTruthy();
});

test('the secret for the app stays while everything else is read again', async () => {
  const { requests, queries } = renderWith(
    <SecurityPage />,
    answers({ [`POST ${FACTOR}/totp`]: { uri: 'otpauth://totp/x?secret=JB', secret: 'JB' } }),
  );
  await screen.findByText(/You have no second factor yet/);
  await press('Set up an app');
  await screen.findByText('JB');

  await act(() => queries.invalidateQueries());
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a session of another device can be ended, this one cannot', async () => {
  const { requests } = renderWith(
    <SecurityPage />,
    answers({ 'DELETE /api/admin/user/sessions/b': {} }),
  );

  const list = await screen.findByRole('table', { name: 'Sessions' });
  expect(within(list).getByText('Firefox, Windows')).toBeTruthy();
  const buttons = within(list).getAllByRole('button');
  expect(buttons).toHaveLength(1);
  await userEvent.click(buttons[0]!);

  expect(await screen.findByText('The session is ended.')).toBeTruthy();
  expect(requests.some(({ method, url }) => method === 'DELETE' && url.endsWith('/b'))).toBe(true);
});

test('a new password leads to the sign-in; a wrong current one is told', async () => {
  const path = 'POST /api/admin/user/change-password';
  const message = 'The current password is wrong.';
  const given = answers({ [path]: refusal(400, { message }) });
  renderWith(<SecurityPage />, given);

  await userEvent.type(screen.getByLabelText('Current password'), 'old');
  await userEvent.type(screen.getByLabelText('New password'), 'correct horse battery');
  await userEvent.type(screen.getByLabelText('New password, once more'), 'correct horse battery');
  await press('Change the password');
  expect(await screen.findByText(message)).toBeTruthy();

  given[path] = {};
  await press('Change the password');
  await waitFor(() => expect(window.location.pathname).toBe('/sign-in'));
});
