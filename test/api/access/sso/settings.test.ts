import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SecretBox, UnreadableSecretError } from '../../../../src/core/auth/secret-box.js';
import type { Api } from '../../../support/api.js';
import { signedIn } from '../../../support/people.js';
import { event, type RecordedEvent, recorder } from '../../../support/recorder.js';
import { KEYS } from '../../../support/saml-keys.js';
import { ADMIN_PASSWORD, TestService } from '../../../support/service.js';

const OIDC = '/api/admin/auth/oidc/settings';
const SAML = '/api/admin/auth/saml/settings';
const KEY = 'a-key-of-the-tests-with-32-characters';
const SECRET = 'a-client-secret-that-nobody-may-see';
const MASK = '*****';

const COMMON = {
  enabled: false,
  autoCreate: false,
  defaultRootRole: 'Editor',
  defaultRootRoleId: 2,
  enableGroupSyncing: false,
};
const OIDC_PRESET = {
  ...COMMON,
  enableSingleSignOut: false,
  idTokenSigningAlgorithm: 'RS256',
  addGroupsScope: false,
  enablePkce: true,
};
const DISCOVER = 'https://login.example.com/.well-known/openid-configuration';
const oidc = { enabled: true, discoverUrl: DISCOVER, clientId: 'flags', secret: SECRET };
const saml = {
  enabled: true,
  entityId: 'flags',
  signOnUrl: 'https://login.example.com/saml',
  certificate: KEYS.provider.certificate.trim(),
};

let service: TestService;
/** An administrator who has signed in. */
let admin: Api;
let happened: () => Promise<RecordedEvent[]>;
beforeAll(async () => {
  service = await TestService.start({ ENCRYPTION_KEY: KEY });
  admin = await signedIn(service, 'admin', ADMIN_PASSWORD);
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.sql("DELETE FROM setting WHERE name LIKE 'auth.%'");
  happened = await recorder(service, ['api-token-used', 'pat-used']);
});

const statistics = async (): Promise<object> =>
  (await service.api.get('/api/admin/instance-admin/statistics').expect(200)).body;
/** All settings and events in the database, as text. */
const dump = async (): Promise<string> => {
  const rows = await service.sql<{ row: string }>(
    'SELECT s::text AS row FROM setting s UNION ALL SELECT e::text FROM event e',
  );
  return rows.map(({ row }) => row).join('\n');
};

describe('OpenID Connect', () => {
  test('is off, with presets, until it is set', async () => {
    expect((await service.api.get(OIDC).expect(200)).body).toEqual(OIDC_PRESET);
    expect((await service.api.post(OIDC, {}).expect(200)).body).toEqual(OIDC_PRESET);
    expect(await happened()).toEqual([]);
    expect(await statistics()).toMatchObject({ OIDCenabled: false, SAMLenabled: false });
  });

  test('is set as a whole, shows its secret to nobody, and is counted by the statistics', async () => {
    const settings = {
      ...oidc,
      autoCreate: true,
      defaultRootRoleId: 3,
      emailDomains: 'example.com, example.org',
      enableGroupSyncing: true,
      groupJsonPath: '$.groups[*].name',
      acrValues: 'high',
      idTokenSigningAlgorithm: 'RS384',
      addGroupsScope: true,
      enablePkce: false,
      enableSingleSignOut: true,
    };
    const shown = { ...settings, secret: MASK, defaultRootRole: 'Viewer' };

    expect((await service.api.post(OIDC, settings).expect(200)).body).toEqual({
      ...shown,
      secret: SECRET,
    });

    expect((await admin.get(OIDC).expect(200)).body).toEqual(shown);
    expect(await happened()).toEqual([
      event('setting-created', { data: { id: 'auth.oidc', ...shown } }),
    ]);
    expect(await statistics()).toMatchObject({ OIDCenabled: true, SAMLenabled: false });
    expect(await dump()).not.toContain(SECRET);
  });

  test('keeps its secret when it is left out or sent masked; the same settings again change nothing', async () => {
    await service.api.post(OIDC, oidc).expect(200);
    const sealed = async (): Promise<unknown> =>
      (
        await service.sql<{ s: string }>(
          "SELECT content ->> 'sealedSecret' AS s FROM setting WHERE name = 'auth.oidc'",
        )
      )[0]!.s;
    const before = await sealed();
    await happened();

    const without = { ...oidc, secret: undefined };
    for (const same of [oidc, without, { ...oidc, secret: MASK }])
      expect((await service.api.post(OIDC, same).expect(200)).body).toMatchObject({
        secret: SECRET,
      });
    for (const same of [without, { ...oidc, secret: MASK }])
      expect((await admin.post(OIDC, same).expect(200)).body).toMatchObject({ secret: MASK });
    expect(await sealed()).toBe(before);
    expect(await happened()).toEqual([]);

    await service.api.post(OIDC, { ...without, clientId: 'other' }).expect(200);
    expect(await sealed()).toBe(before);
    const [changed] = await happened();
    expect(changed).toMatchObject({
      type: 'setting-updated',
      data: { clientId: 'other', secret: MASK },
      preData: { clientId: 'flags' },
    });

    await service.api.post(OIDC, { ...oidc, secret: 'another-secret' }).expect(200);
    expect(await sealed()).not.toBe(before);
    expect((await happened()).map(({ type }) => type)).toEqual(['setting-updated']);
  });

  test('is taken away as the Terraform provider does it', async () => {
    await service.api.post(OIDC, oidc).expect(200);
    expect(
      (await service.api.post(OIDC, { enabled: false, clientId: ' ', secret: ' ' }).expect(200))
        .body,
    ).toEqual(OIDC_PRESET);
    expect(await statistics()).toMatchObject({ OIDCenabled: false });
  });

  test('does not send the secret to another provider than the one that it was set for', async () => {
    await service.api.post(OIDC, oidc).expect(200);
    for (const secret of [undefined, MASK]) {
      const { body } = await service.api
        .post(OIDC, { ...oidc, discoverUrl: 'https://evil.example.com', secret })
        .expect(400);
      expect(body.details).toEqual([
        {
          path: '/body/secret',
          message: 'secret must be set again when discoverUrl changes, or be empty.',
        },
      ]);
    }
    expect((await service.api.get(OIDC).expect(200)).body).toMatchObject({ discoverUrl: DISCOVER });
  });

  test.each([
    ['discoverUrl', { ...oidc, discoverUrl: undefined }, 'must be set to enable'],
    ['clientId', { ...oidc, clientId: '' }, 'must be set to enable'],
    ['secret', { ...oidc, secret: undefined }, 'must be set to enable'],
    ['discoverUrl', { ...oidc, discoverUrl: 'http://login.example.com' }, 'https://'],
    ['discoverUrl', { ...oidc, discoverUrl: 'http://localhost.example.com' }, 'https://'],
    ['discoverUrl', { ...oidc, discoverUrl: 'ftp://login.example.com' }, 'HTTP or HTTPS URL'],
    ['discoverUrl', { ...oidc, discoverUrl: 'https://me:pass@login.example.com' }, 'password'],
    ['emailDomains', { ...oidc, emailDomains: 'example.com, a@b.com' }, 'a@b.com'],
    ['groupJsonPath', { ...oidc, groupJsonPath: '$.groups[?(@.x)]' }, 'path'],
    ['groupJsonPath', { ...oidc, enableGroupSyncing: true }, 'enableGroupSyncing'],
    ['defaultRootRoleId', { ...oidc, defaultRootRoleId: 4 }, 'root role'],
    ['defaultRootRoleId', { ...oidc, defaultRootRoleId: 4711 }, 'root role'],
    ['defaultRootRole', { ...oidc, defaultRootRole: 'Owner' }, 'Admin, Editor, Viewer'],
    ['idTokenSigningAlgorithm', { ...oidc, idTokenSigningAlgorithm: 'none' }, 'RS256'],
  ])('is refused with a wrong %s', async (property, settings, message) => {
    const { body } = await service.api.post(OIDC, settings).expect(400);
    expect(body.details[0]).toEqual({
      path: `/body/${property}`,
      message: expect.stringContaining(message),
    });
    expect((await service.api.get(OIDC).expect(200)).body).toEqual(OIDC_PRESET);
    expect(await happened()).toEqual([]);
  });

  test.each(['http://localhost:9000/realms/x', 'http://127.0.0.1:9000', 'http://[::1]:9000'])(
    'may be at %s without TLS',
    async (discoverUrl) => {
      await service.api.post(OIDC, { ...oidc, discoverUrl }).expect(200);
    },
  );
});

describe('SAML', () => {
  test('is set as a whole, shows its private key to nobody, and is counted by the statistics', async () => {
    expect((await service.api.get(SAML).expect(200)).body).toEqual(COMMON);
    const settings = {
      ...saml,
      signOutUrl: 'https://login.example.com/out',
      spCertificate: KEYS.service.privateKey,
      defaultRootRole: 'Admin',
    };
    const shown = { ...COMMON, ...settings, spCertificate: MASK, defaultRootRoleId: 1 };

    expect((await service.api.post(SAML, settings).expect(200)).body).toEqual(shown);

    expect((await service.api.get(SAML).expect(200)).body).toEqual(shown);
    expect(await happened()).toEqual([
      event('setting-created', { data: { id: 'auth.saml', ...shown } }),
    ]);
    expect(await statistics()).toMatchObject({ OIDCenabled: false, SAMLenabled: true });
    expect(await dump()).not.toContain(KEYS.service.privateKey.split('\n')[3]);

    expect(
      (await service.api.post(SAML, { ...settings, spCertificate: MASK }).expect(200)).body,
    ).toEqual(shown);
    expect((await service.api.post(SAML, settings).expect(200)).body).toEqual(shown);
    expect(await happened()).toEqual([]);
    expect(
      (await service.api.post(SAML, { ...settings, spCertificate: '' }).expect(200)).body,
    ).not.toHaveProperty('spCertificate');
  });

  test.each([
    ['entityId', { ...saml, entityId: undefined }, 'must be set to enable'],
    ['signOnUrl', { ...saml, signOnUrl: '' }, 'must be set to enable'],
    ['certificate', { ...saml, certificate: undefined }, 'must be set to enable'],
    ['signOnUrl', { ...saml, signOnUrl: 'javascript:alert(1)' }, 'HTTP or HTTPS URL'],
    ['signOutUrl', { ...saml, signOutUrl: 'nowhere' }, 'HTTP or HTTPS URL'],
    ['certificate', { ...saml, certificate: 'test-certificate' }, 'X.509'],
    ['certificate', { ...saml, certificate: 'aGVsbG8=' }, 'X.509'],
    ['spCertificate', { ...saml, spCertificate: KEYS.service.certificate }, 'private key'],
    [
      'spCertificate',
      { ...saml, spCertificate: KEYS.service.privateKey + KEYS.stranger.certificate },
      'its own',
    ],
    ['groupJsonPath', { ...saml, enableGroupSyncing: true }, 'enableGroupSyncing'],
  ])('is refused with a wrong %s', async (property, settings, message) => {
    const { body } = await service.api.post(SAML, settings).expect(400);
    expect(body.details[0]).toEqual({
      path: `/body/${property}`,
      message: expect.stringContaining(message),
    });
    expect(JSON.stringify(body)).not.toContain('PRIVATE KEY---');
    expect((await service.api.get(SAML).expect(200)).body).toEqual(COMMON);
    expect(await happened()).toEqual([]);
  });
});

describe('without a key to encrypt with', () => {
  let keyless: TestService;
  beforeAll(async () => {
    keyless = await TestService.start({ ENCRYPTION_KEY: '' });
  });
  afterAll(() => keyless.stop());

  test('no secret is stored, and the refusal says what to do', async () => {
    for (const [at, settings] of [
      [OIDC, oidc] as const,
      [SAML, { ...saml, spCertificate: KEYS.service.privateKey }] as const,
    ]) {
      const { body } = await keyless.api.post(at, settings).expect(403);
      expect(body).toMatchObject({
        name: 'InvalidOperationError',
        message: expect.stringContaining('ENCRYPTION_KEY'),
      });
    }
    expect(await keyless.sql("SELECT FROM setting WHERE name LIKE 'auth.%'")).toEqual([]);
  });

  test('SAML that needs no secret works', () => keyless.api.post(SAML, saml).expect(200));

  test('a secret that was stored with another key refuses sign-ins with the reason, and can be set again', async () => {
    const [row] = await keyless.sql<{ name: string }>('SELECT current_database() AS name');
    const url = new URL(process.env['TEST_SERVER_URL']!);
    url.pathname = `/${row!.name}`;
    const start = (ENCRYPTION_KEY: string): Promise<TestService> =>
      TestService.start({ DATABASE_URL: url.href, ENCRYPTION_KEY });
    const first = await start(KEY);
    await first.api.post(OIDC, oidc).expect(200);
    await first.stop();
    const second = await start(KEY.toUpperCase());
    try {
      expect((await fetch(`${second.url}/auth/oidc/login`)).status).toBe(502);
      expect((await second.api.get(OIDC).expect(200)).body).toMatchObject({ secret: MASK });
      await second.api.post(OIDC, { ...oidc, discoverUrl: 'http://127.0.0.1:1' }).expect(200);
      expect(await (await fetch(`${second.url}/auth/oidc/login`)).text()).toContain(
        'provider-unreachable',
      );
    } finally {
      await second.stop();
    }
  });
});

describe('secrets of single sign-on', () => {
  const boxOf = (key?: string, keyFile?: string): SecretBox =>
    new SecretBox({ encryption: { key, accepted: [], keyFile } });

  test('are encrypted differently each time, for one purpose, and cannot be changed', async () => {
    const box = boxOf(KEY);
    const [one, other] = [await box.seal('a', SECRET), await box.seal('a', SECRET)];
    expect(one).not.toBe(other);
    expect(await box.open('a', one)).toBe(SECRET);
    await expect(box.open('b', one)).rejects.toThrow(UnreadableSecretError);
    await expect(boxOf('another-key-of-the-tests-of-32-characters').open('a', one)).rejects.toThrow(
      'ENCRYPTION_KEY',
    );
    for (const broken of [
      '',
      'v1.',
      'v2' + one.slice(2),
      one.slice(0, -2),
      `${one.slice(0, 10)}${one[10] === 'A' ? 'B' : 'A'}${one.slice(11)}`,
    ])
      await expect(box.open('a', broken)).rejects.toThrow(UnreadableSecretError);
  });

  test('are encrypted with a key of its own beside the embedded database, which is made once and for the owner alone', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'feature-flag-key-'));
    try {
      const file = path.join(dir, 'encryption.key');
      const sealed = await boxOf(undefined, file).seal('a', SECRET);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(await readFile(file, 'utf8')).toMatch(/^[\w-]{43}\n$/);
      expect(await boxOf(undefined, file).open('a', sealed)).toBe(SECRET);
    } finally {
      await rm(dir, { recursive: true });
    }
  });
});
