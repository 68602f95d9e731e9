import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { PUBLIC_URL } from '../../../support/browser.js';
import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { TestService } from '../../../support/service.js';
import { agentWith, called, codeFrom, fetchOf, REDIRECT, tokenFrom } from './scene.js';

let service: TestService;
let scene: ChangeRequestScene;
let token: string;
let agent: Client;
beforeAll(async () => {
  service = await TestService.start({
    UNLEASH_URL: PUBLIC_URL,
    REQUEST_QUOTA_PER_SECOND: '1000000',
  });
  scene = await ChangeRequestScene.create(service);
  token = await tokenFrom(service, scene.author.api);
  agent = await agentWith(service, token);
});
afterAll(async () => {
  await agent.close();
  await service.stop();
});

/** A client that asks a person like the ones of the SDK do, and remembers what it got. */
class ProbeProvider implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = { client_name: 'Probe', redirect_uris: [REDIRECT] };
  sentTo: URL | undefined;
  private client: unknown;
  private saved: unknown;
  private verifier = '';

  clientInformation = () => this.client as ReturnType<OAuthClientProvider['clientInformation']>;
  saveClientInformation = (client: unknown): void => void (this.client = client);
  tokens = () => this.saved as ReturnType<OAuthClientProvider['tokens']>;
  saveTokens = (tokens: unknown): void => void (this.saved = tokens);
  redirectToAuthorization = (url: URL): void => void (this.sentTo = url);
  saveCodeVerifier = (verifier: string): void => void (this.verifier = verifier);
  codeVerifier = (): string => this.verifier;
}

describe('An agent of the official SDK', () => {
  it('finds out by itself where it gets a token, asks the person, and is let in', async () => {
    const provider = new ProbeProvider();
    const fetchFn = fetchOf(service);
    const serverUrl = new URL(`${PUBLIC_URL}/mcp`);
    expect(await auth(provider, { serverUrl, fetchFn })).toBe('REDIRECT');
    const asked = provider.sentTo!;
    expect(`${asked.origin}${asked.pathname}`).toBe(`${PUBLIC_URL}/allow-agent`);
    const authorizationCode = await codeFrom(
      scene.author.api,
      asked.searchParams.get('client_id')!,
      { code_challenge: asked.searchParams.get('code_challenge') },
    );
    expect(await auth(provider, { serverUrl, fetchFn, authorizationCode })).toBe('AUTHORIZED');
    const client = new Client({ name: 'probe', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(serverUrl, { authProvider: provider, fetch: fetchFn }),
    );
    expect((await called(client, 'list_projects')).text).toContain(scene.project);
    await client.close();
  });

  it('reads what the person can see, with a warning that texts are data', async () => {
    const name = await scene.feature({ on: true });
    const { text, isError } = await called(agent, 'get_feature', {
      project: scene.project,
      feature: name,
    });
    expect(isError).toBe(false);
    expect(text).toMatch(/do not follow instructions/);
    const feature = JSON.parse(text.slice(text.indexOf('\n') + 1));
    expect(feature).toMatchObject({ name, project: scene.project });
  });

  it('finds features, their changes and usage, and evaluates them', async () => {
    const name = await scene.feature({ on: true });
    const { project } = scene;
    const found = await called(agent, 'search_features', { query: name, project });
    expect(found.text).toMatch(/"total" ?: ?1\b/);
    const changes = await called(agent, 'list_changes', { feature: name });
    expect(changes.text).toContain('feature-environment-enabled');
    const usage = await called(agent, 'get_usage', { feature: name });
    expect(usage.isError).toBe(false);
    const evaluated = await called(agent, 'evaluate', {
      ...{ project, environment: 'production' },
      context: { userId: '7' },
    });
    expect(evaluated.text).toContain(name);
  });

  it('finds where code names a feature, and lines that are left', async () => {
    const name = await scene.feature();
    const references = [name, 'long-gone'].map((feature) => ({ feature, file: 'a.ts', line: 7 }));
    await service.api
      .put(`/api/admin/projects/${scene.project}/code-references`, { repository: 'r', references })
      .expect(200);
    const { project } = scene;
    const places = await called(agent, 'find_code_references', { project, feature: name });
    expect(places.text).toMatch(/do not follow instructions/);
    expect(places.text).toMatch(/"file": ?"a.ts","line": ?7/);
    const left = await called(agent, 'find_code_references', { project });
    expect(left.text).toContain('long-gone');
    const hidden = await service.given.project({ mode: 'private' });
    expect((await called(agent, 'find_code_references', { project: hidden })).isError).toBe(true);
  });

  it('does not see projects that the person does not see', async () => {
    const hidden = await service.given.project({ mode: 'private' });
    const { text, isError } = await called(agent, 'search_features', { project: hidden });
    expect(isError).toBe(false);
    expect(text).toMatch(/"total" ?: ?0\b/);
    expect((await called(agent, 'list_projects')).text).not.toContain(hidden);
  });

  it('proposes a change, which a person sends to review and another approves', async () => {
    const feature = await scene.feature();
    const { project } = scene;
    const { text, isError } = await called(agent, 'propose_changes', {
      ...{ project, environment: 'production', title: 'Turn it on' },
      changes: [{ action: 'updateEnabled', feature, payload: { enabled: true } }],
    });
    expect(isError).toBe(false);
    const [, id] = /change-requests\/(\d+)/.exec(text)!;
    expect(text).toContain(`${PUBLIC_URL}/projects/${project}/change-requests/${id}`);
    const preview = await called(agent, 'preview_proposal', {
      changeRequest: Number(id),
      context: { userId: '7' },
    });
    expect(preview.text).toContain(feature);
    expect(await scene.isOn(feature)).toBe(false);
    await scene.state(Number(id), 'In review', service.api.as({ token })).expect(403);
    const { body } = await scene.author.api.get(`${scene.path}/${id}`).expect(200);
    expect(body).toMatchObject({ title: 'Turn it on', state: 'Draft' });
    await scene.state(Number(id), 'In review', scene.author.api).expect(200);
    const later = { project, environment: 'production', changeRequest: Number(id) };
    expect((await called(agent, 'get_proposal', later)).text).toMatch(/"state": ?"In review"/);
    await scene.state(Number(id), 'Approved', scene.reviewer.api).expect(200);
    await scene.state(Number(id), 'Applied', scene.reviewer.api).expect(200);
    expect(await scene.isOn(feature)).toBe(true);
  });

  it('hears why something cannot be proposed', async () => {
    const feature = await scene.feature();
    const { text, isError } = await called(agent, 'propose_changes', {
      ...{ project: scene.project, environment: 'development' },
      changes: [{ action: 'updateEnabled', feature, payload: { enabled: true } }],
    });
    expect(isError).toBe(true);
    expect(text).toContain('requires no approvals');
    const wrong = await called(agent, 'get_feature', { project: scene.project });
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('feature') });
  });

  it('is refused as soon as the person revokes its token', async () => {
    const other = await tokenFrom(service, scene.author.api);
    const { body } = await scene.author.api.get('/api/admin/user/tokens').expect(200);
    const { id } = body.pats.at(-1);
    expect(body.pats.at(-1)).toMatchObject({
      description: expect.stringMatching(/^Agent: Probe/),
      scope: { proposeOnly: true },
    });
    await scene.author.api.delete(`/api/admin/user/tokens/${id}`).expect(200);
    await expect(agentWith(service, other)).rejects.toThrow(/token/i);
  });
});

describe('The endpoint for agents', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

  it('tells those without a token where to get one', async () => {
    for (const api of [service.api.as(), service.api.as({ token: 'user:unknown' })]) {
      const { headers } = await api.post('/mcp', message).expect(401);
      expect(headers['www-authenticate']).toBe(
        `Bearer resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource"`,
      );
    }
    await scene.author.api.post('/mcp', message).expect(401);
  });

  it('has no stream of messages, and refuses what is no message', async () => {
    const api = service.api.as({ token });
    const { headers } = await api.get('/mcp').expect(405);
    expect(headers['allow']).toBe('POST');
    await api.post('/mcp', [message]).expect(400);
    await api.post('/mcp', { jsonrpc: '2.0', id: {}, method: 'tools/list' }).expect(400);
    const { body } = await api.post('/mcp', { ...message, method: 'unknown' }).expect(200);
    expect(body.error).toMatchObject({ code: -32601 });
  });

  it('costs its caller as much as an evaluation', async () => {
    const limited = await service.beside({ REQUEST_QUOTA_PER_SECOND: '10' });
    const api = limited.api.as({ token });
    const statuses: number[] = [];
    for (let n = 0; n < 20; n++) statuses.push((await api.post('/mcp', message)).status);
    await limited.stop();
    expect(statuses[0]).toBe(200);
    expect(statuses.at(-1)).toBe(429);
  });

  it('calls the API from the address of the agent', async () => {
    const { body } = await service.api
      .post('/api/admin/api-tokens', {
        ...{ tokenName: 'here', type: 'admin', allowedAddresses: ['127.0.0.0/8', '::1'] },
      })
      .expect(201);
    const here = await agentWith(service, body.secret as string);
    expect(await called(here, 'list_projects')).toMatchObject({ isError: false });
    await here.close();
  });
});
