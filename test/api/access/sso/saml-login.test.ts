import { createVerify } from 'node:crypto';
import { unique } from '../../../support/given.js';
import { Browser, type Page, PUBLIC_URL } from '../../../support/browser.js';
import { newEmail, SSO_ENVIRONMENT } from '../../../support/oidc-scene.js';
import { type RecordedEvent, recorder } from '../../../support/recorder.js';
import {
  type Assertion,
  AUDIENCE,
  CALLBACK,
  ENTITY_ID,
  messageIn,
  refusal,
  response,
  signedAssertion,
} from '../../../support/saml-answer.js';
import { KEYS } from '../../../support/saml-keys.js';
import { TestService } from '../../../support/service.js';

const SETTINGS = '/api/admin/auth/saml/settings';
const LOGIN = '/auth/saml/login';
const SIGN_ON = 'https://provider.example.com/sign-on?tenant=1';

let service: TestService;
let happened: () => Promise<RecordedEvent[]>;
beforeAll(async () => {
  service = await TestService.start(SSO_ENVIRONMENT);
});
afterAll(() => service.stop());
beforeEach(async () => {
  await enable();
  happened = await recorder(service, ['api-token-used', 'pat-used']);
});

const enable = (properties: object = {}): PromiseLike<unknown> =>
  service.api
    .post(SETTINGS, {
      enabled: true,
      entityId: ENTITY_ID,
      signOnUrl: SIGN_ON,
      certificate: KEYS.provider.certificate,
      spCertificate: '',
      autoCreate: true,
      ...properties,
    })
    .expect(200);

/** A browser that has begun a login, and the id of its authentication request. */
async function begun(login = LOGIN): Promise<{ browser: Browser; requestId: string; url: URL }> {
  const browser = new Browser(service);
  const { location } = await browser.request('GET', login);
  const url = new URL(location!);
  return { browser, url, requestId: /\bID="([^"]+)"/.exec(messageIn(url))![1]! };
}

/** Posts a response like the page of a provider does. */
const post = (browser: Browser, SAMLResponse: string): Promise<Page> =>
  browser.request('POST', CALLBACK, { SAMLResponse });

/** Completes a login: posts the response and follows the redirects. */
async function finish(browser: Browser, answer: string): Promise<Page> {
  const page = await post(browser, answer);
  return page.location === null ? page : browser.request('GET', page.location);
}

async function signIn(said: Partial<Assertion>): Promise<{ browser: Browser; page: Page }> {
  const { browser, requestId } = await begun();
  return {
    browser,
    page: await finish(browser, response(signedAssertion({ inResponseTo: requestId, ...said }))),
  };
}

const me = async (browser: Browser): Promise<{ id: number; email: string; name: string }> =>
  (await service.api.as({ cookie: browser.session }).get('/api/admin/user').expect(200)).body.user;
const userCount = async (): Promise<number> => (await service.sql('SELECT FROM app_user')).length;

/** Expects that a login was refused. */
async function expectRefusal(browser: Browser, page: Page, reason: string): Promise<void> {
  expect([page.status, page.headers.get('content-type')]).toEqual([
    403,
    'text/html; charset=utf-8',
  ]);
  expect(page.text).toContain(reason);
  expect(browser.cookies.has('unleash-session')).toBe(false);
  const events = (await happened()).map(({ type, data, createdBy, createdByUserId }) => ({
    type,
    data,
    createdBy,
    createdByUserId,
  }));
  const who = { createdBy: 'unknown', createdByUserId: -1337 };
  expect(events).toEqual([
    { type: 'user-login-failed', data: { authType: 'saml', failureReason: reason }, ...who },
  ]);
}

test('people land on the page that they wanted, whatever the provider adds to its answer', async () => {
  const said = async (back: string): Promise<Page> => {
    const { browser, requestId, url } = await begun(`${LOGIN}?back=${encodeURIComponent(back)}`);
    expect(url.href).not.toContain('wanted');
    const assertion = signedAssertion({ inResponseTo: requestId, nameId: newEmail() });
    const page = await browser.request('POST', CALLBACK, {
      SAMLResponse: response(assertion),
      RelayState: 'https://evil.example.com/',
    });
    return browser.request('GET', page.location!);
  };

  const wanted = await said('/projects/wanted?tab=2');
  expect([wanted.status, wanted.location]).toEqual([302, '/projects/wanted?tab=2']);
  expect((await said('//evil.example.com')).location).toBe('/');
});

describe('signing in', () => {
  test('creates an unknown user, and opens a session', async () => {
    const email = newEmail();

    const { browser, page } = await signIn({
      nameId: email,
      attributes: { firstName: ['Ada'], lastName: ['Lovelace'] },
    });

    expect([page.status, page.location]).toEqual([302, '/']);
    const { id, ...rest } = await me(browser);
    expect(rest).toMatchObject({ email, name: 'Ada Lovelace' });
    expect(browser.cookies.has('unleash-login')).toBe(false);
    expect(await happened()).toMatchObject([
      { type: 'user-created', data: { id, email, name: 'Ada Lovelace', rootRole: 2 } },
      { type: 'user-logged-in', data: { authType: 'saml' }, createdBy: email, createdByUserId: id },
    ]);
    expect(
      await service.sql(
        'SELECT content, ticket_hash FROM saml_assertion WHERE content IS NOT NULL OR ticket_hash IS NOT NULL',
      ),
    ).toEqual([]);
  });

  test('sends a request that names us, where the answer is wanted, and nothing else', async () => {
    const { url, requestId } = await begun();
    expect(`${url.origin}${url.pathname}?tenant=${url.searchParams.get('tenant')}`).toBe(SIGN_ON);
    expect([...url.searchParams.keys()]).toEqual(['tenant', 'SAMLRequest']);
    const xml = messageIn(url);
    expect(xml).toContain(`AssertionConsumerServiceURL="${CALLBACK}"`);
    expect(xml).toMatch(new RegExp(`<saml:Issuer [^>]*>${AUDIENCE}</saml:Issuer>`));
    expect(xml).not.toContain('RequestedAuthnContext');
    expect((await begun()).requestId).not.toBe(requestId);
  });

  test('takes the e-mail address of an attribute before the name of the subject', async () => {
    const email = newEmail();
    const { browser } = await signIn({ nameId: 'E12345', attributes: { email: [email] } });
    expect(await me(browser)).toMatchObject({ email });
    const claim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';
    expect(
      await me((await signIn({ nameId: 'E12345', attributes: { [claim]: [email] } })).browser),
    ).toMatchObject({ email });
  });

  test('can begin at one instance, be answered at another, and end at a third', async () => {
    const [row] = await service.sql<{ name: string }>('SELECT current_database() AS name');
    const url = new URL(process.env['TEST_SERVER_URL']!);
    url.pathname = `/${row!.name}`;
    const other = await TestService.start({ ...SSO_ENVIRONMENT, DATABASE_URL: url.href });
    try {
      const { browser, requestId } = await begun();
      browser.service = other;
      const answer = response(signedAssertion({ nameId: newEmail(), inResponseTo: requestId }));
      const { location } = await post(browser, answer);
      browser.service = service;
      expect(await browser.request('GET', location!)).toMatchObject({ status: 302, location: '/' });
      browser.service = other;
      expect((await post(browser, answer)).text).toContain('answer-used');
    } finally {
      await other.stop();
    }
  });

  test('takes a provider that changes its certificate', async () => {
    await enable({ certificate: KEYS.stranger.certificate + KEYS.provider.certificate });
    expect((await signIn({ nameId: newEmail() })).page.status).toBe(302);
  });

  test('takes a certificate that is base64 alone', async () => {
    await enable({ certificate: KEYS.provider.certificate.replace(/-----.*-----/g, '') });
    expect((await signIn({ nameId: newEmail() })).page.status).toBe(302);
  });

  test('allows for clocks that differ by some seconds', async () => {
    expect((await signIn({ nameId: newEmail(), notBefore: 15 })).page.status).toBe(302);
    expect(
      (await signIn({ nameId: newEmail(), notOnOrAfter: -15, confirmedUntil: -15 })).page.status,
    ).toBe(302);
  });

  test('puts people into groups, by an attribute', async () => {
    const group = "INSERT INTO user_group (name, mappings_sso) VALUES ($1, '{ops}') RETURNING id";
    const [{ id } = { id: 0 }] = await service.sql<{ id: number }>(group, [unique('group')]);
    await enable({
      enableGroupSyncing: true,
      groupJsonPath: 'http://schemas.xmlsoap.org/claims/Group',
    });
    const attributes = { 'http://schemas.xmlsoap.org/claims/Group': ['dev', 'ops'] };
    const nameId = newEmail();
    const { browser } = await signIn({ nameId, attributes });
    const members = (): Promise<object[]> =>
      service.sql('SELECT user_id AS id, by_sso FROM group_member WHERE group_id = $1', [id]);
    expect(await members()).toEqual([{ id: (await me(browser)).id, by_sso: true }]);
    await signIn({ nameId });
    expect(await members()).toEqual([]);
  });
});

describe('nobody is let in', () => {
  test.each<[string, Partial<Assertion>, string]>([
    ['for somebody else', { audience: 'urn:another:service' }, 'answer-invalid'],
    ['by another provider', { issuer: 'https://another.example.com' }, 'answer-invalid'],
    ['for nobody in particular', { audience: null }, 'answer-invalid'],
    [
      'sent to somebody else',
      { recipient: 'https://another.example.com/auth/saml/callback' },
      'answer-invalid',
    ],
    ['that is over', { notOnOrAfter: -40 }, 'answer-invalid'],
    ['that is not good yet', { notBefore: 40 }, 'answer-invalid'],
    ['that may not be handed in any more', { confirmedUntil: -40 }, 'answer-invalid'],
    [
      'that only its subject may hand in',
      { method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' },
      'answer-invalid',
    ],
    ['that nobody asked for', { inResponseTo: null }, 'not-started-here'],
    ['that another request asked for', { inResponseTo: '_another' }, 'not-started-here'],
    ['without an e-mail address', { nameId: 'ada' }, 'email-missing'],
  ])('by an assertion %s', async (_, said, reason) => {
    const before = await userCount();
    const { browser, page } = await signIn({ nameId: newEmail(), ...said });
    await expectRefusal(browser, page, reason);
    expect(await userCount()).toBe(before);
  });

  test('by an assertion that somebody else has signed, or nobody', async () => {
    const { browser, requestId } = await begun();
    const said = { nameId: newEmail(), inResponseTo: requestId };
    await expectRefusal(
      browser,
      await finish(browser, response(signedAssertion(said, 'stranger'))),
      'answer-invalid',
    );
    const unsigned = signedAssertion(said).replace(/<ds:Signature .*<\/ds:Signature>/, '');
    await expectRefusal(browser, await finish(browser, response(unsigned)), 'answer-invalid');
  });

  test('by an assertion that was changed after it was signed', async () => {
    const { browser, requestId } = await begun();
    const signed = signedAssertion({ nameId: 'ada@example.com', inResponseTo: requestId });
    await expectRefusal(
      browser,
      await finish(browser, response(signed.replace('ada@', 'admin@'))),
      'answer-invalid',
    );
  });

  test('by a forged assertion that carries a signed one along', async () => {
    const { browser, requestId } = await begun();
    const signed = signedAssertion({ nameId: 'ada@example.com', inResponseTo: requestId });
    const signature = /<ds:Signature .*<\/ds:Signature>/.exec(signed)![0];
    const forged = signed
      .replace(signature, '')
      .replace('ada@', 'admin@')
      .replace(/ID="[^"]+"/, 'ID="_forged"');
    const wrapped = [
      `${forged}${signed}`,
      `${signed}${forged}`,
      forged.replace(
        '</saml:Issuer>',
        `</saml:Issuer>${signature.replace('</ds:Signature>', `<ds:Object>${signed.replace(signature, '')}</ds:Object></ds:Signature>`)}`,
      ),
      forged.replace('</saml:Assertion>', `<saml:Advice>${signed}</saml:Advice></saml:Assertion>`),
    ];
    for (const assertion of wrapped) {
      const page = await finish(browser, response(assertion));
      await expectRefusal(browser, page, 'answer-invalid');
    }
  });

  test('under a name that a comment cuts short', async () => {
    const email = newEmail();
    const { browser, requestId } = await begun();
    const signed = signedAssertion({ nameId: `${email}.evil.net`, inResponseTo: requestId });
    await finish(
      browser,
      response(signed.replace(`${email}.evil.net`, `${email}<!-- -->.evil.net`)),
    );
    expect(await service.sql('SELECT FROM app_user WHERE email = $1', [email])).toEqual([]);
  });

  test('twice by the same assertion', async () => {
    const { browser, requestId } = await begun();
    const cookie = browser.cookies.get('unleash-login')!;
    const answer = response(signedAssertion({ nameId: newEmail(), inResponseTo: requestId }));
    expect((await finish(browser, answer)).status).toBe(302);
    await happened();

    const again = new Browser(service);
    again.remember(PUBLIC_URL, 'unleash-login', cookie);
    await expectRefusal(again, await finish(again, answer), 'answer-used');
  });

  test('twice by the same assertion at the same moment', async () => {
    const { browser, requestId } = await begun();
    const answer = response(signedAssertion({ nameId: newEmail(), inResponseTo: requestId }));
    const pages = await Promise.all([1, 2, 3].map(() => post(browser, answer)));
    expect(pages.map(({ status }) => status).sort()).toEqual([303, 403, 403]);
  });

  test('by an answer that was put into the browser of somebody else, who has begun a login too or has not', async () => {
    const thief = await begun();
    const answer = (): string =>
      response(signedAssertion({ nameId: newEmail(), inResponseTo: thief.requestId }));
    const { browser: victim } = await begun();
    await expectRefusal(victim, await finish(victim, answer()), 'not-started-here');
    const bystander = new Browser(service);
    await expectRefusal(bystander, await finish(bystander, answer()), 'not-started-here');
  });

  test('twice by the same ticket, or by one that was made up', async () => {
    const { browser, requestId } = await begun();
    const cookie = browser.cookies.get('unleash-login')!;
    const { location } = await post(
      browser,
      response(signedAssertion({ nameId: newEmail(), inResponseTo: requestId })),
    );
    expect((await browser.request('GET', location!)).status).toBe(302);
    await happened();
    const again = new Browser(service);
    again.remember(PUBLIC_URL, 'unleash-login', cookie);
    await expectRefusal(again, await again.request('GET', location!), 'not-started-here');
    await expectRefusal(
      again,
      await again.request('GET', `${CALLBACK}?ticket=madeup`),
      'not-started-here',
    );
  });

  test('whom the provider refuses; what it says about that is not repeated', async () => {
    const { browser } = await begun();
    const page = await finish(browser, refusal());
    expect(page.text).not.toContain('secret words');
    await expectRefusal(browser, page, 'provider-refused');
  });

  test.each([
    ['nothing that is XML', Buffer.from('hello').toString('base64')],
    ['nothing at all', ''],
    [
      'entities that grow',
      Buffer.from('<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><r>&b;</r>').toString(
        'base64',
      ),
    ],
  ])('by %s', async (_, answer) => {
    const { browser } = await begun();
    await expectRefusal(browser, await finish(browser, answer), 'answer-invalid');
  });

  test('by what is not the form of a browser', async () => {
    await service.api.as().post('/auth/saml/callback', { SAMLResponse: 'x' }).expect(415);
    await service.api
      .as()
      .post('/auth/saml/callback')
      .set('content-type', 'application/x-www-form-urlencoded')
      .send('RelayState=x')
      .expect(400);
    await service.api.as().get('/auth/saml/callback').expect(400);
  });

  test('while it is not enabled', async () => {
    await enable({ enabled: false });
    await happened();
    for (const path of [LOGIN, '/auth/saml/callback?ticket=a', '/auth/saml/metadata'])
      expect((await new Browser(service).request('GET', path)).status).toBe(404);
    expect((await post(new Browser(service), 'x')).status).toBe(404);
    expect(await happened()).toEqual([]);
  });
});

test('assertions are remembered no longer than they could be used', async () => {
  await service.sql("UPDATE saml_assertion SET expires_at = now() - interval '1 second'");
  await signIn({ nameId: newEmail() });
  expect(await service.sql('SELECT FROM saml_assertion')).toHaveLength(1);
});

describe('with a private key', () => {
  const key = KEYS.service.privateKey + KEYS.service.certificate;

  test('requests are signed', async () => {
    await enable({ spCertificate: key });
    const { url } = await begun();
    const [, signed, , signature] =
      /\?(?:tenant=1&)?((SAMLRequest=[^&]+)&SigAlg=[^&]+)&Signature=(.+)$/.exec(url.href)!;
    const verify = createVerify('sha256').update(signed!);
    expect(verify.verify(KEYS.service.certificate, decodeURIComponent(signature!), 'base64')).toBe(
      true,
    );
  });

  test('the metadata shows its certificate', async () => {
    await enable({ spCertificate: key });
    const { text, headers } = await new Browser(service).request('GET', '/auth/saml/metadata');
    expect(headers.get('content-type')).toContain('application/samlmetadata+xml');
    expect(text).toContain(`entityID="${AUDIENCE}"`);
    expect(text).toContain(`Location="${CALLBACK}"`);
    expect(text).toContain('WantAssertionsSigned="true"');
    expect(text.replace(/\s/g, '')).toContain(
      KEYS.service.certificate.replace(/-----.*-----|\s/g, ''),
    );
    expect(text).not.toContain('PRIVATE');
  });

  test('and a sign-out address signing out leads to the provider, which leads back', async () => {
    await enable({ spCertificate: key, signOutUrl: 'https://provider.example.com/sign-out' });
    const email = newEmail();
    const { browser } = await signIn({ nameId: email });
    const cookie = browser.session;

    const url = new URL((await browser.request('POST', '/logout')).location!);

    expect(`${url.origin}${url.pathname}`).toBe('https://provider.example.com/sign-out');
    expect([...url.searchParams.keys()]).toEqual(['SAMLRequest', 'SigAlg', 'Signature']);
    expect(messageIn(url)).toMatch(
      new RegExp(`<saml:NameID [^>]*>${email}</saml:NameID>.*SessionIndex [^>]*>session-1<`),
    );
    await service.api.as({ cookie }).get('/api/admin/user').expect(401);
    expect((await browser.request('GET', '/auth/saml/logout/done?SAMLResponse=x')).location).toBe(
      '/',
    );
    expect(
      (await browser.request('POST', '/auth/saml/logout/done', { SAMLResponse: 'x' })).location,
    ).toBe('/');
  });
});

test('without a sign-out address signing out ends here', async () => {
  const { browser } = await signIn({ nameId: newEmail() });
  expect((await browser.request('POST', '/logout')).location).toBe('/');
});
