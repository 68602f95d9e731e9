import { gunzipSync } from 'node:zlib';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { at } from '../../../support/api.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';
import { eventually } from '../../../support/waiting.js';

const ADDONS = '/api/admin/addons';
const TOKEN = 'xoxb-of-the-bot';
const KEY = 'key-of-the-account';

interface Message {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, never> & { [property: string]: unknown };
}

/** Violations of the documentation of each provider; none for a valid request. */
const RULES: Record<string, (message: Message) => string | undefined> = {
  '/slack': ({ body }) =>
    typeof body['text'] === 'string' && body['text'] !== '' ? undefined : 'no_text',
  '/api/chat.postMessage': ({ headers, body }) => {
    if (headers.authorization !== `Bearer ${TOKEN}`) return 'invalid_auth';
    if (body['channel'] === '#nowhere') return 'channel_not_found';
    return typeof body['text'] === 'string' ? undefined : 'no_text';
  },
  '/teams': ({ body }) =>
    body['@type'] === 'MessageCard' &&
    body['@context'] === 'https://schema.org/extensions' &&
    (typeof body['summary'] === 'string' || typeof body['text'] === 'string')
      ? undefined
      : 'Summary or Text is required.',
  '/datadog': ({ headers, body }) => {
    if (headers['dd-api-key'] !== KEY) return 'Forbidden';
    const { title, text, tags } = body as { title?: string; text?: string; tags?: unknown };
    if (!title || title.length > 100 || !text || text.length > 4000) return 'Bad Request';
    return Array.isArray(tags) ? undefined : 'Bad Request';
  },
  '/new-relic': ({ headers, body }) => {
    if (headers['api-key'] !== KEY || headers['content-encoding'] !== 'gzip') return 'Forbidden';
    if (!/^[\w:]{1,255}$/.test(String(body['eventType']))) return 'eventType';
    const values = Object.values(body);
    const areScalars = values.every((v) => typeof v === 'number' || typeof v === 'string');
    return values.length <= 255 && areScalars ? undefined : 'attributes';
  },
};

let server: Server;
let service: TestService;
let url: string;
const taken: Message[] = [];
const refused: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const bytes = Buffer.concat(chunks);
      const text = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
      const isJson = String(headers['content-type']).startsWith('application/json');
      const message = { path, headers, body: JSON.parse(text.toString()) as Message['body'] };
      const fault = isJson ? (RULES[path] ?? (() => 'unknown path'))(message) : 'no JSON';
      if (fault) refused.push(fault);
      else taken.push(message);
      if (path.startsWith('/api/')) {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(fault ? { ok: false, error: fault } : { ok: true }));
      } else response.writeHead(fault ? 400 : path === '/datadog' ? 202 : 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service = await TestService.start({
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    SLACK_API_URL: `${url}/api/`,
  });
});
afterAll(async () => {
  await service.stop();
  await new Promise((resolve) => server.close(resolve));
});
afterEach(async () => {
  for (const { id } of await service.sql<{ id: number }>('SELECT id FROM addon'))
    await service.api.delete(`${ADDONS}/${id}`).expect(200);
  taken.splice(0);
  refused.splice(0);
});

/** Valid parameters of each provider, and which of them are secrets. */
const GOOD = (): Record<string, { parameters: Record<string, string>; secret: string }> => ({
  slack: { parameters: { url: `${url}/slack`, defaultChannel: 'flags' }, secret: 'url' },
  'slack-app': {
    parameters: { accessToken: TOKEN, defaultChannels: 'flags' },
    secret: 'accessToken',
  },
  teams: { parameters: { url: `${url}/teams` }, secret: 'url' },
  datadog: { parameters: { url: `${url}/datadog`, apiKey: KEY }, secret: 'apiKey' },
  'new-relic': { parameters: { url: `${url}/new-relic`, licenseKey: KEY }, secret: 'licenseKey' },
});
const PROVIDERS = ['slack', 'slack-app', 'teams', 'datadog', 'new-relic'];
const addon = (provider: string, parameters: object) => ({
  provider,
  enabled: true,
  events: ['feature-created', 'feature-archived'],
  parameters,
});
const given = async (provider: string, more: object = {}): Promise<number> => {
  const parameters = { ...GOOD()[provider]!.parameters, ...more };
  const { body } = await service.api.post(ADDONS, addon(provider, parameters)).expect(201);
  return body.id as number;
};
const messages = (count: number): Promise<Message[]> =>
  eventually(
    () => taken,
    ({ length }) => length >= count,
  );

test('providers are listed with the names and parameters of the reference', async () => {
  const { body } = await service.api.get(ADDONS).expect(200);
  const names = (provider: { parameters: { name: string }[] }): string[] =>
    provider.parameters.map(({ name }) => name);
  expect(
    body.providers.map((one: { name: string; parameters: { name: string }[] }) => [
      one.name,
      names(one),
    ]),
  ).toEqual([
    ['webhook', expect.any(Array)],
    ['slack', ['url', 'username', 'emojiIcon', 'defaultChannel', 'customHeaders']],
    ['slack-app', ['accessToken', 'defaultChannels', 'alwaysPostToDefault']],
    ['teams', ['url', 'customHeaders']],
    ['datadog', ['url', 'apiKey', 'sourceTypeName', 'customHeaders', 'bodyTemplate']],
    ['new-relic', ['url', 'licenseKey', 'customHeaders', 'bodyTemplate']],
    // Not of the reference.
    ['otlp', ['url', 'authorization', 'customHeaders']],
    ['syslog', ['receiver', 'trustedCertificates']],
  ]);
});

describe.each(PROVIDERS)('%s', (provider) => {
  test('is told of events in order, as its documentation demands, and that is logged', async () => {
    const id = await given(provider);
    const feature = await service.given.feature();
    await service.api.delete(at(feature)).expect(202);
    const [created, archived] = await messages(2);

    expect(refused).toEqual([]);
    expect(JSON.stringify(created!.body)).toContain(feature);
    expect(JSON.stringify(archived!.body)).toContain('archived');
    const log = await eventually(
      async () =>
        (await service.api.get(`${ADDONS}/${id}/events`).expect(200)).body.integrationEvents,
      (entries: { state: string }[]) => entries.length === 2,
    );
    expect(log.map(({ state }) => state)).toEqual(['success', 'success']);
  });

  test('shows its secrets once, and keeps them in a change that sends the mask', async () => {
    const { parameters, secret } = GOOD()[provider]!;
    const { body } = await service.api.post(ADDONS, addon(provider, parameters)).expect(201);
    expect(body.parameters).toEqual(parameters);
    const masked = { ...parameters, [secret]: '*****' };
    const read = await service.api.get(`${ADDONS}/${body.id}`).expect(200);
    expect(read.body.parameters).toEqual(masked);
    const change = { ...addon(provider, masked), description: 'kept' };
    await service.api.put(`${ADDONS}/${body.id}`, change).expect(200);
    await service.api.post(`${ADDONS}/${body.id}/test`).expect(200);
    expect(refused).toEqual([]);
    expect(taken).toHaveLength(1);
    const events = await service.api.get('/api/admin/search/events?limit=5').expect(200);
    expect(JSON.stringify(events.body)).not.toContain(parameters[secret]);
  });

  test('sends a test message on request, which is no event', async () => {
    const id = await given(provider);
    const { body } = await service.api.post(`${ADDONS}/${id}/test`).expect(200);
    expect(body).toMatchObject({ state: 'success', status: provider === 'datadog' ? 202 : 200 });
    expect(taken).toHaveLength(1);
    const log = await service.api.get(`${ADDONS}/${id}/events`).expect(200);
    expect(log.body.integrationEvents).toEqual([]);
  });

  test('refuses what it does not know, and lacks, and changes nothing', async () => {
    const { parameters, secret } = GOOD()[provider]!;
    const before = await service.sql('SELECT * FROM addon');
    const lacking = Object.fromEntries(
      Object.entries(parameters).filter(([name]) => name !== secret),
    );
    await service.api.post(ADDONS, addon(provider, lacking)).expect(400);
    await service.api.post(ADDONS, addon(provider, { ...parameters, more: 'x' })).expect(400);
    await service.api.post(ADDONS, addon(provider, { ...parameters, [secret]: 7 })).expect(400);
    expect(await service.sql('SELECT * FROM addon')).toEqual(before);
  });
});

test('a feature with tags of the type slack posts to their channels', async () => {
  await service.api.post('/api/admin/tag-types', { name: 'slack', description: '' });
  await given('slack');
  await given('slack-app', { alwaysPostToDefault: 'true' });
  const tags = ['shop', 'team'].map((value) => ({ type: 'slack', value }));
  const feature = await service.given.feature();
  await messages(2);
  taken.splice(0);
  for (const tag of tags) await service.api.post(`${tagsOf(feature)}`, tag).expect(201);
  await service.api.delete(at(feature)).expect(202);
  const channels = (await messages(5)).map(
    ({ path, body }) => `${path} ${String(body['channel'])}`,
  );
  expect(channels.sort()).toEqual([
    '/api/chat.postMessage #flags',
    '/api/chat.postMessage #shop',
    '/api/chat.postMessage #team',
    '/slack #shop',
    '/slack #team',
  ]);
});
const tagsOf = (feature: string): string => `/api/admin/features/${feature}/tags`;

test('a refusal of Slack that comes with 200 is a failure, told by its code', async () => {
  const id = await given('slack-app', { defaultChannels: 'nowhere' });
  const { body } = await service.api.post(`${ADDONS}/${id}/test`).expect(200);
  expect(body).toEqual({
    state: 'failed',
    stateDetails: 'Failed: the receiver answered channel_not_found.',
    status: 200,
  });
});

test('a test message is broken off when its caller disconnects', async () => {
  const silent = createServer();
  const begun = once(silent, 'request') as Promise<[IncomingMessage]>;
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = silent.address() as AddressInfo;
    const to = { url: `http://127.0.0.1:${port}/` };
    const { body } = await service.api.post(ADDONS, addon('webhook', to)).expect(201);
    const left = new AbortController();
    const answer = fetch(`${service.url}${ADDONS}/${body.id}/test`, {
      method: 'POST',
      headers: { authorization: ADMIN_TOKEN },
      signal: left.signal,
    });
    const [request] = await begun;
    const brokenOff = once(request.resume().socket, 'close');
    const since = performance.now();
    left.abort();
    await expect(answer).rejects.toThrow();
    await brokenOff;
    expect(performance.now() - since).toBeLessThan(3_000); // the timeout of webhooks is 5 s
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});

test('figures count what became of events by provider', async () => {
  const handled = async (): Promise<number> => {
    const { text } = await service.api.as().get('/internal-backstage/prometheus').expect(200);
    const line = /^addon_events_handled\{result="success",destination="teams"\} (\d+)$/m.exec(text);
    return Number(line?.[1] ?? 0);
  };
  await given('teams');
  const before = await handled();
  await service.given.feature();
  await eventually(handled, (count) => count === before + 1);
});

test('templates make the text at Datadog and the body at New Relic', async () => {
  const template = '{{event.type}} by {{event.createdBy}}';
  await given('datadog', { bodyTemplate: template });
  await given('new-relic', { bodyTemplate: `{"eventType": "Flags", "what": "${template}"}` });
  await service.given.feature();
  const texts = (await messages(2)).map(({ body }) => body['text'] ?? body['what']);
  expect(texts).toEqual(Array(2).fill('feature-created by admin'));
});

test('an addon stays of its provider, and a secret does not go to another server', async () => {
  const id = await given('datadog');
  const { parameters } = GOOD()['teams']!;
  await service.api.put(`${ADDONS}/${id}`, addon('teams', parameters)).expect(400);
  const elsewhere = { url: 'https://elsewhere.example.com', apiKey: '*****' };
  await service.api.put(`${ADDONS}/${id}`, addon('datadog', elsewhere)).expect(400);
  await service.api.post(`${ADDONS}/999999/test`).expect(404);
});
