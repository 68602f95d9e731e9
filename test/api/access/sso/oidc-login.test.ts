import { Browser, PUBLIC_URL } from '../../../support/browser.js';
import {
  isCallback,
  isStartPage,
  newEmail,
  OIDC_LOGIN,
  OIDC_SETTINGS,
  OidcScene,
  SSO_ENVIRONMENT,
} from '../../../support/oidc-scene.js';
import { CLIENT_ID, CLIENT_SECRET, OpenIdProvider } from '../../../support/openid-provider.js';
import { PASSWORD, signedIn } from '../../../support/people.js';
import { TestService } from '../../../support/service.js';

let scene: OidcScene;
beforeAll(async () => {
  scene = await OidcScene.start();
});
afterAll(() => scene.stop());
beforeEach(() => scene.reset());

const me = async (browser: Browser): Promise<{ id: number; email: string; name: string }> =>
  (await scene.service.api.as({ cookie: browser.session }).get('/api/admin/user').expect(200)).body
    .user;

describe('signing in', () => {
  test('creates an unknown user, and opens a session', async () => {
    const email = newEmail();
    const browser = await scene.browserOf({ email: email.toUpperCase(), name: 'Ada Lovelace' });

    const page = await scene.signIn(browser);

    expect([page.status, page.url.href]).toEqual([302, `${PUBLIC_URL}/`]);
    expect(page.headers.getSetCookie()[0]).toMatch(
      /^unleash-session=[\w-]{43}; Path=\/; Expires=[^;]+ GMT; HttpOnly; SameSite=Lax$/,
    );
    expect(browser.cookies.has('unleash-login')).toBe(false);
    const { id, ...rest } = await me(browser);
    expect(rest).toMatchObject({ email, name: 'Ada Lovelace' });
    expect(await scene.happened()).toMatchObject([
      {
        type: 'user-created',
        data: { id, email, name: 'Ada Lovelace', rootRole: 2 },
        createdBy: 'unleash_system_user',
      },
      { type: 'user-logged-in', data: { authType: 'oidc' }, createdBy: email, createdByUserId: id },
    ]);
    const [seen] = await scene.service.sql<{ address: string }>(
      "SELECT address FROM event WHERE type = 'user-logged-in' ORDER BY id DESC LIMIT 1",
    );
    expect(seen!.address).toContain('127.0.0.1');
  });

  test('finds existing users by a verified e-mail address in any case, and keeps their role and name', async () => {
    const email = newEmail();
    const id = await scene.user(email, 'Viewer');
    await scene.happened();
    const browser = await scene.browserOf({
      email: email.replace('person', 'Person'),
      name: 'Somebody Else',
    });

    await scene.signIn(browser);

    expect(await me(browser)).toMatchObject({ id, email });
    expect(await scene.happened()).toMatchObject([
      { type: 'user-identity-linked', data: { userId: id, email } },
      { type: 'user-logged-in', createdByUserId: id },
    ]);
  });

  test('ends what somebody made who signed up with the address of another, once the provider knows whose it is', async () => {
    const { api } = scene.service;
    const email = newEmail();
    const invite = { name: 'All', expiresAt: new Date(Date.now() + 3_600_000).toISOString() };
    const { secret } = (await api.post('/api/admin/invite-link/tokens', invite).expect(201))
      .body as { secret: string };
    const { id } = (
      await api
        .as()
        .post(`/invite/${secret}/signup`, { email, name: 'Mallory', password: PASSWORD })
        .expect(201)
    ).body as {
      id: number;
    };
    const stranger = await signedIn(scene.service, email);
    const token = { description: 'to come back by', expiresAt: invite.expiresAt };
    const personal = (await stranger.post('/api/admin/user/tokens', token).expect(201)).body
      .secret as string;
    await scene.happened();

    const browser = await scene.browserOf({ email });
    await scene.signIn(browser);

    expect(await me(browser)).toMatchObject({ id, email });
    await stranger.get('/api/admin/user').expect(401);
    await api.as({ token: personal }).get('/api/admin/user').expect(401);
    // The failed sign-in below is recorded some time later.
    expect(await scene.happened()).toMatchObject([
      { type: 'user-password-changed', data: { id, by: 'single-sign-on' } },
      { type: 'pat-deleted', data: { description: 'to come back by', secret: '***' } },
      { type: 'user-identity-linked', data: { userId: id } },
      { type: 'user-logged-in', createdByUserId: id },
    ]);
    await api.as().post('/auth/simple/login', { username: email, password: PASSWORD }).expect(401);

    // From then on the account belongs to the person.
    const again = await scene.service.api
      .as({ cookie: browser.session })
      .post('/api/admin/user/tokens', token)
      .expect(201);
    await scene.signIn(await scene.browserOf({ email }));
    await api.as({ token: again.body.secret }).get('/api/admin/user').expect(200);
  });

  test('creates one user of one person who signs in twice at once', async () => {
    const email = newEmail();
    const [one, other] = [await scene.browserOf({ email }), await scene.browserOf({ email })];
    // the provider has one account at a time
    await scene.provider.knows({ both: { email, email_verified: true } });
    for (const browser of [one, other]) browser.remember(scene.provider.issuer, 'person', 'both');

    const pages = await Promise.all([scene.signIn(one), scene.signIn(other)]);

    expect(pages.map(({ status }) => status)).toEqual([302, 302]);
    expect(await scene.service.sql('SELECT FROM app_user WHERE email = $1', [email])).toHaveLength(
      1,
    );
  });

  test('gives new users the role of the settings', async () => {
    await scene.enable({ defaultRootRole: 'Viewer' });
    await scene.happened();
    await scene.signIn(await scene.browserOf({ email: newEmail() }));
    expect((await scene.happened())[0]).toMatchObject({
      type: 'user-created',
      data: { rootRole: 3 },
    });
  });

  test('ends with the session when the user is deleted', async () => {
    const browser = await scene.browserOf({ email: newEmail() });
    await scene.signIn(browser);
    const { id } = await me(browser);

    await scene.service.api.delete(`/api/admin/user-admin/${id}`).expect(200);

    const cookie = browser.session;
    await scene.service.api.as({ cookie }).get('/api/admin/user').expect(401);
    expect(
      await scene.service.sql(
        'SELECT FROM sso_session o LEFT JOIN session s USING (secret_hash) WHERE s.user_id IS NULL',
      ),
    ).toEqual([]);
  });

  test('asks for code, state, nonce and PKCE, which are new each time and none of them what the cookie holds', async () => {
    const browser = await scene.browserOf({ email: newEmail() });
    const began = await browser.request('GET', OIDC_LOGIN);

    expect(began.headers.get('cache-control')).toBe('no-store');
    expect(began.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^unleash-login=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const asked = new URL(began.location!).searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      client_id: CLIENT_ID,
      response_type: 'code',
      redirect_uri: `${PUBLIC_URL}/auth/oidc/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const again = new URL((await new Browser(scene.service).request('GET', OIDC_LOGIN)).location!)
      .searchParams;
    const values = [
      browser.cookies.get('unleash-login'),
      ...['state', 'nonce', 'code_challenge'].flatMap((n) => [asked.get(n), again.get(n)]),
    ];
    expect(new Set(values).size).toBe(values.length);
  });

  test('can begin at one instance and end at another', async () => {
    const [row] = await scene.service.sql<{ url: string }>('SELECT current_database() AS url');
    const url = new URL(process.env['TEST_SERVER_URL']!);
    url.pathname = `/${row!.url}`;
    const other = await TestService.start({ ...SSO_ENVIRONMENT, DATABASE_URL: url.href });
    try {
      const browser = await scene.browserOf({ email: newEmail() });
      const answer = await browser.visit(OIDC_LOGIN, isCallback);
      browser.service = other;
      expect((await browser.request('GET', answer.url)).location).toBe('/');
      await me(browser);
    } finally {
      await other.stop();
    }
  });

  test('leads to the start page and nowhere else, whatever the address says', async () => {
    const browser = await scene.browserOf({ email: newEmail() });
    const page = await browser.visit(
      `${OIDC_LOGIN}?returnTo=https://evil.example&redirect=//evil.example`,
      isStartPage,
    );
    expect(page.location).toBe('/');
  });

  test('leads below the base path', async () => {
    const other = await TestService.start({
      ...SSO_ENVIRONMENT,
      BASE_URI_PATH: '/flags',
      UNLEASH_URL: `${PUBLIC_URL}/flags`,
    });
    const there = await OpenIdProvider.start({
      redirect_uris: [`${PUBLIC_URL}/flags/auth/oidc/callback`],
    });
    try {
      const settings = {
        enabled: true,
        discoverUrl: there.issuer,
        clientId: CLIENT_ID,
        secret: CLIENT_SECRET,
        autoCreate: true,
      };
      await other.api.post(`/flags${OIDC_SETTINGS}`, settings).expect(200);
      await there.knows({ ada: { email: newEmail() } });
      const browser = new Browser(other);
      browser.remember(there.issuer, 'person', 'ada');
      const page = await browser.visit(`/flags${OIDC_LOGIN}`, (url) => url.pathname === '/flags/');
      expect([page.status, page.location]).toEqual([302, '/flags/']);
    } finally {
      await Promise.all([other.stop(), there.stop()]);
    }
  });
});

describe('the settings of OpenID Connect decide', () => {
  test('whether PKCE is used', async () => {
    await scene.enable({ enablePkce: false });
    const browser = await scene.browserOf({ email: newEmail() });
    expect((await scene.signIn(browser)).status).toBe(302);
    expect(scene.provider.asked[0]).not.toHaveProperty('code_challenge');
  });

  test('whether the scope groups is asked for', async () => {
    await scene.enable({ addGroupsScope: true });
    const browser = await scene.browserOf({ email: newEmail() });
    await scene.signIn(browser);
    expect(scene.provider.asked[0]).toMatchObject({ scope: 'openid email profile groups' });
  });

  test('with what ID tokens must be signed', async () => {
    await scene.enable({ idTokenSigningAlgorithm: 'RS512' });
    const browser = await scene.browserOf({ email: newEmail() });
    await scene.expectRefusal(browser, await scene.signIn(browser), 'answer-invalid');
  });

  test('in which context people must have signed in', async () => {
    await scene.enable({ acrValues: 'high higher' });
    const weak = await scene.browserOf({ email: newEmail() }, 'low');
    await scene.expectRefusal(weak, await scene.signIn(weak), 'context-too-weak');
    expect(scene.provider.asked[0]).toMatchObject({ acr_values: 'high higher' });

    const strong = await scene.browserOf({ email: newEmail() }, 'high');
    expect((await scene.signIn(strong)).status).toBe(302);
  });

  test('which domains of e-mail addresses are accepted, also for existing users', async () => {
    await scene.enable({ emailDomains: 'example.org, @Example.com' });
    expect((await scene.signIn(await scene.browserOf({ email: newEmail() }))).status).toBe(302);

    for (const email of ['a@example.net', 'a@sub.example.com', 'a@example.com.evil.net']) {
      await scene.user(email);
      const before = await scene.userCount();
      const browser = await scene.browserOf({ email });
      await scene.happened();
      await scene.expectRefusal(browser, await scene.signIn(browser), 'email-domain');
      expect(await scene.userCount()).toBe(before);
    }
  });

  test('whether it can be signed in at all', async () => {
    await scene.enable({ enabled: false });
    for (const path of [OIDC_LOGIN, '/auth/oidc/callback?code=a&state=b']) {
      const page = await new Browser(scene.service).request('GET', path);
      expect([page.status, page.text.includes('not-enabled')]).toEqual([404, true]);
    }
    expect(await scene.happened()).toEqual([]);
  });

  test('whether signing out here leads to the provider to sign out there', async () => {
    await scene.enable({ enableSingleSignOut: true });
    const browser = await scene.browserOf({ email: newEmail() });
    await scene.signIn(browser);
    const { id } = await me(browser);

    const left = await browser.request('POST', '/logout');
    const url = new URL(left.location!);
    expect(`${url.origin}${url.pathname}`).toBe(`${scene.provider.issuer}/session/end`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: CLIENT_ID,
      post_logout_redirect_uri: `${PUBLIC_URL}/`,
      id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(200); // the provider asks to confirm it
    expect(await scene.service.sql('SELECT FROM session WHERE user_id = $1', [id])).toEqual([]);
  });

  test('that signing out ends here otherwise, as it does when the provider is away', async () => {
    const ended = async (isAway: boolean): Promise<string | null> => {
      const browser = await scene.browserOf({ email: newEmail() });
      await scene.signIn(browser);
      const cookie = browser.session;
      if (isAway)
        await scene.enable({ enableSingleSignOut: true, discoverUrl: 'http://localhost:1/' });
      const { location } = await browser.request('POST', '/logout');
      await scene.service.api.as({ cookie }).get('/api/admin/user').expect(401);
      return location;
    };
    expect(await ended(false)).toBe('/');
    expect(await ended(true)).toBe('/');
  });
});
