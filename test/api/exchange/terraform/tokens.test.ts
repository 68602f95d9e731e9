import { unique } from '../../../support/given.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';
import { person, signedIn } from '../../../support/people.js';
import { API_TOKEN, asKept, readable, terraform } from './support.js';

const TOKENS = '/api/admin/api-tokens';
const KEY = 'a-random-text-of-at-least-32-characters';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ ENCRYPTION_KEY: KEY, TOKEN_SECRETS_READABLE: 'true' });
});
afterAll(() => service.stop());

const request = () => ({
  tokenName: unique('token'),
  type: 'client',
  environment: 'development',
  projects: ['*'],
});
const secretIn = async (
  api: TestService['api'],
  id: string,
  path = TOKENS,
): Promise<string | undefined> => {
  const { tokens } = (await api.get(path).expect(200)).body as {
    tokens: { id: string; secret: string }[];
  };
  return tokens.find((token) => token.id === id)?.secret;
};
/** Creates another admin token. */
const another = async (): Promise<TestService['api']> => {
  const { body } = await service.api
    .post(TOKENS, { tokenName: unique('admin'), type: 'admin' })
    .expect(201);
  return service.api.as({ token: body.secret });
};

test('a token that was created by a token is read with its secret by that token alone', async () => {
  const { body } = await service.api.post(TOKENS, request()).expect(201);
  const { id, secret, tokenName } = body;
  expect(await secretIn(service.api, id)).toBe(secret);
  expect(await secretIn(service.api, id, `${TOKENS}/${tokenName}`)).toBe(secret);

  const { username } = await person(service, { rootRole: 'Admin' });
  for (const other of [await another(), await signedIn(service, username)])
    expect(await secretIn(other, id)).toMatch(/\.\*{4}-/);
});

test('a token that was created by a session is never shown again', async () => {
  const { username } = await person(service, { rootRole: 'Admin' });
  const session = await signedIn(service, username);
  const { body } = await session.post(TOKENS, request()).expect(201);
  expect(await secretIn(session, body.id)).toMatch(/\.\*{4}-/);
  expect(await secretIn(service.api, body.id)).toMatch(/\.\*{4}-/);
});

test('secrets are stored encrypted, and are in no event', async () => {
  const { body } = await service.api.post(TOKENS, request()).expect(201);
  const rows = await service.sql('SELECT to_jsonb(t) AS token FROM api_token t WHERE id = $1', [
    body.id,
  ]);
  expect(JSON.stringify(rows)).not.toContain(body.secret.split('.')[1]);
  const events = await service.sql('SELECT to_jsonb(e) AS event FROM event e');
  expect(JSON.stringify(events)).not.toContain(body.secret.split('.')[1]);
});

test('Terraform finds what it created by its secret, prolongs it, sees who else changed it, and deletes it', async () => {
  const api = await terraform(service);
  /** Like a refresh, which takes the last token with the secret and fails when there is none. */
  const refreshed = async (secret: string): Promise<object> => {
    const { body } = await api.get(TOKENS).expect(200);
    readable(body, { tokens: [{ ...API_TOKEN, 'environment?': 'string' }] });
    const found = body.tokens.findLast((one: { secret: string }) => one.secret === secret);
    const { tokenName, type, environment, project, projects, expiresAt } = readable<
      Record<string, unknown>
    >(found, { ...API_TOKEN, environment: 'string' });
    return { tokenName, type, environment, project, projects, expiresAt: asKept(expiresAt) };
  };
  const planned = { ...request(), expiresAt: '2099-12-31T23:59:59Z' };
  const { body } = await api.post(TOKENS, planned).expect(201);
  const kept = { ...planned, project: '*' };
  expect(await refreshed(body.secret)).toEqual(kept);

  const at = `${TOKENS}/${encodeURIComponent(body.secret)}`;
  await api.put(at, { expiresAt: '2100-01-01T00:00:00Z' }).expect(200);
  expect(await refreshed(body.secret)).toEqual({ ...kept, expiresAt: '2100-01-01T00:00:00Z' });
  const drift = { expiresAt: '2099-01-01T00:00:00Z' };
  await service.api.put(`${TOKENS}/${body.id}`, drift).expect(200);
  expect(await refreshed(body.secret)).toEqual({ ...kept, ...drift });

  await api.delete(at).expect(200);
  expect((await api.get(TOKENS).expect(200)).text).not.toContain(body.secret);
});

test.each([
  ['without an encryption key', { ENCRYPTION_KEY: '', TOKEN_SECRETS_READABLE: 'true' }],
  ['where it is switched off', { ENCRYPTION_KEY: KEY, TOKEN_SECRETS_READABLE: 'false' }],
])('%s nothing is stored, and nothing shown', async (_, environment) => {
  const other = await TestService.start(environment);
  const api = other.api.as({ token: ADMIN_TOKEN });
  const { body } = await api.post(TOKENS, request()).expect(201);
  expect(await secretIn(api, body.id)).toMatch(/\.\*{4}-/);
  const rows = await other.sql('SELECT FROM api_token WHERE sealed_secret IS NOT NULL');
  expect(rows).toEqual([]);
  await other.stop();
});
