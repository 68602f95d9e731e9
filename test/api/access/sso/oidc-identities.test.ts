import type { Browser } from '../../../support/browser.js';
import { group, role } from '../../../support/access.js';
import { newEmail, OidcScene } from '../../../support/oidc-scene.js';

let scene: OidcScene;
beforeAll(async () => {
  scene = await OidcScene.start();
});
afterAll(() => scene.stop());
beforeEach(() => scene.reset());

const me = async (browser: Browser): Promise<{ id: number; email: string }> =>
  (await scene.service.api.as({ cookie: browser.session }).get('/api/admin/user').expect(200)).body
    .user;
const identitiesOf = async (
  id: number,
): Promise<{ id: number; subject: string; email: string }[]> =>
  (await scene.service.api.get(`/api/admin/user-admin/${id}/identities`).expect(200)).body
    .identities;
/** The same person with other claims at the provider from now on. */
const told = async (browser: Browser, account: string, claims: object): Promise<Browser> => {
  await scene.provider.knows({ [account]: { ...claims } });
  browser.remember(scene.provider.issuer, 'person', account);
  return browser;
};
/**
 * Expects that the identity was recognised, but not signed in.
 * @returns The identity in the event.
 */
async function expectUnlinked(
  browser: Browser,
  reason: string,
  userId: number,
): Promise<Record<string, unknown>> {
  await scene.happened();
  const page = await scene.signIn(browser);
  expect([page.status, page.text.includes(reason)]).toEqual([403, true]);
  expect(page.text).toContain('administrator');
  const [failed, ...others] = await scene.happened();
  const identity = { provider: 'oidc', issuer: scene.provider.issuer, subject: expect.any(String) };
  expect([failed!.type, failed!.data, others]).toEqual([
    'user-login-failed',
    { authType: 'oidc', failureReason: reason, userId, identity },
    [],
  ]);
  expect(await identitiesOf(userId)).toEqual([]);
  return failed!.data!['identity'] as Record<string, unknown>;
}

describe('people are recognised by issuer and subject', () => {
  test('a new e-mail address at the provider does not change who signs in, and an old one does not lead to its former owner', async () => {
    const [first, second] = [newEmail(), newEmail()];
    const browser = await told(await scene.browserOf({ email: first }), 'ada', {
      email: first,
      email_verified: true,
    });
    await scene.signIn(browser);
    const { id } = await me(browser);
    const taken = await scene.user(second);

    await told(browser, 'ada', { email: second, email_verified: true });
    await scene.signIn(browser);

    expect(await me(browser)).toMatchObject({ id, email: first });
    expect(await identitiesOf(id)).toMatchObject([{ subject: 'ada', email: second }]);
    expect(await identitiesOf(taken)).toEqual([]);
  });

  test('linked users can sign in with an unverified or missing address', async () => {
    const browser = await told(await scene.browserOf({ email: newEmail() }), 'bob', {
      email: newEmail(),
      email_verified: true,
    });
    await scene.signIn(browser);
    const { id } = await me(browser);
    for (const claims of [{ email: 'x@example.com', email_verified: false }, {}]) {
      await told(browser, 'bob', claims);
      expect((await scene.signIn(browser)).status).toBe(302);
      expect((await me(browser)).id).toBe(id);
    }
  });

  test('the link is recorded, and made at the first login alone', async () => {
    const email = newEmail();
    const id = await scene.user(email);
    const browser = await scene.browserOf({ email });
    await scene.signIn(browser);
    const [linked, ...others] = await scene.happened();
    expect(linked).toMatchObject({
      type: 'user-identity-linked',
      data: { userId: id, provider: 'oidc', issuer: scene.provider.issuer },
    });
    expect(others.map(({ type }) => type)).toEqual(['user-logged-in']);
    await scene.signIn(browser);
    expect((await scene.happened()).map(({ type }) => type)).toEqual([
      'user-sessions-ended',
      'user-logged-in',
    ]);
  });
});

describe('a user who is there is linked by a verified address alone', () => {
  test.each([
    ['missing', {}],
    ['empty', { email_verified: '' }],
    ['a number', { email_verified: 1 }],
  ])('and not when email_verified is %s', async (_, claims) => {
    const email = newEmail();
    const id = await scene.user(email);
    const browser = await told(await scene.browserOf({ email }), newEmail(), { email, ...claims });
    if (Object.keys(claims).length === 0) await expectUnlinked(browser, 'not-linked', id);
    else await scene.expectRefusal(browser, await scene.signIn(browser), 'email-not-verified');
  });

  test('unless an administrator trusts the addresses of the provider', async () => {
    const email = newEmail();
    const id = await scene.user(email);
    await scene.enable({ linkByEmail: true });
    expect(
      (await scene.service.api.get('/api/admin/auth/oidc/settings').expect(200)).body,
    ).toMatchObject({ linkByEmail: true });
    const browser = await told(await scene.browserOf({ email }), email, { email });
    await scene.signIn(browser);
    expect((await me(browser)).id).toBe(id);

    const other = newEmail();
    await scene.user(other);
    const unverified = await told(await scene.browserOf({}), other, {
      email: other,
      email_verified: false,
    });
    await scene.expectRefusal(unverified, await scene.signIn(unverified), 'email-not-verified');
  });

  test('a new user is created from an unverified address, and gives way to the owner of the address', async () => {
    const email = newEmail();
    const stranger = await told(await scene.browserOf({ email }), `stranger of ${email}`, {
      email,
    });
    await scene.signIn(stranger);
    const { id } = await me(stranger);
    const strangersCookie = stranger.session;
    await scene.happened();

    const owner = await scene.browserOf({ email });
    await scene.signIn(owner);

    expect((await me(owner)).id).toBe(id);
    await scene.service.api.as({ cookie: strangersCookie }).get('/api/admin/user').expect(401);
    expect((await scene.happened()).map(({ type }) => type)).toEqual([
      'user-identity-unlinked',
      'user-password-changed',
      'user-identity-linked',
      'user-logged-in',
    ]);
    await told(stranger, `stranger of ${email}`, { email });
    expect((await scene.signIn(stranger)).text).toContain('not-linked');
  });

  test('an unverified address does not get past the restriction to domains', async () => {
    await scene.enable({ emailDomains: 'example.com' });
    const email = newEmail();
    const browser = await told(await scene.browserOf({ email }), email, { email });
    await scene.expectRefusal(browser, await scene.signIn(browser), 'email-not-verified');
  });
});

describe('who administers is linked by an administrator alone', () => {
  const administrators: [string, () => Promise<number>][] = [
    ['Admin', () => scene.user(newEmail(), 'Admin')],
    ['a role that allows everything', async () => withRole('ADMIN')],
    [
      'a role that may change how people sign in',
      async () => withRole('UPDATE_AUTH_CONFIGURATION'),
    ],
    [
      'a group with such a role',
      async () => {
        const id = await scene.user(newEmail());
        await group(scene.service, [id], { rootRole: 1 });
        return id;
      },
    ],
  ];
  const withRole = async (permission: string): Promise<number> => {
    const id = await scene.user(newEmail());
    const rootRole = await role(scene.service, 'root-custom', permission);
    await scene.service.api.put(`/api/admin/user-admin/${id}`, { rootRole }).expect(200);
    return id;
  };

  test.each(administrators)('by %s, however well the address is verified', async (_, made) => {
    await scene.enable({ linkByEmail: true });
    const id = await made();
    const [row] = await scene.service.sql<{ email: string }>(
      'SELECT email FROM app_user WHERE id = $1',
      [id],
    );
    const browser = await scene.browserOf({ email: row!.email });
    const identity = await expectUnlinked(browser, 'administrator-not-linked', id);

    const linked = await scene.service.api
      .post(`/api/admin/user-admin/${id}/identities`, identity)
      .expect(201);

    expect(await scene.happened()).toMatchObject([
      { type: 'user-identity-linked', data: linked.body, createdBy: 'admin' },
    ]);
    await scene.signIn(browser);
    expect((await me(browser)).id).toBe(id);
  });
});

describe('administrators manage the identities of users', () => {
  const issuer = 'https://provider.example.com';
  const link = (id: number, body: object) =>
    scene.service.api.post(`/api/admin/user-admin/${id}/identities`, body);

  test('one belongs to one user, and linking it again changes nothing', async () => {
    const [one, other] = [await scene.user(newEmail()), await scene.user(newEmail())];
    const identity = { provider: 'saml', issuer, subject: newEmail() };
    const { body, headers } = await link(one, identity).expect(201);
    expect(headers['location']).toBe(`identities/${body.id}`);
    await scene.happened();
    expect((await link(one, identity).expect(201)).body).toEqual(body);
    expect((await link(other, identity).expect(409)).body.message).toContain(`id ${one}`);
    expect(await scene.happened()).toEqual([]);
    expect(await identitiesOf(one)).toEqual([body]);

    await scene.service.api.delete(`/api/admin/user-admin/${one}`).expect(200);
    await link(other, identity).expect(201);
  });

  test('removing one ends the sessions that it opened, and its owner is unknown again', async () => {
    const email = newEmail();
    const id = await scene.user(email);
    const browser = await scene.browserOf({ email });
    await scene.signIn(browser);
    const [identity] = await identitiesOf(id);
    await scene.happened();

    await scene.service.api
      .delete(`/api/admin/user-admin/${id}/identities/${identity!.id}`)
      .expect(200);

    expect(await scene.happened()).toMatchObject([
      { type: 'user-identity-unlinked', preData: { id: identity!.id, userId: id } },
    ]);
    await scene.service.api.as({ cookie: browser.session }).get('/api/admin/user').expect(401);
    await scene.service.api
      .delete(`/api/admin/user-admin/${id}/identities/${identity!.id}`)
      .expect(404);
    await told(browser, String(identity!.subject), { email });
    await expectUnlinked(browser, 'not-linked', id);
  });

  test('what cannot be one is refused, as are unknown users and everybody else', async () => {
    const id = await scene.user(newEmail());
    const identity = { provider: 'oidc', issuer, subject: 'x' };
    await link(id, { ...identity, provider: 'ldap' }).expect(400);
    await link(id, { ...identity, subject: '' }).expect(400);
    expect(
      (await link(id, { ...identity, subject: 'ü'.repeat(1000) }).expect(400)).body.details[0].path,
    ).toBe('/body/subject');
    await link(999_999, identity).expect(404);
    await scene.service.api.get('/api/admin/user-admin/999999/identities').expect(404);
    expect(await identitiesOf(id)).toEqual([]);
  });

  test('a user has at most 50', async () => {
    const id = await scene.user(newEmail());
    await scene.service.sql(
      `INSERT INTO user_identity (user_id, protocol, issuer, subject, is_email_trusted, created_by)
       SELECT $1::int, 'oidc', 'https://x.example.com', 'many-' || n, true, 'test' FROM generate_series(1, 50) n`,
      [id],
    );
    expect(
      (await link(id, { provider: 'oidc', issuer, subject: 'y' }).expect(403)).body.message,
    ).toContain('at most 50');
  });
});
