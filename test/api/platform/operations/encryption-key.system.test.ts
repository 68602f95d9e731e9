import { SecretBox } from '../../../../src/core/auth/secret-box.js';
import { main } from '../../../../admin/admin.js';
import { unique } from '../../../support/given.js';
import { runProcess, runProgram, type Outcome } from '../../../support/programs.js';
import { TestService } from '../../../support/service.js';

const OLD = 'the earlier key of the tests, long enough';
const NEW = 'the later key of the tests, also long enough';
const OTHERS = { TOKEN_SECRETS_READABLE: 'true' };
const OIDC = '/api/admin/auth/oidc/settings';
const TOKENS = '/api/admin/api-tokens';
const STATISTICS = '/api/admin/instance-admin/statistics?signed=true';

let service: TestService;
beforeAll(async () => (service = await TestService.start({ ENCRYPTION_KEY: OLD, ...OTHERS })));
afterAll(() => service.stop());

const boxOf = (key: string): SecretBox =>
  new SecretBox({ encryption: { key, accepted: [], keyFile: undefined } });

const rotate = (environment: NodeJS.ProcessEnv): Promise<Outcome> =>
  runProgram(main, ['rotate-encryption-key'], {
    DATABASE_URL: service.databaseUrl,
    ...environment,
  });

/**
 * Stores a secret of every encrypted kind.
 * @returns The id of the token.
 */
async function storeSecrets(): Promise<string> {
  const discoverUrl = 'https://login.example.com/.well-known/openid-configuration';
  const oidc = { enabled: false, discoverUrl, clientId: 'flags', secret: 'oidc-secret' };
  await service.api.post(OIDC, oidc).expect(200);
  const parameters = { url: 'https://example.com/hook', authorization: 'addon-secret' };
  const addon = { provider: 'webhook', enabled: false, events: ['feature-created'], parameters };
  await service.api.post('/api/admin/addons', addon).expect(201);
  const token = { tokenName: unique('token'), type: 'client', environment: 'development' };
  const { body } = await service.api.post(TOKENS, { ...token, projects: ['*'] }).expect(201);
  await service.api.get(STATISTICS).expect(200);
  const [user] = await service.sql<{ id: number }>(
    `SELECT id FROM app_user WHERE kind = 'user' ORDER BY id LIMIT 1`,
  );
  const box = boxOf(OLD);
  const app = await box.seal(`the authenticator app of the user ${user!.id}`, 'app-secret');
  await service.sql('INSERT INTO totp_factor (user_id, secret) VALUES ($1, $2)', [user!.id, app]);
  const signOut = { idToken: await box.seal('ID token', 'id-token'), other: 'kept' };
  await service.sql(
    `INSERT INTO session (secret_hash, user_id, expires_at)
     VALUES ('\\x01', $1, now() + interval '1 hour')`,
    [user!.id],
  );
  await service.sql(
    `INSERT INTO sso_session (secret_hash, protocol, sign_out) VALUES ('\\x01', 'oidc', $1)`,
    [JSON.stringify(signOut)],
  );
  return body.id as string;
}

/** Every encrypted text, with its table and column. */
const stored = async (): Promise<string[]> =>
  (
    await service.sql<{ row: string }>(
      `SELECT s::text AS row FROM setting s WHERE name LIKE 'auth.%'
       UNION ALL SELECT a.parameters::text FROM addon a
       UNION ALL SELECT sealed_secret FROM api_token WHERE sealed_secret IS NOT NULL
       UNION ALL SELECT secret FROM totp_factor
       UNION ALL SELECT private_key FROM signing_key WHERE private_key IS NOT NULL
       UNION ALL SELECT sign_out::text FROM sso_session`,
    )
  ).map(({ row }) => row);

async function secretsOf(one: TestService, token: string): Promise<unknown> {
  const { body: settings } = await one.api.get(OIDC).expect(200);
  const { body } = await one.api.get(TOKENS).expect(200);
  const found = body.tokens.find(({ id }: { id: string }) => id === token);
  await one.api.get(STATISTICS).expect(200);
  return { oidc: settings.secret, token: found.secret };
}

test('the key is replaced while instances run, and nothing needs the earlier one then', async () => {
  const token = await storeSecrets();
  const before = await stored();
  const known = await secretsOf(service, token);
  expect(known).toMatchObject({ oidc: 'oidc-secret', token: expect.stringContaining('.') });
  const reading = await service.beside({
    ENCRYPTION_KEY: OLD,
    ENCRYPTION_KEY_ACCEPTED: NEW,
    ...OTHERS,
  });
  const writing = await service.beside({
    ENCRYPTION_KEY: NEW,
    ENCRYPTION_KEY_ACCEPTED: OLD,
    ...OTHERS,
  });
  try {
    expect(await secretsOf(writing, token)).toEqual(known);
    const keys = { ENCRYPTION_KEY: NEW, ENCRYPTION_KEY_ACCEPTED: OLD };
    const [first, again] = [await rotate(keys), await rotate(keys)];
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toContain('secrets of API tokens: 1 encrypted again');
    expect(first.out).toContain('Everything is encrypted with ENCRYPTION_KEY.');
    expect(again.out).not.toMatch(/: [1-9]\d* encrypted again/);
    expect(await secretsOf(reading, token)).toEqual(known);
  } finally {
    await reading.stop();
    await writing.stop();
  }
  const after = await stored();
  expect(after).toHaveLength(before.length);
  expect(after.filter((row) => before.includes(row))).toEqual([]);
  const [session] = await service.sql<{ signOut: { idToken: string; other: string } }>(
    'SELECT sign_out AS "signOut" FROM sso_session',
  );
  expect(await boxOf(NEW).open('ID token', session!.signOut.idToken)).toBe('id-token');
  expect(session!.signOut.other).toBe('kept');
  const later = await service.beside({ ENCRYPTION_KEY: NEW, ...OTHERS });
  try {
    expect(await secretsOf(later, token)).toEqual(known);
  } finally {
    await later.stop();
  }
});

test('secrets that no key can decrypt are kept and listed', async () => {
  const before = await stored();
  const other = 'a third key of the tests, as long as others';
  const { code, out } = await runProcess('admin/admin.js', ['rotate-encryption-key'], {
    DATABASE_URL: service.databaseUrl,
    ENCRYPTION_KEY: other,
    ENCRYPTION_KEY_ACCEPTED: OLD,
  });
  expect(code).toBe(1);
  expect(out).toContain('decrypted with no key: auth.oidc');
  expect(out).toContain('accept the key that it was encrypted with');
  expect(await stored()).toEqual(before);
});

test('the command needs the new key', async () => {
  const { code, err } = await rotate({ ENCRYPTION_KEY: '', ENCRYPTION_KEY_ACCEPTED: '' });
  expect(code).toBe(2);
  expect(err).toContain('Set ENCRYPTION_KEY to the new key');
  const refused = await rotate({ ENCRYPTION_KEY: '', ENCRYPTION_KEY_ACCEPTED: OLD });
  expect(refused.err).toContain('ENCRYPTION_KEY_ACCEPTED');
});
