import { createHash } from 'node:crypto';
import { unique } from '../../support/given.js';
import { LinkPage } from '../../support/link-page.js';
import { PASSWORD, person, signedIn, USERS } from '../../support/people.js';
import { TestService } from '../../support/service.js';

const OTHER = 'Another-staple-2';
const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
const inviteTo = async ({ api }: TestService): Promise<string> =>
  (await api.post('/api/admin/invite-link/tokens', { name: 'All', expiresAt }).expect(201)).body
    .url;

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

test('the link of an invitation leads to a page on which its user chooses a password', async () => {
  const { username, inviteLink } = await person(service, { password: undefined, name: 'Ann <b>' });
  const page = await LinkPage.open(inviteLink, service.url);
  expect([
    page.text('title'),
    page.text('told'),
    page.isShown('form'),
    page.isShown('who'),
  ]).toEqual(['Choose a password', `For Ann <b>, ${username}.`, true, false]);
  await page.fill({ password: PASSWORD, again: OTHER });
  expect(page.text('told')).toBe('The two passwords are not the same.');
  await page.fill({ password: 'weak', again: 'weak' });
  expect(page.text('told')).toBe('The password must have at least 15 characters.');
  await page.fill({ password: PASSWORD, again: PASSWORD });
  expect([page.text('told'), page.isShown('form'), page.isShown('done')]).toEqual([
    'Your password is set. You can sign in with it now.',
    false,
    true,
  ]);
  await signedIn(service, username);

  const again = await LinkPage.open(inviteLink, service.url);
  expect(again.text('told')).toMatch(/^The link is unknown, already used or expired\./);
  expect([again.isShown('form'), again.isShown('done')]).toEqual([false, false]);
});

test('so does the link for a new password', async () => {
  const { username } = await person(service);
  const { body } = await service.api.post(`${USERS}/reset-password`, { id: username }).expect(200);
  const page = await LinkPage.open(body.resetPasswordUrl, service.url);
  await page.fill({ password: OTHER, again: OTHER });
  await signedIn(service, username, OTHER);
});

test('the link to sign up by leads to a page on which somebody becomes a user', async () => {
  const link = await inviteTo(service);
  const page = await LinkPage.open(link, service.url);
  expect([page.text('title'), page.isShown('form'), page.isShown('who')]).toEqual([
    'Sign up',
    true,
    true,
  ]);
  const who = {
    email: `${unique()}@example.com`,
    name: 'New',
    username: '',
    password: PASSWORD,
    again: PASSWORD,
  };
  await page.fill(who);
  expect([page.text('told'), page.isShown('form')]).toEqual([
    'Welcome! You can sign in now.',
    false,
  ]);
  await signedIn(service, who.email);
  const taken = await LinkPage.open(link, service.url);
  await taken.fill(who);
  expect([taken.text('told'), taken.isShown('form')]).toEqual([
    'A user with this e-mail address already exists.',
    true,
  ]);
});

test('a link without a secret, or to sign up by which does not work, says so', async () => {
  for (const link of ['reset-password', 'new-user', 'new-user?token=x', 'new-user?invite=..%2Fx']) {
    const page = await LinkPage.open(`http://localhost/${link}`, service.url);
    expect([link, page.isShown('form'), page.text('told')]).toEqual([
      link,
      false,
      expect.stringContaining('link'),
    ]);
  }
});

test('the page works below a base path, too', async () => {
  const other = await TestService.start({
    BASE_URI_PATH: '/flags',
    UNLEASH_URL: 'https://example.com/flags',
  });
  try {
    const body = { email: `${unique()}@example.com`, rootRole: 'Viewer' };
    const { inviteLink } = (await other.api.post(`/flags${USERS}`, body).expect(201)).body as {
      inviteLink: string;
    };
    expect(inviteLink).toMatch(/^https:\/\/example\.com\/flags\/new-user\?token=/);
    const page = await LinkPage.open(inviteLink, other.url);
    await page.fill({ password: PASSWORD, again: PASSWORD });
    expect(page.isShown('done')).toBe(true);
  } finally {
    await other.stop();
  }
});

test('the page runs its own script alone, is shown in no frame, and tells nobody where it was called from', async () => {
  const { headers, html, script } = await LinkPage.open(`${service.url}/new-user`, service.url);
  const policy = headers.get('content-security-policy')!;
  expect(policy).toContain(
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  expect(policy).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/);
  expect(html).not.toMatch(/ on\w+=/);
  expect([headers.get('content-type'), headers.get('referrer-policy')]).toEqual([
    'text/html; charset=utf-8',
    'no-referrer',
  ]);
});
