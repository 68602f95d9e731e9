import type { Api } from '../../../support/api.js';
import { signedIn } from '../../../support/people.js';
import { KEYS } from '../../../support/saml-keys.js';
import { ADMIN_PASSWORD, ADMIN_TOKEN, TestService } from '../../../support/service.js';
import { readable, type Shape, terraform } from './support.js';

const OIDC = '/api/admin/auth/oidc/settings';
const SAML = '/api/admin/auth/saml/settings';
const MASK = '*****';
const DISCOVER = 'https://login.example.com/.well-known/openid-configuration';

const COMMON: Shape = { enabled: 'boolean', autoCreate: 'boolean', defaultRootRoleId: 'number' };

let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await TestService.start({ ENCRYPTION_KEY: 'a-key-of-the-tests-with-32-characters' });
  api = await terraform(service);
});
afterAll(() => service.stop());

/**
 * Reads, writes and reads, as each apply does.
 * @returns What the provider stores in its state.
 */
async function apply(at: string, planned: object): Promise<object> {
  readable((await api.get(at).expect(200)).body, COMMON);
  await api.post(at, planned).expect(200);
  return read(at, planned);
}

async function read(at: string, planned: object, as = api): Promise<object> {
  const { body } = await as.get(at).expect(200);
  readable(body, COMMON);
  return Object.fromEntries(Object.keys(planned).map((name) => [name, body[name]]));
}

describe('unleash_oidc', () => {
  const given = {
    enabled: true,
    discoverUrl: DISCOVER,
    clientId: 'client-id',
    secret: 'super-secret',
    autoCreate: false,
  };
  const events = async (): Promise<string> =>
    (
      await service.sql<{ row: string }>(
        'SELECT e::text AS row FROM event e UNION ALL SELECT s::text FROM setting s',
      )
    )
      .map(({ row }) => row)
      .join('\n');

  test('reads back what it has set, the role of new users being Editor when none is chosen', async () => {
    // An unset role is sent as 0.
    expect(await apply(OIDC, { ...given, defaultRootRoleId: 0 })).toEqual({
      ...given,
      defaultRootRoleId: 2,
    });
    const planned = { ...given, defaultRootRoleId: 2 };
    expect(await read(OIDC, planned)).toEqual(planned);
    const change = {
      ...planned,
      secret: 'kinda-sorta-secret',
      autoCreate: true,
      defaultRootRoleId: 1,
    };
    expect(await apply(OIDC, change)).toEqual(change);
    expect(await read(OIDC, change)).toEqual(change);
    expect(
      await apply(OIDC, { ...change, discoverUrl: 'https://login.example.org' }),
    ).toMatchObject({
      discoverUrl: 'https://login.example.org',
    });
  });

  test('shows the secret only to the token that set it, and neither stores nor returns it in clear', async () => {
    await apply(OIDC, given);
    const another = await terraform(service);
    const session = await signedIn(service, 'admin', ADMIN_PASSWORD);
    const everybodyElse = [another, session, service.api.as({ token: ADMIN_TOKEN })];
    for (const other of everybodyElse)
      expect(await read(OIDC, given, other)).toEqual({ ...given, secret: MASK });
    expect(await events()).not.toContain('super-secret');

    // Other tokens can change the other settings, and still do not get the secret.
    for (const other of everybodyElse)
      expect(
        (await other.post(OIDC, { ...given, secret: MASK, autoCreate: true }).expect(200)).body,
      ).toMatchObject({ secret: MASK });
    expect(await read(OIDC, given)).toEqual({ ...given, autoCreate: true });

    // Another token gets access by setting the secret again; a session is never shown a secret.
    expect((await another.post(OIDC, given).expect(200)).body).toMatchObject({
      secret: 'super-secret',
    });
    expect(await read(OIDC, given)).toEqual({ ...given, secret: MASK });
    expect(
      (await session.post(OIDC, { ...given, secret: 'by-hand' }).expect(200)).body,
    ).toMatchObject({ secret: MASK });
    for (const one of [api, another, session])
      expect(await read(OIDC, given, one)).toEqual({ ...given, secret: MASK });
    expect(await events()).not.toMatch(/super-secret|by-hand/);

    // The next plan detects that the secret was changed by somebody else, and the apply restores
    // it.
    expect(await apply(OIDC, given)).toEqual(given);
  });

  test('loses its secret and addresses when they are given empty', async () => {
    await apply(OIDC, given);
    const { body } = await api
      .post(OIDC, { enabled: false, clientId: ' ', secret: ' ' })
      .expect(200);
    for (const gone of ['secret', 'clientId', 'discoverUrl']) expect(body).not.toHaveProperty(gone);
    expect((await api.get(OIDC).expect(200)).body).toEqual(body);
  });
});

describe('unleash_saml', () => {
  const given = {
    enabled: true,
    entityId: 'https://login.example.com/idp',
    signOnUrl: 'https://login.example.com/saml',
    autoCreate: false,
  };

  test.each([
    ['as a file has it', `${KEYS.provider.certificate.trim()}\n`],
    ['without a line break at the end', KEYS.provider.certificate.trim()],
    ['by its base64 alone', KEYS.provider.certificate.replace(/-----[^-]+-----|\s/g, '')],
  ])('reads back what it has set, with a certificate %s', async (_, certificate) => {
    const planned = { ...given, certificate };
    expect(await apply(SAML, { ...planned, defaultRootRoleId: 0 })).toEqual({
      ...planned,
      defaultRootRoleId: 2,
    });
    const change = { ...planned, autoCreate: true, defaultRootRoleId: 3 };
    expect(await apply(SAML, change)).toEqual(change);
    expect(await read(SAML, change)).toEqual(change);
  });

  test('needs a certificate that says something', async () => {
    await api.post(SAML, { ...given, certificate: ' \n' }).expect(400);
  });
});
