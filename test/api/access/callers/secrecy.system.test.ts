import { mkdtemp, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { RunningService } from '../../../process/running-service.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';
import { dumpOf, formsOf } from '../../../support/dump.js';
import { CERTIFICATE, MailServer, withTls } from '../../../support/mail-server.js';
import { ADMIN_TOKEN } from '../../../support/service.js';

const { paths } = JSON.parse(readFileSync(path.resolve('openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, object>>;
};
const expiresAt = new Date(Date.now() + 86_400_000).toISOString();

/** The secrets by kind, as issued or given. */
const secrets = new Map<string, string>();
/** Responses to requests that do not issue a secret. */
const answers: string[] = [];

let database: TestDatabase;
let mail: MailServer;
let dir: string;
let service: RunningService;
beforeAll(async () => {
  database = await createTestDatabase();
  mail = await MailServer.start(withTls('Password-of-the-mail-server-1'));
  dir = await mkdtemp(path.join(tmpdir(), 'feature-flag-secrecy-'));
  service = await RunningService.start(dir, {
    ...mail.environment,
    EMAIL_USER: 'flags',
    EMAIL_PASSWORD: 'Password-of-the-mail-server-1',
    NODE_EXTRA_CA_CERTS: CERTIFICATE,
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: given('the encryption key', 'a-key-of-more-than-thirty-two-characters'),
    TOKEN_SECRETS_READABLE: 'false',
    LOG_LEVEL: 'trace',
    SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000',
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
  });
}, 60_000);
afterAll(async () => {
  await service?.remove();
  await mail.stop();
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

interface Sent {
  body?: object | string;
  authorization?: string;
  cookie?: string;
}
interface Answer {
  status: number;
  cookie: string;
  body: Record<string, string & number>;
}

/** Sends a request and stores its response, unless it issues a secret. */
async function call(
  method: string,
  at: string,
  sent: Sent = { authorization: ADMIN_TOKEN },
  issues = false,
): Promise<Answer> {
  const { body, ...headers } = sent;
  const response = await fetch(`${service.url}${at}`, {
    method,
    redirect: 'manual',
    headers: {
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    } as Record<string, string>,
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  if (!issues)
    answers.push(
      `${method} ${at.split('?')[0]} ${response.status} ${JSON.stringify([...response.headers])} ${text}`.replace(
        at,
        '',
      ),
    );
  const parsed =
    /json/.test(response.headers.get('content-type') ?? '') && text
      ? (JSON.parse(text) as Answer['body'])
      : {};
  return {
    status: response.status,
    cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
    body: parsed,
  };
}

const asAdmin = (body?: object): Sent => ({ authorization: ADMIN_TOKEN, body });
const issue = async (
  name: string,
  method: string,
  at: string,
  sent: Sent,
  secretOf: (answer: Answer) => string,
): Promise<Answer> => {
  const answer = await call(method, at, sent, true);
  expect([name, answer.status]).toEqual([name, answer.status === 200 ? 200 : 201]);
  secrets.set(name, secretOf(answer));
  return answer;
};
const inUrl = (url: string, parameter: string): string => new URL(url).searchParams.get(parameter)!;
const given = (name: string, secret: string): string => (secrets.set(name, secret), secret);

async function issueTokens(): Promise<void> {
  secrets.set('an admin token of the environment', ADMIN_TOKEN);
  for (const type of ['client', 'frontend', 'admin']) {
    const { body } = await issue(
      `a ${type} token`,
      'POST',
      '/api/admin/api-tokens',
      asAdmin({ tokenName: type, type }),
      (a) => a.body['secret']!,
    );
    const token = secrets.get(`a ${type} token`)!;
    for (const at of ['/api/admin/projects', '/api/client/nothing', '/api/frontend/nothing'])
      await call('GET', at, { authorization: token });
    await call('PUT', `/api/admin/api-tokens/${encodeURIComponent(token)}`, asAdmin({ expiresAt }));
    await call('POST', '/api/client/metrics', {
      authorization: `Bearer ${token}`,
      body: { appName: 'app', bucket: {} },
    });
    if (type === 'frontend')
      await call('DELETE', `/api/admin/api-tokens/${encodeURIComponent(token)}`);
    if (type === 'client')
      await call('PUT', `/api/admin/api-tokens/${body['id']}`, asAdmin({ expiresAt: null }));
  }
  const ofProject = asAdmin({ tokenName: 'of a project', type: 'client' });
  await issue(
    'a token of a project',
    'POST',
    '/api/admin/projects/default/api-tokens',
    ofProject,
    (a) => a.body['secret']!,
  );
  await call(
    'DELETE',
    `/api/admin/projects/default/api-tokens/${encodeURIComponent(secrets.get('a token of a project')!)}`,
  );
}

async function issueForUser(): Promise<void> {
  const password = given('a password by an administrator', 'Sesame-of-Ali-Baba-17');
  const user = {
    email: 'ali@example.com',
    username: 'ali',
    name: 'Ali',
    password,
    rootRole: 'Editor',
  };
  const { body } = await issue(
    'the link of an invitation',
    'POST',
    '/api/admin/user-admin',
    asAdmin(user),
    (a) => inUrl(a.body['inviteLink']!, 'token'),
  );
  expect(body['emailSent']).toBe(true);
  const invited = secrets.get('the link of an invitation')!;
  await call('GET', `/auth/reset/validate?token=${invited}`, {});
  await call('POST', '/auth/reset/password', {
    body: { token: invited, password: given('a weak password', 'weak-but-long') },
  });
  const chosen = given('a password by a link', 'Sesame-of-Ali-Baba-18');
  expect(
    (await call('POST', '/auth/reset/password', { body: { token: invited, password: chosen } }))
      .status,
  ).toBe(200);

  const login = { body: { username: 'ali', password: chosen } };
  const { cookie } = await issue(
    'a session',
    'POST',
    '/auth/simple/login',
    login,
    (a) => a.cookie.split('=')[1]!,
  );
  const token = { cookie, body: { description: 'mine', expiresAt } };
  await issue(
    'a personal token',
    'POST',
    '/api/admin/user/tokens',
    token,
    (a) => a.body['secret']!,
  );
  const personal = { authorization: secrets.get('a personal token')! };
  for (const at of ['/api/admin/user', '/api/admin/user/tokens', '/api/admin/user-admin'])
    await call('GET', at, personal);
  await call('GET', '/api/admin/user', { cookie });
  await call('POST', '/auth/simple/login', {
    body: {
      username: given('a password for a user name', 'Sesame-of-Ali-Baba-19'),
      password: 'wrong',
    },
  });
  await call('POST', '/auth/simple/login', {
    body: { username: 'ali', password: given('a wrong password', 'Sesame-of-Ali-Baba-20') },
  });
  await call('POST', '/auth/simple/login', { body: `{"username": "ali", "password": "${chosen}"` });
  const own = given('a password by oneself', 'Sesame-of-Ali-Baba-21');
  const change = { oldPassword: chosen, password: own, confirmPassword: own };
  expect(
    (await call('POST', '/api/admin/user/change-password', { cookie, body: change })).status,
  ).toBe(200);
  await call('POST', '/api/admin/user/change-password', {
    ...personal,
    body: { ...change, confirmPassword: 'other' },
  });

  const forUser = asAdmin({ id: 'ali' });
  await issue(
    'a link for a password',
    'POST',
    '/api/admin/user-admin/reset-password',
    forUser,
    (a) => inUrl(a.body['resetPasswordUrl']!, 'token'),
  );
  await call('POST', '/auth/reset/password-email', { body: { email: 'ali@example.com' } });
  const links = (await mail.to('ali@example.com', 5))
    .flatMap(({ raw }) => /https?:\S+\?token=\w+/.exec(raw) ?? [])
    .map((link) => inUrl(link, 'token'));
  const [asked] = links.filter((secret) => ![...secrets.values()].includes(secret));
  secrets.set('a link by mail', asked!);
  expect(mail.mails.every(({ isEncrypted, user }) => isEncrypted && user === 'flags')).toBe(true);
}

async function issueInviteLink(): Promise<void> {
  await issue(
    'an invite link',
    'POST',
    '/api/admin/invite-link/tokens',
    asAdmin({ name: 'All', expiresAt }),
    (a) => a.body['secret']!,
  );
  const link = secrets.get('an invite link')!;
  await call('GET', '/api/admin/invite-link/tokens');
  await call('GET', `/api/admin/invite-link/tokens/${link}`);
  await call('PUT', `/api/admin/invite-link/tokens/${link}`, asAdmin({ enabled: true }));
  await call('GET', `/invite/${link}/validate`, {});
  const newcomer = {
    email: 'new@example.com',
    name: 'New',
    password: given('a password by signing up', 'Sesame-of-Ali-Baba-22'),
  };
  expect((await call('POST', `/invite/${link}/signup`, { body: newcomer })).status).toBe(201);
}

async function issueForProgram(): Promise<void> {
  const { body: account } = await call(
    'POST',
    '/api/admin/service-account',
    asAdmin({ username: 'ci', name: 'CI', rootRole: 2 }),
  );
  const tokens = `/api/admin/service-account/${account['id']}/token`;
  const token = asAdmin({ description: 'pipeline', expiresAt });
  await issue('a token of a service account', 'POST', tokens, token, (a) => a.body['secret']!);
  const program = { authorization: secrets.get('a token of a service account')! };
  for (const at of ['/api/admin/user', '/api/client/features', '/api/admin/projects'])
    await call('GET', at, program);
  await call('GET', tokens);
}

async function setSingleSignOn(): Promise<void> {
  const secret = given('the secret at the identity provider', 'secret-at-the-identity-provider');
  const settings = {
    enabled: true,
    discoverUrl: 'https://login.example.com',
    clientId: 'flags',
    secret,
  };
  // Set by a separate token, which may read the secret back; nobody else may find it.
  const giver = { authorization: secrets.get('a admin token')!, body: settings };
  expect((await call('POST', '/api/admin/auth/oidc/settings', giver, true)).status).toBe(200);
}

async function issueAddon(): Promise<void> {
  const parameters = {
    url: `http://127.0.0.1:1/${given('the address of a webhook', 'hook-under-a-secret-path')}`,
    authorization: given('the authorization of a webhook', 'Basic of-the-webhook-itself'),
    secret: given('the signing secret of a webhook', 'signing-secret-of-the-webhook'),
  };
  const addon = { provider: 'webhook', enabled: true, events: ['feature-created'], parameters };
  const { status, body } = await call('POST', '/api/admin/addons', asAdmin(addon), true);
  expect(status).toBe(201);
  await call('GET', `/api/admin/addons/${body['id']}`);
  await call('POST', '/api/admin/projects/default/features', asAdmin({ name: 'told' }));
}

test('no issued secret is found in the database, the log or any later response', async () => {
  await issueTokens();
  await issueForUser();
  await issueInviteLink();
  await issueForProgram();
  await setSingleSignOn();
  await issueAddon();
  const reads = Object.entries(paths).filter(
    ([template, operations]) => operations['get'] && !template.includes('{'),
  );
  const faults: [string, number][] = [];
  for (const [template] of reads) {
    if (template.includes('streaming') || template.endsWith('/stream')) continue; // a stream, which does not end
    const { status } = await call('GET', template);
    if (status >= 500) faults.push([template, status]);
  }
  expect(faults.map(([template]) => template)).toEqual(['/auth/oidc/login', '/auth/oidc/callback']); // the identity provider of the test cannot be reached
  await call('GET', '/api/admin/search/events?limit=1000');
  await call('POST', '/logout', { cookie: `unleash-session=${secrets.get('a session')}` });
  service.kill('SIGTERM'); // write what is written periodically
  await service.ended;

  const client = new Client({ connectionString: database.url });
  await client.connect();
  const dump = await dumpOf(
    async <T extends object>(text: string) => (await client.query<T>(text)).rows,
  );
  await client.end();
  const log = service.output();
  const everywhere = { dump, log, answers: answers.join('\n') };
  // the search must be able to find a secret
  for (const place of Object.values(everywhere)) expect(place.length).toBeGreaterThan(5_000);
  expect(dump).toContain('user-logged-in');
  expect(dump).toContain('pat-used');
  expect(log).toContain('/api/admin/invite-link/tokens/:token');
  expect(everywhere.answers).toContain('ali@example.com');

  secrets.set('the password of the mail server', 'Password-of-the-mail-server-1');
  expect(secrets.size).toBeGreaterThanOrEqual(24);
  const found = [...secrets].flatMap(([name, secret]) =>
    Object.entries(everywhere)
      .filter(([place]) => !(place === 'dump' && name.endsWith('of a webhook'))) // is stored, because it has to be sent
      .filter(([, text]) => formsOf(secret).some((form) => text.includes(form)))
      .map(([place]) => `${name} in the ${place}`),
  );
  expect(found).toEqual([]);
}, 90_000);
