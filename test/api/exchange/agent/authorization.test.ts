import type { Api } from '../../../support/api.js';
import { signedIn, person } from '../../../support/people.js';
import { TestService } from '../../../support/service.js';
import { AGENTS, codeFrom, permit, REDIRECT, registered, shown, tokenFrom } from './scene.js';

let service: TestService;
let somebody: Api;
beforeAll(async () => {
  service = await TestService.start({ SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000' });
  somebody = await signedIn(service, (await person(service)).username);
});
afterAll(() => service.stop());
afterEach(() => service.sql('DELETE FROM personal_token'));

const errorOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { error: string }).error,
];

describe('A client of agents', () => {
  it.each([
    'https://agent.example/callback',
    'http://localhost/callback',
    'http://[::1]:9000/',
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ])('may register %s', async (uri) => {
    const id = await registered(service, 'Probe', uri);
    const query = new URLSearchParams({ client_id: id, redirect_uri: uri });
    const { body } = await somebody.get(`${AGENTS}?${query}`).expect(200);
    expect(body).toEqual({ name: 'Probe', target: expect.any(String), hours: 8 });
  });

  it.each([
    'http://agent.example/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://agent.example/#fragment',
    'not an address',
    `https://agent.example/${'x'.repeat(500)}`,
  ])('may not register %s', async (uri) => {
    const { body } = await service.api
      .as()
      .post('/oauth/register', { redirect_uris: [uri] })
      .expect(400);
    expect(body).toMatchObject({ error: 'invalid_redirect_uri' });
  });

  it('hears in the way of OAuth what is wrong with a request', async () => {
    const { body } = await service.api.as().post('/oauth/register', {}).expect(400);
    expect(body).toEqual({ error: 'invalid_request', error_description: expect.any(String) });
  });

  it('gets people sent back to no other address than it registered', async () => {
    const id = await registered(service);
    const elsewhere = permit(id, { redirect_uri: 'https://other.example/callback' });
    await somebody.post(AGENTS, elsewhere).expect(400);
    await somebody.post(AGENTS, permit('bm90aGluZw')).expect(400);
    const otherPort = permit(id, { redirect_uri: REDIRECT.replace('8765', '9999') });
    await somebody.post(AGENTS, otherPort).expect(200);
  });
});

describe('An authorization code', () => {
  it('gives its client a token, once', async () => {
    const id = await registered(service);
    const code = await codeFrom(somebody, id, { state: 'mine' });
    const response = await shown(service, code, id);
    const token = await response.json();
    expect(token).toEqual({
      access_token: expect.stringMatching(/^user:[0-9a-f]{56}$/),
      ...{ token_type: 'Bearer', expires_in: 28_800, scope: 'propose' },
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await errorOf(await shown(service, code, id))).toEqual([400, 'invalid_grant']);
  });

  it('gives nothing to who only has the code', async () => {
    const id = await registered(service);
    const code = await codeFrom(somebody, id);
    const others: Record<string, string>[] = [
      { code_verifier: 'w'.repeat(64) },
      { client_id: await registered(service, 'Other') },
      { redirect_uri: 'https://other.example/callback' },
    ];
    for (const more of others)
      expect(await errorOf(await shown(service, code, id, more))).toEqual([400, 'invalid_grant']);
    await service.api.as({ token: code }).get('/api/admin/projects').expect(401);
    expect((await shown(service, code, id)).status).toBe(200);
  });

  it('expires after a minute', async () => {
    const id = await registered(service);
    const code = await codeFrom(somebody, id);
    await service.sql(`UPDATE personal_token SET expires_at = expires_at - interval '1 minute'`);
    expect(await errorOf(await shown(service, code, id))).toEqual([400, 'invalid_grant']);
  });
});

describe('A person', () => {
  it('allows an agent with a session, not with a token', async () => {
    const id = await registered(service);
    const token = await tokenFrom(service, somebody);
    await service.api.as({ token }).post(AGENTS, permit(id)).expect(403);
    await service.api.post(AGENTS, permit(id)).expect(403);
    await service.api.as().post(AGENTS, permit(id)).expect(401);
  });

  it('gets the state of the client back, and the address of the service', async () => {
    const id = await registered(service);
    const { body } = await somebody.post(AGENTS, permit(id, { state: 'a&b' })).expect(200);
    const { searchParams, origin } = new URL(body.redirect as string);
    expect(origin).toBe(new URL(REDIRECT).origin);
    expect(searchParams.get('state')).toBe('a&b');
    expect(searchParams.get('iss')).toMatch(/^http/);
  });

  it('limits an agent to projects', async () => {
    const [inside, outside] = [await service.given.project(), await service.given.project()];
    const api = service.api.as({
      token: await tokenFrom(service, somebody, { projects: [inside] }),
    });
    await api.get(`/api/admin/projects/${inside}/overview`).expect(200);
    await api.get(`/api/admin/projects/${outside}/overview`).expect(404);
    const id = await registered(service);
    await somebody.post(AGENTS, permit(id, { projects: ['nosuch'] })).expect(400);
  });

  it('has at most ten tokens, without those of agents that have expired', async () => {
    for (let n = 0; n < 10; n++) await tokenFrom(service, somebody);
    const id = await registered(service);
    await somebody.post(AGENTS, permit(id)).expect(403);
    await service.sql('UPDATE personal_token SET expires_at = now()');
    await somebody.post(AGENTS, permit(id)).expect(200);
  });
});
