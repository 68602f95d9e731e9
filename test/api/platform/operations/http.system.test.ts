import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { person, PASSWORD } from '../../../support/people.js';
import { ADMIN_TOKEN, CLIENT_TOKEN, TestService } from '../../../support/service.js';

const { paths } = JSON.parse(readFileSync(path.resolve('openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, object>>;
};
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Paths of SDK responses and of public documents. */
const STORABLE =
  /^\/(api\/client|api\/frontend|ofrep|docs|health|ready|internal-backstage|\.well-known\/jwks\.json)/;

let plain: TestService;
let secure: TestService;
let operations: string;
beforeAll(async () => {
  plain = await TestService.start();
  secure = await TestService.start({
    UNLEASH_URL: 'https://flags.example.com/below',
    BASE_URI_PATH: '/below',
    OPERATIONS_PORT: '0',
  });
  operations = `http://127.0.0.1:${(secure.service.operations!.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await plain.stop();
  await secure.stop();
});

const policyOf = ({ headers }: Response): string => headers.get('content-security-policy') ?? '';

test('no cache keeps an answer that could hold a secret, whatever the route and the outcome; and none lets inline code run', async () => {
  const wrong: string[] = [];
  for (const [template, item] of Object.entries(paths))
    for (const method of METHODS.filter((one) => item[one])) {
      if (template.includes('streaming')) continue;
      const url = `${plain.url}${template.replace(/\{(\w+)\}/g, 'nosuch')}`;
      const body =
        method === 'get' || method === 'delete'
          ? {}
          : { body: '{}', headers: { 'content-type': 'application/json' } };
      const response = await fetch(url, {
        method: method.toUpperCase(),
        redirect: 'manual',
        ...body,
        headers: { ...body.headers, authorization: ADMIN_TOKEN },
      });
      await response.body?.cancel();
      if (!STORABLE.test(template) && response.headers.get('cache-control') !== 'no-store')
        wrong.push(`${method} ${template} can be kept`);
      if (!/^default-src 'none'/.test(policyOf(response)) || policyOf(response).includes('unsafe'))
        wrong.push(`${method} ${template} policy`);
    }
  expect(wrong).toEqual([]);
});

describe('OPTIONS', () => {
  const ask = (at: string, headers: Record<string, string> = { authorization: ADMIN_TOKEN }) =>
    fetch(`${plain.url}${at}`, { method: 'OPTIONS', headers });

  test.each([
    ['/api/admin/projects/default/features/any', ['DELETE', 'GET', 'HEAD', 'PATCH', 'PUT']],
    ['/API/admin/projects/default/features/any/', ['DELETE', 'GET', 'HEAD', 'PATCH', 'PUT']],
    ['/api/admin/features/validate', ['POST']],
    ['/api/client/features', ['GET', 'HEAD']],
  ])('of %s lists its methods', async (at, methods) => {
    const answer = await ask(at, {
      authorization: at.includes('client') ? CLIENT_TOKEN : ADMIN_TOKEN,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await answer.text();
    expect(answer.headers.get('allow')).toBe(text);
    expect(text.split(',').sort()).toEqual(methods);
  });

  test('is answered as every other method to strangers, and where there is nothing', async () => {
    expect((await ask('/api/admin/projects', {})).status).toBe(401);
    expect((await ask('/api/admin/projects', { authorization: CLIENT_TOKEN })).status).toBe(403);
    expect((await ask('/api/admin/nothing/here')).status).toBe(404);
    expect((await ask('/health', {})).status).toBe(404);
  });
});

test('refusals and answers with secrets are not kept either', async () => {
  const { username } = await person(plain);
  const send = (at: string, body: object, headers = {}) =>
    fetch(`${plain.url}${at}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const login = await send('/auth/simple/login', { username, password: PASSWORD });
  const token = await send(
    '/api/admin/api-tokens',
    { tokenName: 'x', type: 'client' },
    { authorization: ADMIN_TOKEN },
  );
  const denied = await send('/api/admin/api-tokens', {});
  const unknown = await fetch(`${plain.url}/no/such/path`);
  expect([login.status, token.status, denied.status, unknown.status]).toEqual([200, 201, 401, 404]);
  for (const one of [login, token, denied, unknown])
    expect(one.headers.get('cache-control')).toBe('no-store');
});

test('the page of a refused sign-in has styles that its policy names by hash', async () => {
  const response = await fetch(`${plain.url}/auth/oidc/login`);
  expect(policyOf(response)).toMatch(/style-src 'sha256-[\w+/]+=*'/);
  expect(policyOf(response)).not.toContain('unsafe');
  expect(await response.text()).not.toMatch(/ style="/);
});

test('Swagger UI runs no code but its files, and keeps no token', async () => {
  const page = await fetch(`${plain.url}/docs`);
  expect(policyOf(page)).toContain("script-src 'self';");
  const html = await page.text();
  expect(
    [...html.matchAll(/<script([^>]*)>([^<]*)/g)].filter(
      ([, attributes, text]) => !attributes!.includes('src=') || text!.trim(),
    ),
  ).toEqual([]);
  const start = await (await fetch(`${plain.url}/docs/swagger-ui-init.js`)).text();
  expect(start).toContain('"persistAuthorization": false');
});

test.each(['json', 'yaml'])(
  'the OpenAPI document as %s says where the service is',
  async (format) => {
    const at = (url: string): string => `${url}/docs/openapi.${format}`;
    const isFor = (path: string): string =>
      format === 'json' ? `"servers":[{"url":"${path}"}]` : `servers:\n  - url: ${path}\n`;
    for (const headers of [{ 'accept-encoding': 'gzip' }, { 'accept-encoding': 'identity' }]) {
      expect(await (await fetch(at(plain.url), { headers })).text()).toContain(isFor('/'));
      expect(await (await fetch(at(operations), { headers })).text()).toContain(isFor('/below'));
    }
  },
);

describe('cookies over HTTPS', () => {
  const signIn = async (): Promise<string[]> => {
    const { username } = await person({ api: secureApi(), given: secure.given } as never);
    const body = JSON.stringify({ username, password: PASSWORD });
    const headers = { 'content-type': 'application/json' };
    return (
      await fetch(`${secure.url}/below/auth/simple/login`, { method: 'POST', body, headers })
    ).headers.getSetCookie();
  };
  const secureApi = () => ({
    post: (at: string, body: object) => secure.api.post(`/below${at}`, body),
  });
  const me = (cookie: string): Promise<Response> =>
    fetch(`${secure.url}/below/api/admin/user`, { headers: { cookie } });

  test('are taken from this host alone: their name begins with __Host-, and they are for all its paths', async () => {
    const [cookie] = await signIn();
    expect(cookie).toMatch(
      /^__Host-unleash-session=[\w-]{43}; Path=\/; Expires=[^;]+ GMT; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(cookie).not.toContain('Domain');
    expect((await me(cookie!.split(';')[0]!)).status).toBe(200);
  });

  test('do not count under a name that a neighbouring domain could plant a cookie of', async () => {
    const secret = (await signIn())[0]!.split(';')[0]!.split('=')[1]!;
    expect((await me(`__Host-unleash-session=${secret}`)).status).toBe(200);
    expect((await me(`unleash-session=${secret}`)).status).toBe(401);
  });

  test('are named so while a sign-in waits for its second step, too', async () => {
    const { id, username } = await person({ api: secureApi(), given: secure.given } as never);
    await secure.sql(
      "INSERT INTO passkey (user_id, credential_id, public_key, counter, transports, name) VALUES ($1, 'a', '', 0, '{}', 'a')",
      [id],
    );
    const body = JSON.stringify({ username, password: PASSWORD });
    const headers = { 'content-type': 'application/json' };
    const begun = await fetch(`${secure.url}/below/auth/simple/login`, {
      method: 'POST',
      body,
      headers,
    });
    const [cookie] = begun.headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Host-unleash-second-factor=[\w-]{43}; Path=\/; Expires=[^;]+ GMT; HttpOnly; Secure; SameSite=Lax$/,
    );
    const options = (name: string): Promise<Response> =>
      fetch(`${secure.url}/below/auth/second-factor/passkey/options`, {
        method: 'POST',
        headers: { cookie: `${name}=${cookie!.split(';')[0]!.split('=')[1]}` },
      });
    expect((await options('unleash-second-factor')).status).toBe(401);
    expect((await options('__Host-unleash-second-factor')).status).toBe(200);
  });

  test('are forgotten under both names', async () => {
    const [cookie] = await signIn();
    const headers = { cookie: cookie!.split(';')[0]! };
    const response = await fetch(`${secure.url}/below/logout`, {
      method: 'POST',
      redirect: 'manual',
      headers,
    });
    expect(response.headers.getSetCookie().map((one) => one.split(';')[0])).toEqual(
      ['session', 'second-factor'].flatMap((name) => [
        `__Host-unleash-${name}=`,
        `unleash-${name}=`,
      ]),
    );
    expect((await me(headers.cookie)).status).toBe(401);
  });
});

describe('a port for operations', () => {
  const status = async (url: string): Promise<number> =>
    (await fetch(url, { redirect: 'manual' })).status;

  test('has documentation, figures, health and readiness, and nothing else', async () => {
    for (const at of [
      '/docs',
      '/docs/openapi.json',
      '/internal-backstage/prometheus',
      '/health',
      '/ready',
      '/ready?drill',
      '/below/health',
    ])
      expect([at, await status(`${operations}${at}`)]).toEqual([at, 200]);
    for (const at of [
      '/api/admin/projects',
      '/below/api/admin/projects',
      '/api/client/features',
      '/auth/simple/login',
      '/',
      '/new-user',
    ]) {
      const response = await fetch(`${operations}${at}`, {
        headers: { authorization: ADMIN_TOKEN },
        redirect: 'manual',
      });
      expect([at, response.status]).toEqual([at, 404]);
    }
  });

  test('leaves the other port with health and readiness', async () => {
    for (const at of [
      '/docs',
      '/docs/openapi.json',
      '/docs/openapi.yaml',
      '/DOCS/',
      '/docs/swagger-ui-bundle.js',
      '/internal-backstage/prometheus',
    ])
      expect([at, await status(`${secure.url}/below${at}`)]).toEqual([at, 404]);
    for (const at of ['/health', '/ready'])
      expect([at, await status(`${secure.url}/below${at}`)]).toEqual([at, 200]);
    expect(
      (await fetch(`${secure.url}/below/`, { redirect: 'manual' })).headers.get('location'),
    ).toBe('/below/health');
  });
});

test('documentation and figures can be switched off', async () => {
  const service = await TestService.start({ DOCS_ENABLED: 'false', PROMETHEUS_ENABLED: 'false' });
  try {
    for (const at of [
      '/docs',
      '/docs/openapi.json',
      '/docs/swagger-ui.css',
      '/internal-backstage/prometheus',
    ])
      await service.api.as().get(at).expect(404);
    await service.api.as().get('/health').expect(200);
  } finally {
    await service.stop();
  }
});

test('answers have a tag by their contents, unless they are so large that making it would keep everybody waiting', async () => {
  const read = (at: string) =>
    fetch(`${plain.url}${at}`, { headers: { authorization: ADMIN_TOKEN } });
  const small = await read('/api/admin/context/userId');
  expect(small.headers.get('etag')).toMatch(/^"context-field:\w+:/);
  const list = await read('/api/admin/feature-types');
  expect(list.headers.get('etag')).toMatch(/^W\/"/);
  const legalValues = Array.from({ length: 800 }, (_, n) => ({
    value: `value-${n}`,
    description: 'd'.repeat(80),
  }));
  for (let n = 0; n < 13; n++) {
    const body = JSON.stringify({ name: `large-${n}`, legalValues });
    const headers = { authorization: ADMIN_TOKEN, 'content-type': 'application/json' };
    expect(
      (await fetch(`${plain.url}/api/admin/context`, { method: 'POST', headers, body })).status,
    ).toBe(201);
  }
  const large = await read('/api/admin/context');
  expect((await large.text()).length).toBeGreaterThan(1_048_576);
  expect(large.headers.get('etag')).toBeNull();
});

test('every operation documents what any operation can answer: 304 to a GET, and 400 to a path that is encoded wrongly', async () => {
  await plain.api.get('/api/admin/permissions').set('if-none-match', '*').expect(304);
  await plain.api.get('/api/admin/projects/%/status').expect(400);
  const undocumented = Object.entries(paths).flatMap(([template, item]) =>
    (Object.entries(item) as [string, { responses: Record<string, object> }][])
      .filter(
        ([method, { responses }]) =>
          (template.includes('{') && !responses['400']) ||
          (method === 'get' &&
            responses['200'] &&
            !/streaming|\/stream$/.test(template) &&
            !responses['304']),
      )
      .map(([method]) => `${method} ${template}`),
  );
  expect(undocumented).toEqual([]);
});
