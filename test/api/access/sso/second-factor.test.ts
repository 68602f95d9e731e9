import { Authenticator } from '../../../support/authenticator.js';
import { type Browser, PUBLIC_URL } from '../../../support/browser.js';
import { newEmail, OidcScene } from '../../../support/oidc-scene.js';
import { cookiesOf, FACTOR, ME, withPasskey } from '../../../support/second-factor.js';

const SETTINGS = '/api/admin/auth/security/settings';
const PAT = { description: 'a token', expiresAt: new Date(Date.now() + 86_400_000).toISOString() };

let scene: OidcScene;
beforeAll(async () => {
  scene = await OidcScene.start();
});
afterAll(() => scene.stop());
beforeEach(() => scene.reset());
afterEach(() => scene.service.api.post(SETTINGS, {}).expect(200));

/** Creates a user who has signed in by single sign-on before, and has added a passkey. */
async function someone(): Promise<{ email: string; authenticator: Authenticator }> {
  const email = newEmail();
  const browser = await scene.browserOf({ email });
  await scene.signIn(browser);
  const authenticator = new Authenticator(new URL(PUBLIC_URL).origin);
  await withPasskey(scene.service.api.as({ cookie: browser.session }), authenticator);
  return { email, authenticator };
}

const pendingOf = (browser: Browser): string =>
  `unleash-second-factor=${browser.cookies.get('unleash-second-factor')}`;

test('the provider is responsible for the second factor, but what is sensitive needs the one of here', async () => {
  const { email } = await someone();
  const browser = await scene.browserOf({ email });
  await scene.signIn(browser);
  const api = scene.service.api.as({ cookie: browser.session });
  await api.get(ME).expect(200);
  expect((await api.post(`${ME}/tokens`, PAT).expect(403)).body).toMatchObject({
    name: 'ConfirmationRequired',
    methods: ['passkey', 'recovery-code'],
  });
});

test('the second factor can be required after single sign-on, too', async () => {
  const { email, authenticator } = await someone();
  await scene.service.api.post(SETTINGS, { secondFactorAfterSso: true }).expect(200);
  const browser = await scene.browserOf({ email });
  const page = await scene.signIn(browser);
  expect([page.status, page.url.href]).toEqual([302, `${PUBLIC_URL}/`]);
  expect(browser.cookies.has('unleash-session')).toBe(false);
  const half = scene.service.api.as({ cookie: pendingOf(browser) });
  const waiting = ['passkey', 'recovery-code'];
  expect((await half.get('/auth/methods').expect(200)).body.secondFactor).toEqual(waiting);
  const { body: options } = await half.post('/auth/second-factor/passkey/options').expect(200);
  const answer = await half
    .post('/auth/second-factor/passkey', authenticator.get(options))
    .expect(200);
  expect((await half.get('/auth/methods').expect(200)).body.secondFactor).toEqual([]);
  const api = scene.service.api.as({ cookie: cookiesOf(answer) });
  expect((await api.get(`${ME}/sessions`).expect(200)).body.sessions[0]).toMatchObject({
    authType: 'oidc',
    current: true,
  });
  const known =
    'SELECT FROM sso_session o JOIN session s USING (secret_hash) JOIN app_user u ON u.id = s.user_id WHERE u.email = $1';
  expect(await scene.service.sql(known, [email])).toHaveLength(2);
  await api.post(`${ME}/tokens`, PAT).expect(201);
});

test('a required second factor is asked for after single sign-on only if the settings say so', async () => {
  const browser = await scene.browserOf({ email: newEmail() });
  await scene.service.api.post(SETTINGS, { secondFactorRequired: true }).expect(200);
  await scene.signIn(browser);
  const api = scene.service.api.as({ cookie: browser.session });
  await api.get('/api/admin/projects').expect(200);
  await scene.service.api
    .post(SETTINGS, { secondFactorRequired: true, secondFactorAfterSso: true })
    .expect(200);
  expect((await api.get('/api/admin/projects').expect(403)).body.name).toBe('SecondFactorMissing');
  expect((await api.get(FACTOR).expect(200)).body).toMatchObject({ required: true });
});

test('signing in ends the session that the browser had', async () => {
  const browser = await scene.browserOf({ email: newEmail() });
  await scene.signIn(browser);
  const former = browser.session;
  await scene.signIn(browser);
  await scene.service.api.as({ cookie: former }).get(ME).expect(401);
  await scene.service.api.as({ cookie: browser.session }).get(ME).expect(200);
});
