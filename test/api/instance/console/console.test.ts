import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const ASSET = '/assets/index-1a2b.js';
const html = { Accept: 'text/html,application/xhtml+xml' };

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${service.url}${path}`, { method, headers, redirect: 'manual' });

test.each(['/', '/features', '/projects/default/features/checkout', '/no/such/page'])(
  'a browser that goes to %s gets the page of the console',
  async (path) => {
    const response = await get(path, html);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain(`src="${ASSET}"`);
  },
);

test.each(['/new-user?token=secret', '/new-user?invite=secret', '/reset-password?token=secret'])(
  'the link %s leads into the console, which tells nobody where it was called from',
  async (link) => {
    const response = await get(link, html);

    expect(response.status).toBe(200);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await response.text()).not.toContain('secret');
  },
);

test('a browser with a session is told what the page reads first', async () => {
  const linkOf = async (path: string, cookie = 'a=b; unleash-session=c') =>
    (await get(path, { ...html, Cookie: cookie })).headers.get('link');
  const user = '</api/admin/user>; rel=preload; as=fetch; crossorigin';

  expect(await linkOf('/features', 'a=b')).toBeNull();
  expect(await linkOf('/projects')).toBe(user);
  expect(await linkOf('/features')).toMatch(
    /^<\/api\/admin\/user>.*<\/api\/admin\/search\/features\?/,
  );
  expect(await linkOf('/features?q=a')).toBe(user);
  expect(await linkOf('/projects/a/features/b%20c')).toBe(
    `${user}, </api/admin/projects/a/features/b%20c>; rel=preload; as=fetch; crossorigin`,
  );
});

test('the page is in the chosen language, or in the one that the browser prefers', async () => {
  const pageFor = async (headers: Record<string, string>): Promise<string> => {
    const response = await get('/', { ...html, ...headers });
    expect(response.headers.get('vary')).toContain('Accept-Language, Cookie');
    return (await response.text()).includes('lang="de"') ? 'German' : 'English';
  };

  expect(await pageFor({})).toBe('English');
  expect(await pageFor({ 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.8' })).toBe('German');
  expect(await pageFor({ 'Accept-Language': 'pt,en;q=0.8,de;q=0.5' })).toBe('English');
  expect(await pageFor({ 'Accept-Language': 'pt' })).toBe('English');
  const chosen = { Cookie: 'a=b; console-language=de' };
  expect(await pageFor({ ...chosen, 'Accept-Language': 'en' })).toBe('German');
  expect(await pageFor({ Cookie: 'console-language=xx', 'Accept-Language': 'de' })).toBe('German');
});

test('the page forbids inline scripts and styles, and foreign origins', async () => {
  const policy = (await get('/', html)).headers.get('content-security-policy')!;

  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self';");
  expect(policy).not.toMatch(/unsafe|\*/);
});

test.each(['/api', '/api/admin/no/such', '/auth/no', '/edge/no', '/ofrep/no', '/assets/no.js'])(
  '%s is left to the routes, which refuse it as JSON',
  async (path) => {
    const response = await get(path, html);

    expect([401, 404]).toContain(response.status);
    expect(response.headers.get('content-type')).toContain('application/json');
  },
);

test('without a wish for HTML, unknown paths are 404 and the root leads on', async () => {
  expect((await get('/features')).status).toBe(404);
  expect((await get('/')).status).toBe(302);
  expect((await get('/features', html, 'POST')).status).toBe(404);
});

test('files with a hash in their name are kept for ever and sent compressed', async () => {
  for (const [accepted, encoding] of [
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
    ['br;q=0, gzip', 'gzip'],
  ] as const) {
    const response = await get(ASSET, { 'Accept-Encoding': accepted });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe('console.log("console");');
  }
});

test('files that the browser has are answered with 304, and HEAD has no body', async () => {
  const etag = (await get('/', html)).headers.get('etag')!;

  expect((await get('/', { ...html, 'If-None-Match': etag })).status).toBe(304);
  expect((await get('/', { ...html, 'If-None-Match': '"other"' })).status).toBe(200);
  const head = await get('/', html, 'HEAD');
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
  expect(await head.text()).toBe('');
});

test('the console works below a base path', async () => {
  const below = await service.beside({ BASE_URI_PATH: '/flags' });
  try {
    const response = await fetch(`${below.url}/flags/features`, { headers: html });
    const page = await response.text();

    expect(page).toContain(`src="/flags${ASSET}"`);
    expect(page).toContain('<meta name="base-path" content="/flags" />');
    expect((await fetch(`${below.url}/flags${ASSET}`)).status).toBe(200);
    expect((await fetch(`${below.url}${ASSET}`)).status).toBe(404);
  } finally {
    await below.stop();
  }
});

test('the ways to sign in are told without a session', async () => {
  const response = await get('/auth/methods');

  expect(await response.json()).toEqual({
    password: true,
    oidc: false,
    saml: false,
    passkey: false,
    secondFactor: [],
  });
});
