import { Browser, type Page, PUBLIC_URL } from '../../../support/browser.js';
import { newEmail, OIDC_LOGIN, OidcScene } from '../../../support/oidc-scene.js';

let scene: OidcScene;
beforeAll(async () => {
  scene = await OidcScene.start();
});
afterAll(() => scene.stop());
beforeEach(() => scene.reset());

const loginTo = (back: string): string =>
  `${OIDC_LOGIN}?${new URLSearchParams({ back }).toString()}`;

/** Signs in, and stops at the redirect that leads out of the login. */
async function signIn(address: string, browser?: Browser): Promise<Page> {
  browser ??= await scene.browserOf({ email: newEmail() });
  return browser.visit(
    address,
    ({ origin, pathname }) => origin === PUBLIC_URL && !pathname.startsWith('/auth/'),
  );
}

const cookieIn = (browser: Browser): string => browser.cookies.get('unleash-login')!;

const encoded = (path: string): string => Buffer.from(path).toString('base64url');

describe('after single sign-on', () => {
  test.each([
    ['/projects/default/features/checkout?section=history', undefined],
    ['/features?q=a%26b&state=stale', undefined],
    ['/projects/Grüße', '/projects/Gr%C3%BC%C3%9Fe'],
    ['/projects/../features#top', '/features'],
    ['/features?back=//evil.example.com', undefined],
  ])('people land on the page that they wanted: %s', async (wanted, path = wanted) => {
    const page = await signIn(loginTo(wanted));
    expect([page.status, page.location]).toEqual([302, path]);
    expect(page.headers.getSetCookie()[0]).toMatch(/^unleash-session=/);
  });

  test.each([
    'https://evil.example.com/',
    '//evil.example.com',
    '///evil.example.com',
    '/\\evil.example.com',
    '\\\\evil.example.com',
    '/\t/evil.example.com',
    '/.//evil.example.com',
    '/a/..//evil.example.com',
    '/features\r\nSet-Cookie: unleash-session=x',
    '/features\u0000',
    'javascript:alert(1)',
    'features',
    '/logout',
    '/LOGOUT',
    '/a/../logout',
    '/auth/oidc/login',
    '/api/admin/user',
    '/docs/',
    '/assets/index.js',
    `/${'ü'.repeat(1_000)}`,
    '/'.repeat(2_000),
  ])('they land on the start page instead of %j', async (hostile) => {
    const page = await signIn(loginTo(hostile));
    expect([page.status, page.location]).toEqual([302, '/']);
  });

  test('an address that is too long, or given twice, is refused before the provider is asked', async () => {
    for (const address of [loginTo(`/${'x'.repeat(2_000)}`), `${loginTo('/a')}&back=/b`])
      expect((await new Browser(scene.service).request('GET', address)).status).toBe(400);
  });

  test('the longest page fits into the cookie and is not sent to the provider', async () => {
    const wanted = `/${'x'.repeat(1_999)}`;
    const browser = await scene.browserOf({ email: newEmail() });
    expect((await signIn(loginTo(wanted), browser)).location).toBe(wanted);
    expect(browser.visited.filter(({ origin }) => origin !== PUBLIC_URL).join()).not.toContain(
      'x'.repeat(20),
    );
  });

  test.each(['//evil.example.com', '/api/admin/user', '/features\r\nX: y', 'x'])(
    'a cookie that somebody changed to %j leads to the start page',
    async (hostile) => {
      const browser = await scene.browserOf({ email: newEmail() });
      const begun = await browser.request('GET', loginTo('/projects'));
      const [secret] = cookieIn(browser).split('.');
      browser.remember(PUBLIC_URL, 'unleash-login', `${secret}.${encoded(hostile)}`);
      expect((await signIn(begun.location!, browser)).location).toBe('/');
    },
  );

  test('a page that cannot be decoded is ignored', async () => {
    const browser = await scene.browserOf({ email: newEmail() });
    const begun = await browser.request('GET', OIDC_LOGIN);
    browser.remember(PUBLIC_URL, 'unleash-login', `${cookieIn(browser)}._w`);
    expect((await signIn(begun.location!, browser)).location).toBe('/');
  });

  test('without a wanted page, a new login forgets that of an earlier one', async () => {
    const browser = await scene.browserOf({ email: newEmail() });
    await browser.request('GET', loginTo('/projects'));
    expect((await signIn(OIDC_LOGIN, browser)).location).toBe('/');
  });
});
