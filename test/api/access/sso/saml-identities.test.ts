import type { Browser } from '../../../support/browser.js';
import { unique } from '../../../support/given.js';
import { newEmail } from '../../../support/oidc-scene.js';
import { ENTITY_ID } from '../../../support/saml-answer.js';
import { SamlScene } from '../../../support/saml-scene.js';

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
const EMAIL_ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

let scene: SamlScene;
beforeAll(async () => {
  scene = await SamlScene.start();
});
afterAll(() => scene.service.stop());
beforeEach(() => scene.reset());

const user = async (email: string, rootRole = 'Viewer'): Promise<number> =>
  (await scene.service.api.post('/api/admin/user-admin', { email, rootRole }).expect(201)).body.id;
const me = async (browser: Browser): Promise<number> =>
  (await scene.service.api.as({ cookie: browser.session }).get('/api/admin/user').expect(200)).body
    .user.id;
const reasonOf = async (said: Parameters<SamlScene['signIn']>[0]): Promise<string> => {
  const { page, browser } = await scene.signIn(said);
  expect([page.status, browser.cookies.has('unleash-session')]).toEqual([403, false]);
  return /<small>([\w-]+)</.exec(page.text)![1]!;
};

test('the issuer and the NameID decide who signs in, whatever the e-mail address is', async () => {
  const said = { nameId: unique('E'), nameIdFormat: PERSISTENT };
  const first = await scene.signIn({ ...said, attributes: { email: [newEmail()] } });
  const taken = newEmail();
  await user(taken);
  const second = await scene.signIn({ ...said, attributes: { email: [taken] } });
  const third = await scene.signIn(said);
  expect(await me(second.browser)).toBe(await me(first.browser));
  expect(await me(third.browser)).toBe(await me(first.browser));
});

test('a NameID is another one in another qualifier; letter case matters, but for e-mail addresses', async () => {
  const said = { nameId: unique('E'), nameIdFormat: PERSISTENT };
  const own = await me(
    (await scene.signIn({ ...said, attributes: { email: [newEmail()] } })).browser,
  );
  expect(await me((await scene.signIn({ ...said, nameQualifier: ENTITY_ID })).browser)).toBe(own);
  for (const other of [
    { nameQualifier: 'https://other.example.com' },
    { nameId: said.nameId.toLowerCase() },
  ])
    expect(
      await me(
        (await scene.signIn({ ...said, ...other, attributes: { email: [newEmail()] } })).browser,
      ),
    ).not.toBe(own);

  const email = newEmail();
  const byEmail = await me((await scene.signIn({ nameId: email })).browser);
  expect(await me((await scene.signIn({ nameId: email.toUpperCase() })).browser)).toBe(byEmail);
});

test('existing users are linked only if the settings trust e-mail addresses, and administrators never', async () => {
  const [email, admin] = [newEmail(), newEmail()];
  const [id, adminId] = [await user(email), await user(admin, 'Admin')];
  expect(await reasonOf({ nameId: email })).toBe('not-linked');

  await scene.enable({ linkByEmail: true });
  const { browser } = await scene.signIn({ nameId: email });
  expect(await me(browser)).toBe(id);
  await scene.happened();
  expect(await reasonOf({ nameId: admin })).toBe('administrator-not-linked');
  const [failed] = await scene.happened();
  const subjectFormat = EMAIL_ADDRESS;
  const identity = { provider: 'saml', issuer: ENTITY_ID, subject: admin, subjectFormat };
  expect(failed!.data).toMatchObject({ userId: adminId, identity });

  await scene.service.api.post(`/api/admin/user-admin/${adminId}/identities`, identity).expect(201);
  expect(await me((await scene.signIn({ nameId: admin })).browser)).toBe(adminId);
});

test('a transient NameID identifies nobody: the address stands in for it where addresses are trusted', async () => {
  const email = newEmail();
  const id = await user(email);
  const said = () => ({
    nameId: unique('_t'),
    nameIdFormat: TRANSIENT,
    attributes: { email: [email] },
  });
  expect(await reasonOf(said())).toBe('subject-missing');

  await scene.enable({ linkByEmail: true });
  for (let login = 0; login < 2; login++)
    expect(await me((await scene.signIn(said())).browser)).toBe(id);
  const { identities } = (
    await scene.service.api.get(`/api/admin/user-admin/${id}/identities`).expect(200)
  ).body;
  expect(identities).toMatchObject([
    { provider: 'saml', issuer: ENTITY_ID, subject: email, email },
  ]);
});

test('a NameID is another one in another format', async () => {
  const [nameId, email] = [unique('E'), newEmail()];
  const said = { nameId, attributes: { email: [email] } };
  const own = await me((await scene.signIn({ ...said, nameIdFormat: PERSISTENT })).browser);

  expect(await reasonOf({ ...said, nameIdFormat: UNSPECIFIED })).toBe('not-linked');
  const other = { nameId, attributes: { email: [newEmail()] }, nameIdFormat: UNSPECIFIED };
  expect(await me((await scene.signIn(other)).browser)).not.toBe(own);
  expect(await me((await scene.signIn({ ...said, nameIdFormat: PERSISTENT })).browser)).toBe(own);
});

test('an identity without a format takes that of its first login, and no other then', async () => {
  const [id, nameId] = [await user(newEmail()), unique('E')];
  const path = `/api/admin/user-admin/${id}/identities`;
  const identity = { provider: 'saml', issuer: ENTITY_ID, subject: nameId };
  const linked = await scene.service.api.post(path, identity).expect(201);
  expect(linked.body.subjectFormat).toBeNull();

  expect(await me((await scene.signIn({ nameId, nameIdFormat: PERSISTENT })).browser)).toBe(id);
  const { identities } = (await scene.service.api.get(path).expect(200)).body;
  expect(identities).toMatchObject([{ subject: nameId, subjectFormat: PERSISTENT }]);
  const other = { nameId, nameIdFormat: UNSPECIFIED, attributes: { email: [newEmail()] } };
  expect(await me((await scene.signIn(other)).browser)).not.toBe(id);
});

test('an administrator links a NameID of one format', async () => {
  const [id, nameId] = [await user(newEmail()), unique('E')];
  const path = `/api/admin/user-admin/${id}/identities`;
  const identity = { provider: 'saml', issuer: ENTITY_ID, subject: nameId };
  await scene.service.api.post(path, { ...identity, subjectFormat: UNSPECIFIED }).expect(201);

  const other = { nameId, nameIdFormat: PERSISTENT, attributes: { email: [newEmail()] } };
  expect(await me((await scene.signIn(other)).browser)).not.toBe(id);
  expect(await me((await scene.signIn({ nameId, nameIdFormat: UNSPECIFIED })).browser)).toBe(id);
  await scene.service.api
    .post(path, { ...identity, provider: 'oidc', subjectFormat: UNSPECIFIED })
    .expect(400);
});
