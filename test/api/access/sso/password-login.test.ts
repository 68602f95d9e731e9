import { person, signedIn } from '../../../support/people.js';
import { event, type RecordedEvent, recorder } from '../../../support/recorder.js';
import { KEYS } from '../../../support/saml-keys.js';
import { ADMIN_PASSWORD, TestService } from '../../../support/service.js';

const SIMPLE = '/api/admin/auth/simple/settings';
const SAML = '/api/admin/auth/saml/settings';
const OIDC = '/api/admin/auth/oidc/settings';
const LOGIN = '/auth/simple/login';
const right = { username: 'admin', password: ADMIN_PASSWORD };
const saml = {
  enabled: true,
  autoCreate: true,
  entityId: 'f',
  signOnUrl: 'https://x.example.com',
  certificate: KEYS.provider.certificate,
};

let service: TestService;
let happened: () => Promise<RecordedEvent[]>;
beforeAll(async () => {
  service = await TestService.start({ ENCRYPTION_KEY: 'a-key-of-the-tests-with-32-characters' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.sql("DELETE FROM setting WHERE name LIKE 'auth.%'");
  happened = await recorder(service, ['api-token-used', 'pat-used']);
});

const login = (body: object = right) => service.api.as().post(LOGIN, body);
const isOff = async (): Promise<boolean> =>
  (await service.api.get(SIMPLE).expect(200)).body.disabled;

test('is on until it is switched off', async () => {
  expect((await service.api.get(SIMPLE).expect(200)).body).toEqual({ disabled: false });
  expect((await service.api.post(SIMPLE, { disabled: false }).expect(200)).body).toEqual({
    disabled: false,
  });
  expect(await happened()).toEqual([]);
  await login().expect(200);
});

test('password login that is disabled refuses right and wrong passwords alike, and sessions go on', async () => {
  await service.api.post(SAML, saml).expect(200);
  const { username } = await person(service);
  const api = await signedIn(service, username);
  await happened();

  expect((await service.api.post(SIMPLE, { disabled: true }).expect(200)).body).toEqual({
    disabled: true,
  });

  expect(await happened()).toEqual([
    event('setting-created', { data: { id: 'auth.simple', disabled: true } }),
  ]);
  for (const body of [right, { ...right, password: 'wrong' }]) {
    const { body: told, headers } = await login(body).expect(422);
    expect(told).toMatchObject({
      name: 'DisabledError',
      message: expect.stringContaining('single sign-on'),
    });
    expect(headers).not.toHaveProperty('set-cookie');
  }
  await api.get('/api/admin/user').expect(200);

  await service.api.post(SIMPLE, { disabled: false }).expect(200);
  const changed = {
    data: { id: 'auth.simple', disabled: false },
    preData: { id: 'auth.simple', disabled: true },
  };
  expect((await happened()).at(-1)).toEqual(event('setting-updated', changed));
  await login().expect(200);
});

describe('cannot be switched off', () => {
  const refused = async (message: string): Promise<void> => {
    await happened();
    const { body } = await service.api.post(SIMPLE, { disabled: true }).expect(403);
    expect(body).toMatchObject({
      name: 'InvalidOperationError',
      message: expect.stringContaining(message),
    });
    expect(await isOff()).toBe(false);
    expect(await happened()).toEqual([]);
  };

  test('while there is no single sign-on', async () => {
    await refused('while OpenID Connect or SAML is enabled');
    await service.api.post(SAML, { ...saml, enabled: false }).expect(200);
    await refused('while OpenID Connect or SAML is enabled');
  });

  test('while single sign-on would recognise no administrator', async () => {
    await service.api.post(SAML, { ...saml, autoCreate: false }).expect(200);
    await person(service, { email: 'viewer@example.com', rootRole: 'Viewer' });
    await refused('No administrator could sign in');

    const { id } = await person(service, { email: 'admin@example.com', rootRole: 'Admin' });
    await refused('/identities');
    const identities = `/api/admin/user-admin/${id}/identities`;
    await service.api.post(identities, { provider: 'oidc', issuer: 'x', subject: 'y' }).expect(201);
    await refused('No administrator could sign in');
    const { body } = await service.api
      .post(identities, { provider: 'saml', issuer: 'f', subject: 'y' })
      .expect(201);
    await service.api.post(SIMPLE, { disabled: true }).expect(200);

    await service.api.delete(`${identities}/${body.id}`).expect(403);
    expect((await service.api.get(identities).expect(200)).body.identities).toHaveLength(2);
    await service.sql("UPDATE app_user SET deleted_at = now() WHERE email = 'admin@example.com'");
  });
});

test('the last kind of single sign-on cannot be switched off while it is off', async () => {
  const oidc = { enabled: true, discoverUrl: 'https://x.example.com', clientId: 'f', secret: 's' };
  await service.api.post(SAML, saml).expect(200);
  await service.api.post(OIDC, oidc).expect(200);
  await service.api.post(SIMPLE, { disabled: true }).expect(200);

  await service.api.post(OIDC, { ...oidc, enabled: false }).expect(200);
  const { body } = await service.api.post(SAML, { ...saml, enabled: false }).expect(403);
  expect(body.message).toContain('Nobody could sign in');
  expect((await service.api.get(SAML).expect(200)).body).toMatchObject({ enabled: true });
});

test('the last two kinds of single sign-on cannot be switched off at once', async () => {
  const oidc = {
    enabled: true,
    autoCreate: true,
    discoverUrl: 'https://x.example.com',
    clientId: 'f',
    secret: 's',
  };
  await service.api.post(SAML, saml).expect(200);
  await service.api.post(OIDC, oidc).expect(200);
  await service.api.post(SIMPLE, { disabled: true }).expect(200);
  const answers = await Promise.all([
    service.api.post(OIDC, { ...oidc, enabled: false }),
    service.api.post(SAML, { ...saml, enabled: false }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
});

test('is on whatever the settings say when the configuration wants it so', async () => {
  const forced = await TestService.start({ FORCE_PASSWORD_LOGIN: 'true' });
  try {
    await forced.api.post(SAML, saml).expect(200);
    await forced.api.post(SIMPLE, { disabled: true }).expect(200);
    await forced.api.as().post(LOGIN, right).expect(200);
    expect((await forced.api.get(SIMPLE).expect(200)).body).toEqual({ disabled: true });
  } finally {
    await forced.stop();
  }
});

test('may be switched off by who may change how people sign in, and by nobody else', async () => {
  const { username } = await person(service, { rootRole: 'Editor' });
  const editor = await signedIn(service, username);
  for (const path of [SIMPLE, OIDC, SAML]) {
    await editor.get(path).expect(403);
    await editor.post(path, {}).expect(403);
  }
});
