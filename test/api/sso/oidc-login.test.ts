import { ADMIN_TOKEN, TestService } from '../../support/service.js';
import { unique } from '../../support/given.js';
import { Browser, type Claims, CLIENT_ID, CLIENT_SECRET, OpenIdProvider, type Page, PUBLIC_URL } from '../../support/oidc-scene.js';
import { type RecordedEvent, recorder } from '../../support/recorder.js';

const SETTINGS = '/api/admin/auth/oidc/settings';
const LOGIN = '/auth/oidc/login';
const ENVIRONMENT = {
  UNLEASH_URL: PUBLIC_URL,
  ENCRYPTION_KEY: 'a-key-of-the-tests-with-32-characters',
  SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000',
};

let service: TestService;
let provider: OpenIdProvider;
let happened: () => Promise<RecordedEvent[]>;
beforeAll(async () => {
  [service, provider] = await Promise.all([TestService.start(ENVIRONMENT), OpenIdProvider.start()]);
});
afterAll(() => Promise.all([service.stop(), provider.stop()]));
beforeEach(async () => {
  await enable();
  provider.asked.splice(0);
  happened = await recorder(service);
});

const enable = (properties: object = {}): PromiseLike<unknown> =>
  service.api
    .post(SETTINGS, {
      enabled: true,
      discoverUrl: `${provider.issuer}/.well-known/openid-configuration`,
      clientId: CLIENT_ID,
      secret: CLIENT_SECRET,
      autoCreate: true,
      ...properties,
    })
    .expect(200);

const newEmail = (): string => `${unique('person')}@example.com`;
const isStartPage = (url: URL): boolean => url.href === `${PUBLIC_URL}/`;
const isCallback = (url: URL): boolean => url.href.startsWith(`${PUBLIC_URL}/auth/oidc/callback`);

/** A browser of somebody of whom the provider tells this. */
async function browserOf(claims: Claims, acr?: string): Promise<Browser> {
  const account = unique('account');
  await provider.knows({ [account]: { email_verified: true, ...claims } }, acr);
  const browser = new Browser(service);
  browser.remember(provider.issuer, 'person', account);
  return browser;
}

const signIn = (browser: Browser): Promise<Page> => browser.visit(LOGIN, isStartPage);
const me = async (browser: Browser): Promise<{ id: number; email: string; name: string }> => {
  const cookie = `unleash-session=${browser.cookies.get('unleash-session')}`;
  return (await service.api.as({ cookie }).get('/api/admin/user').expect(200)).body.user;
};
const user = async (email: string, rootRole = 'Viewer'): Promise<number> =>
  (await service.api.post('/api/admin/user-admin', { email, rootRole }).expect(201)).body.id as number;
const userCount = async (): Promise<number> => (await service.sql('SELECT FROM app_user')).length;

/** What is to be seen when nobody was let in, and nothing was changed. */
async function expectRefusal(browser: Browser, page: Page, reason: string, status = 403): Promise<void> {
  expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  expect(page.text).toContain(reason);
  expect(browser.cookies.has('unleash-session')).toBe(false);
  const data = { authType: 'oidc', failureReason: reason };
  expect((await happened()).map(({ type, data: told }) => ({ type, data: told }))).toEqual([{ type: 'user-login-failed', data }]);
}

describe('signing in', () => {
  test('creates who was not there yet, and opens a session', async () => {
    const email = newEmail();
    const browser = await browserOf({ email: email.toUpperCase(), name: 'Ada Lovelace' });

    const page = await signIn(browser);

    expect([page.status, page.url.href]).toEqual([302, `${PUBLIC_URL}/`]);
    expect(page.headers.getSetCookie()[0]).toMatch(/^unleash-session=[\w-]{43}; Path=\/; Expires=[^;]+ GMT; HttpOnly; SameSite=Lax$/);
    expect(browser.cookies.has('unleash-login')).toBe(false);
    const { id, ...rest } = await me(browser);
    expect(rest).toMatchObject({ email, name: 'Ada Lovelace' });
    expect(await happened()).toMatchObject([
      { type: 'user-created', data: { id, email, name: 'Ada Lovelace', rootRole: 2 }, createdBy: 'unleash_system_user' },
      { type: 'user-logged-in', data: { authType: 'oidc' }, createdBy: email, createdByUserId: id },
    ]);
    const [seen] = await service.sql<{ address: string }>(
      "SELECT address FROM event WHERE type = 'user-logged-in' ORDER BY id DESC LIMIT 1",
    );
    expect(seen!.address).toContain('127.0.0.1');
  });

  test('recognises who is there by the e-mail address, whatever the case, and leaves role and name as they are', async () => {
    const email = newEmail();
    const id = await user(email, 'Admin');
    await happened();
    const browser = await browserOf({ email: email.replace('person', 'Person'), name: 'Somebody Else' });

    await signIn(browser);

    expect(await me(browser)).toMatchObject({ id, email });
    expect(await happened()).toMatchObject([{ type: 'user-logged-in', createdByUserId: id }]);
  });

  test('creates one user of one person who signs in twice at once', async () => {
    const email = newEmail();
    const [one, other] = [await browserOf({ email }), await browserOf({ email })];
    // the provider knows one of them at a time
    await provider.knows({ both: { email, email_verified: true } });
    for (const browser of [one, other]) browser.remember(provider.issuer, 'person', 'both');

    const pages = await Promise.all([signIn(one), signIn(other)]);

    expect(pages.map(({ status }) => status)).toEqual([302, 302]);
    expect(await service.sql('SELECT FROM app_user WHERE email = $1', [email])).toHaveLength(1);
  });

  test('gives new users the role of the settings', async () => {
    await enable({ defaultRootRole: 'Viewer' });
    await happened();
    await signIn(await browserOf({ email: newEmail() }));
    expect((await happened())[0]).toMatchObject({ type: 'user-created', data: { rootRole: 3 } });
  });

  test('ends with the session when the user is deleted', async () => {
    const browser = await browserOf({ email: newEmail() });
    await signIn(browser);
    const { id } = await me(browser);

    await service.api.delete(`/api/admin/user-admin/${id}`).expect(200);

    const cookie = `unleash-session=${browser.cookies.get('unleash-session')}`;
    await service.api.as({ cookie }).get('/api/admin/user').expect(401);
    expect(await service.sql('SELECT FROM sso_session o LEFT JOIN session s USING (secret_hash) WHERE s.user_id IS NULL')).toEqual([]);
  });

  test('asks for code, state, nonce and PKCE, which are new each time and none of them what the cookie holds', async () => {
    const browser = await browserOf({ email: newEmail() });
    const began = await browser.request('GET', LOGIN);

    expect(began.headers.get('cache-control')).toBe('no-store');
    expect(began.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^unleash-login=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
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
    const again = new URL((await new Browser(service).request('GET', LOGIN)).location!).searchParams;
    const values = [
      browser.cookies.get('unleash-login'),
      ...['state', 'nonce', 'code_challenge'].flatMap((n) => [asked.get(n), again.get(n)]),
    ];
    expect(new Set(values).size).toBe(values.length);
  });

  test('can begin at one instance and end at another', async () => {
    const [row] = await service.sql<{ url: string }>('SELECT current_database() AS url');
    const url = new URL(process.env['TEST_SERVER_URL']!);
    url.pathname = `/${row!.url}`;
    const other = await TestService.start({ ...ENVIRONMENT, DATABASE_URL: url.href });
    try {
      const browser = await browserOf({ email: newEmail() });
      const answer = await browser.visit(LOGIN, isCallback);
      browser.service = other;
      expect((await browser.request('GET', answer.url)).location).toBe('/');
      await me(browser);
    } finally {
      await other.stop();
    }
  });

  test('leads to the start page and nowhere else, whatever the address says', async () => {
    const browser = await browserOf({ email: newEmail() });
    const page = await browser.visit(`${LOGIN}?returnTo=https://evil.example&redirect=//evil.example`, isStartPage);
    expect(page.location).toBe('/');
  });

  test('leads below the base path', async () => {
    const other = await TestService.start({ ...ENVIRONMENT, BASE_URI_PATH: '/flags', UNLEASH_URL: `${PUBLIC_URL}/flags` });
    const there = await OpenIdProvider.start({ redirect_uris: [`${PUBLIC_URL}/flags/auth/oidc/callback`] });
    try {
      const settings = { enabled: true, discoverUrl: there.issuer, clientId: CLIENT_ID, secret: CLIENT_SECRET, autoCreate: true };
      await other.api.post(`/flags${SETTINGS}`, settings).expect(200);
      await there.knows({ ada: { email: newEmail() } });
      const browser = new Browser(other);
      browser.remember(there.issuer, 'person', 'ada');
      const page = await browser.visit(`/flags${LOGIN}`, (url) => url.pathname === '/flags/');
      expect([page.status, page.location]).toEqual([302, '/flags/']);
    } finally {
      await Promise.all([other.stop(), there.stop()]);
    }
  });
});

describe('the settings decide', () => {
  test('whether PKCE is used', async () => {
    await enable({ enablePkce: false });
    const browser = await browserOf({ email: newEmail() });
    expect((await signIn(browser)).status).toBe(302);
    expect(provider.asked[0]).not.toHaveProperty('code_challenge');
  });

  test('whether the scope groups is asked for', async () => {
    await enable({ addGroupsScope: true });
    const browser = await browserOf({ email: newEmail() });
    await signIn(browser);
    expect(provider.asked[0]).toMatchObject({ scope: 'openid email profile groups' });
  });

  test('with what ID tokens must be signed', async () => {
    await enable({ idTokenSigningAlgorithm: 'RS512' });
    const browser = await browserOf({ email: newEmail() });
    await happened();
    await expectRefusal(browser, await signIn(browser), 'answer-invalid');
  });

  test('in which context people must have signed in', async () => {
    await enable({ acrValues: 'high higher' });
    const weak = await browserOf({ email: newEmail() }, 'low');
    await happened();
    await expectRefusal(weak, await signIn(weak), 'context-too-weak');
    expect(provider.asked[0]).toMatchObject({ acr_values: 'high higher' });

    const strong = await browserOf({ email: newEmail() }, 'high');
    expect((await signIn(strong)).status).toBe(302);
  });

  test('from which domains people may come, those who are there too', async () => {
    await enable({ emailDomains: 'example.org, @Example.com' });
    expect((await signIn(await browserOf({ email: newEmail() }))).status).toBe(302);

    for (const email of ['a@example.net', 'a@sub.example.com', 'a@example.com.evil.net']) {
      await user(email);
      const before = await userCount();
      const browser = await browserOf({ email });
      await happened();
      await expectRefusal(browser, await signIn(browser), 'email-domain');
      expect(await userCount()).toBe(before);
    }
  });

  test('whether it can be signed in at all', async () => {
    await enable({ enabled: false });
    await happened();
    for (const path of [LOGIN, '/auth/oidc/callback?code=a&state=b']) {
      const page = await new Browser(service).request('GET', path);
      expect([page.status, page.text.includes('not-enabled')]).toEqual([404, true]);
    }
    expect(await happened()).toEqual([]);
  });

  test('whether signing out here leads to the provider to sign out there', async () => {
    await enable({ enableSingleSignOut: true });
    const browser = await browserOf({ email: newEmail() });
    await signIn(browser);
    const { id } = await me(browser);

    const left = await browser.request('POST', '/logout');
    const url = new URL(left.location!);
    expect(`${url.origin}${url.pathname}`).toBe(`${provider.issuer}/session/end`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: CLIENT_ID,
      post_logout_redirect_uri: `${PUBLIC_URL}/`,
      id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(200); // the provider asks to confirm it
    expect(await service.sql('SELECT FROM session WHERE user_id = $1', [id])).toEqual([]);
  });

  test('that signing out ends here otherwise, as it does when the provider is away', async () => {
    const ended = async (isAway: boolean): Promise<string | null> => {
      const browser = await browserOf({ email: newEmail() });
      await signIn(browser);
      const cookie = `unleash-session=${browser.cookies.get('unleash-session')}`;
      if (isAway) await enable({ enableSingleSignOut: true, discoverUrl: 'http://localhost:1/' });
      const { location } = await browser.request('POST', '/logout');
      await service.api.as({ cookie }).get('/api/admin/user').expect(401);
      return location;
    };
    expect(await ended(false)).toBe('/');
    expect(await ended(true)).toBe('/');
  });
});

describe('groups', () => {
  const group = async (name: string, mappings: string[]): Promise<number> => {
    const sql = 'INSERT INTO user_group (name, mappings_sso) VALUES ($1, $2) RETURNING id';
    return (await service.sql<{ id: number }>(sql, [unique(name), mappings]))[0]!.id;
  };
  const membersOf = (id: number): Promise<object[]> =>
    service.sql('SELECT user_id AS "userId", by_sso AS "bySso" FROM group_member WHERE group_id = $1', [id]);

  test('follow the provider: who is listed joins, who is listed no more leaves, and memberships that somebody gave stay', async () => {
    const email = newEmail();
    const userId = await user(email);
    const [ours, both, given] = [await group('ours', ['dev', 'ops']), await group('both', ['ops']), await group('given', ['sales'])];
    await service.sql('INSERT INTO group_member (group_id, user_id) VALUES ($1, $2)', [given, userId]);
    await enable({ enableGroupSyncing: true, groupJsonPath: 'groups', addGroupsScope: true });
    await happened();

    await signIn(await browserOf({ email, groups: ['dev', 'sales', 'others'] }));
    expect([await membersOf(ours), await membersOf(both), await membersOf(given)]).toEqual([
      [{ userId, bySso: true }],
      [],
      [{ userId, bySso: false }],
    ]);
    expect(await happened()).toMatchObject([
      { type: 'group-user-added', data: { groupId: ours, userId }, createdBy: 'unleash_system_user' },
      { type: 'user-logged-in' },
    ]);

    await signIn(await browserOf({ email, groups: ['ops'] }));
    expect([await membersOf(ours), await membersOf(both)]).toEqual([[{ userId, bySso: true }], [{ userId, bySso: true }]]);
    await happened();

    await signIn(await browserOf({ email }));
    expect([await membersOf(ours), await membersOf(both), await membersOf(given)]).toEqual([[], [], [{ userId, bySso: false }]]);
    expect((await happened()).map(({ type, preData }) => ({ type, preData }))).toEqual([
      { type: 'group-user-removed', preData: { groupId: ours, userId } },
      { type: 'group-user-removed', preData: { groupId: both, userId } },
      { type: 'user-logged-in', preData: null },
    ]);
  });

  test('give their rights at once', async () => {
    const id = await group('admins', ['administrators']);
    await service.sql('UPDATE user_group SET root_role_id = 1 WHERE id = $1', [id]);
    await enable({ enableGroupSyncing: true, groupJsonPath: '$.realm_access.roles', defaultRootRole: 'Viewer' });
    const browser = await browserOf({ email: newEmail(), realm_access: { roles: ['administrators'] } });
    await signIn(browser);
    const cookie = `unleash-session=${browser.cookies.get('unleash-session')}`;
    expect((await service.api.as({ cookie }).get('/api/admin/user').expect(200)).body.permissions).toEqual([{ permission: 'ADMIN' }]);
  });

  test('are left alone unless the settings say so', async () => {
    const id = await group('unsynced', ['dev']);
    await enable({ groupJsonPath: 'groups', addGroupsScope: true });
    await signIn(await browserOf({ email: newEmail(), groups: ['dev'] }));
    expect(await membersOf(id)).toEqual([]);
  });
});

describe('nobody is let in', () => {
  test('whom the provider refuses; what it says about that is not repeated', async () => {
    const browser = new Browser(service);
    browser.remember(provider.issuer, 'person', 'nobody');
    const page = await signIn(browser);
    expect(page.text).not.toContain('secret words');
    await expectRefusal(browser, page, 'provider-refused');
  });

  test.each([
    ['has no e-mail address', {}, 'email-missing'],
    ['has something else for one', { email: 'ada' }, 'email-missing'],
    ['has one that is not verified', { email: 'unverified@example.com', email_verified: false }, 'email-not-verified'],
    ['has one that is not verified, in a word', { email: 'unverified@example.com', email_verified: 'false' }, 'email-not-verified'],
  ])('who %s', async (_, claims, reason) => {
    const before = await userCount();
    const browser = await browserOf(claims);
    await expectRefusal(browser, await signIn(browser), reason);
    expect(await userCount()).toBe(before);
  });

  test('who is unknown, unless users are created', async () => {
    await enable({ autoCreate: false });
    const before = await userCount();
    const browser = await browserOf({ email: newEmail() });
    await happened();
    await expectRefusal(browser, await signIn(browser), 'unknown-user');
    expect(await userCount()).toBe(before);
  });

  test('who was deleted, even if users are created; who was created again since is let in', async () => {
    const email = newEmail();
    const id = await user(email);
    await service.api.delete(`/api/admin/user-admin/${id}`).expect(200);
    await happened();
    const browser = await browserOf({ email });
    await expectRefusal(browser, await signIn(browser), 'deleted-user');

    const again = await user(email);
    await signIn(browser);
    expect(await me(browser)).toMatchObject({ id: again });
  });

  test('who is a service account', async () => {
    const email = newEmail();
    await service.sql("INSERT INTO app_user (kind, name, email, root_role_id) VALUES ('service-account', 'robot', $1, 1)", [email]);
    const browser = await browserOf({ email });
    await expectRefusal(browser, await signIn(browser), 'not-a-person');
  });

  test('whose login was begun in another browser, or in none', async () => {
    const begun = await (await browserOf({ email: newEmail() })).visit(LOGIN, isCallback);
    const other = new Browser(service);
    await expectRefusal(other, await other.request('GET', begun.url), 'not-started-here');
    await other.request('GET', LOGIN); // which has begun another one
    await expectRefusal(other, await other.request('GET', begun.url), 'not-started-here');
  });

  test('by a code that was used already, or changed, or is that of another login', async () => {
    const browser = await browserOf({ email: newEmail() });
    const answer = await browser.visit(LOGIN, isCallback);
    const cookie = browser.cookies.get('unleash-login')!;
    expect((await browser.request('GET', answer.url)).location).toBe('/');
    await happened();

    const again = new Browser(service);
    again.remember(PUBLIC_URL, 'unleash-login', cookie);
    await expectRefusal(again, await again.request('GET', answer.url), 'answer-invalid');

    const forged = new URL(answer.url);
    forged.searchParams.set('code', 'forged');
    await expectRefusal(again, await again.request('GET', forged), 'answer-invalid');

    // somebody else's code in one's own login: PKCE and nonce bind it to the browser that began
    const stolen = (await (await browserOf({ email: newEmail() })).visit(LOGIN, isCallback)).url;
    const thief = new Browser(service);
    const own = new URL((await thief.request('GET', LOGIN)).location!).searchParams.get('state')!;
    stolen.searchParams.set('state', own);
    await expectRefusal(thief, await thief.request('GET', stolen), 'answer-invalid');
  });

  test('with a client secret that the provider does not take; it is not told', async () => {
    await enable({ secret: 'not-the-secret' });
    const browser = await browserOf({ email: newEmail() });
    await happened();
    const page = await signIn(browser);
    expect(page.text).not.toContain('not-the-secret');
    await expectRefusal(browser, page, 'answer-invalid');
  });

  test('while the provider cannot be reached', async () => {
    await enable({ discoverUrl: 'http://127.0.0.1:1/' });
    await happened();
    const browser = new Browser(service);
    await expectRefusal(browser, await browser.request('GET', LOGIN), 'provider-unreachable', 502);
  });

  test('after too many failures from one address, which the audit log is spared', async () => {
    const other = await TestService.start({ ...ENVIRONMENT, SIMPLE_LOGIN_LIMIT_PER_MINUTE: '2' });
    try {
      const settings = { enabled: true, discoverUrl: provider.issuer, clientId: CLIENT_ID, secret: CLIENT_SECRET };
      await other.api.as({ token: ADMIN_TOKEN }).post(SETTINGS, settings).expect(200);
      const statuses = [];
      for (let attempt = 0; attempt < 4; attempt++)
        statuses.push((await new Browser(other).request('GET', '/auth/oidc/callback?state=x')).status);
      expect(statuses).toEqual([403, 403, 429, 429]);
      expect(await other.sql("SELECT FROM event WHERE type = 'user-login-failed'")).toHaveLength(2);
    } finally {
      await other.stop();
    }
  });
});
