import { Browser, PUBLIC_URL } from '../../../support/browser.js';
import { createTestDatabase } from '../../../support/database.js';
import {
  isCallback,
  newEmail,
  OIDC_LOGIN,
  OIDC_SETTINGS,
  OidcScene,
  SSO_ENVIRONMENT,
} from '../../../support/oidc-scene.js';
import { CLIENT_ID, CLIENT_SECRET } from '../../../support/openid-provider.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';

let scene: OidcScene;
beforeAll(async () => {
  scene = await OidcScene.start();
});
afterAll(() => scene.stop());
beforeEach(() => scene.reset());

const me = async (browser: Browser): Promise<{ id: number; email: string; name: string }> =>
  (await scene.service.api.as({ cookie: browser.session }).get('/api/admin/user').expect(200)).body
    .user;

describe('nobody is let in', () => {
  test('whom the provider refuses; what it says about that is not repeated', async () => {
    const browser = new Browser(scene.service);
    browser.remember(scene.provider.issuer, 'person', 'nobody');
    const page = await scene.signIn(browser);
    expect(page.text).not.toContain('secret words');
    await scene.expectRefusal(browser, page, 'provider-refused');
  });

  test.each([
    ['has no e-mail address', {}, 'email-missing'],
    ['has something else for one', { email: 'ada' }, 'email-missing'],
    [
      'has one that is not verified',
      { email: 'unverified@example.com', email_verified: false },
      'email-not-verified',
    ],
    [
      'has one that is not verified, in a word',
      { email: 'unverified@example.com', email_verified: 'false' },
      'email-not-verified',
    ],
  ])('who %s', async (_, claims, reason) => {
    const before = await scene.userCount();
    const browser = await scene.browserOf(claims);
    await scene.expectRefusal(browser, await scene.signIn(browser), reason);
    expect(await scene.userCount()).toBe(before);
  });

  test('who is unknown, unless the settings say that users are created', async () => {
    await scene.enable({ autoCreate: false });
    const before = await scene.userCount();
    const browser = await scene.browserOf({ email: newEmail() });
    await scene.expectRefusal(browser, await scene.signIn(browser), 'unknown-user');
    expect(await scene.userCount()).toBe(before);
  });

  test('who was deleted, even if users are created; who was created again since is let in', async () => {
    const email = newEmail();
    const id = await scene.user(email);
    await scene.service.api.delete(`/api/admin/user-admin/${id}`).expect(200);
    await scene.happened();
    const browser = await scene.browserOf({ email });
    await scene.expectRefusal(browser, await scene.signIn(browser), 'deleted-user');

    const again = await scene.user(email);
    await scene.signIn(browser);
    expect(await me(browser)).toMatchObject({ id: again });
  });

  test('who is a service account', async () => {
    const email = newEmail();
    await scene.service.sql(
      "INSERT INTO app_user (kind, name, email, root_role_id) VALUES ('service-account', 'robot', $1, 1)",
      [email],
    );
    const browser = await scene.browserOf({ email });
    await scene.expectRefusal(browser, await scene.signIn(browser), 'not-a-person');
  });

  test('whose login was begun in another browser, or in none', async () => {
    const begun = await (
      await scene.browserOf({ email: newEmail() })
    ).visit(OIDC_LOGIN, isCallback);
    const other = new Browser(scene.service);
    await scene.expectRefusal(other, await other.request('GET', begun.url), 'not-started-here');
    await other.request('GET', OIDC_LOGIN); // which has begun another login
    await scene.expectRefusal(other, await other.request('GET', begun.url), 'not-started-here');
  });

  test('by a code that was used already, or changed, or is that of another login', async () => {
    const browser = await scene.browserOf({ email: newEmail() });
    const answer = await browser.visit(OIDC_LOGIN, isCallback);
    const cookie = browser.cookies.get('unleash-login')!;
    expect((await browser.request('GET', answer.url)).location).toBe('/');
    await scene.happened();

    const again = new Browser(scene.service);
    again.remember(PUBLIC_URL, 'unleash-login', cookie);
    await scene.expectRefusal(again, await again.request('GET', answer.url), 'answer-invalid');

    const forged = new URL(answer.url);
    forged.searchParams.set('code', 'forged');
    await scene.expectRefusal(again, await again.request('GET', forged), 'answer-invalid');

    // another person's code in one's own login: PKCE and nonce bind it to the browser that began
    const stolen = (
      await (await scene.browserOf({ email: newEmail() })).visit(OIDC_LOGIN, isCallback)
    ).url;
    const thief = new Browser(scene.service);
    const own = new URL((await thief.request('GET', OIDC_LOGIN)).location!).searchParams.get(
      'state',
    )!;
    stolen.searchParams.set('state', own);
    await scene.expectRefusal(thief, await thief.request('GET', stolen), 'answer-invalid');
  });

  test('with a client secret that the provider does not take; it is not told', async () => {
    await scene.enable({ secret: 'not-the-secret' });
    const browser = await scene.browserOf({ email: newEmail() });
    await scene.happened();
    const page = await scene.signIn(browser);
    expect(page.text).not.toContain('not-the-secret');
    await scene.expectRefusal(browser, page, 'answer-invalid');
  });

  test('while the provider cannot be reached', async () => {
    await scene.enable({ discoverUrl: 'http://127.0.0.1:1/' });
    await scene.happened();
    const browser = new Browser(scene.service);
    await scene.expectRefusal(
      browser,
      await browser.request('GET', OIDC_LOGIN),
      'provider-unreachable',
      502,
    );
  });

  test.each([
    [
      'has a private address and no setting allows it',
      'false',
      /OIDC_ALLOW_PRIVATE_ADDRESSES=true/,
    ],
    ['does not listen', 'true', /"causeCode":"ECONNREFUSED"/],
  ])('when the provider %s; the log says so', async (_, isAllowed, why) => {
    let log = '';
    const database = await createTestDatabase();
    const other = await TestService.on(
      database.url,
      () => database.drop(),
      { ...SSO_ENVIRONMENT, OIDC_ALLOW_PRIVATE_ADDRESSES: isAllowed, LOG_LEVEL: 'warn' },
      { output: { write: (text) => (log += text) } },
    );
    try {
      const port = isAllowed === 'true' ? '1' : new URL(scene.provider.issuer).port;
      const secrets = { clientId: CLIENT_ID, secret: CLIENT_SECRET };
      const asked = scene.provider.asked.length;
      const hosts = ['127.0.0.1', 'localhost', ...(isAllowed === 'true' ? [] : ['[::1]'])];
      for (const host of hosts) {
        log = '';
        const discoverUrl = `http://${host}:${port}/.well-known/openid-configuration`;
        await other.api.post(OIDC_SETTINGS, { enabled: true, discoverUrl, ...secrets }).expect(200);
        const page = await new Browser(other).request('GET', OIDC_LOGIN);
        expect([page.status, page.text.includes('provider-unreachable')]).toEqual([502, true]);
        expect(log).toMatch(why);
      }
      expect(scene.provider.asked).toHaveLength(asked);
    } finally {
      await other.stop();
    }
  });

  test('after too many failures from one address, which the audit log is spared', async () => {
    const other = await TestService.start({
      ...SSO_ENVIRONMENT,
      SIMPLE_LOGIN_LIMIT_PER_MINUTE: '2',
    });
    try {
      const settings = {
        enabled: true,
        discoverUrl: scene.provider.issuer,
        clientId: CLIENT_ID,
        secret: CLIENT_SECRET,
      };
      await other.api.as({ token: ADMIN_TOKEN }).post(OIDC_SETTINGS, settings).expect(200);
      const statuses = [];
      for (let attempt = 0; attempt < 4; attempt++)
        statuses.push(
          (await new Browser(other).request('GET', '/auth/oidc/callback?state=x')).status,
        );
      expect(statuses).toEqual([403, 403, 429, 429]);
      expect(await other.sql("SELECT FROM event WHERE type = 'user-login-failed'")).toHaveLength(2);
    } finally {
      await other.stop();
    }
  });
});
