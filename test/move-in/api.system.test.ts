import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Outcome } from '../support/programs.js';
import { TestService } from '../support/service.js';
import { migrate, migrateInProcess } from './support.js';

/** Moves from the API of Unleash, which a small server simulates. */

const TOKEN = '*:*.admin-token-of-the-source';
const CLIENT = '*:development.client-token-of-the-source';

const STRATEGIES = [
  { id: '0e0a9d6e-0000-4000-8000-00000000000b', name: 'default', segments: [] },
  {
    id: '0e0a9d6e-0000-4000-8000-00000000000a',
    name: 'flexibleRollout',
    parameters: { rollout: '20', stickiness: 'default', groupId: 'a' },
    segments: [4],
  },
].map((one) => ({ parameters: {}, constraints: [], variants: [], featureName: 'first', ...one }));

const found = (name: string, more: object = {}): object => ({
  name,
  project: 'shop',
  type: 'experiment',
  description: 'Of the API',
  stale: false,
  impressionData: false,
  createdAt: '2024-04-01T09:30:00.000Z',
  archivedAt: null,
  lifecycle: { stage: 'live', enteredStageAt: '2024-05-01T00:00:00.000Z' },
  environments: [{ name: 'development', enabled: true, lastSeenAt: '2024-06-01T00:00:00.000Z' }],
  ...more,
});

/** The responses of the server, by path. */
const ANSWERS: Record<string, (query: URLSearchParams) => object> = {
  '/ui-config': () => ({
    version: '6.6.0',
    versionInfo: { instanceId: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa' },
  }),
  '/environments': () => ({
    environments: [{ name: 'development', type: 'test', sortOrder: 5, enabled: true }],
  }),
  '/projects': () => ({ projects: [{ id: 'default', name: 'Default' }] }),
  '/projects/default/overview': () => ({
    name: 'Default',
    environments: [{ environment: 'development' }],
  }),
  '/projects/shop/overview': () => ({
    name: 'Shop',
    mode: 'protected',
    featureNaming: { pattern: null },
    environments: [{ environment: 'development' }],
  }),
  '/projects/shop/features/first': () => ({
    environments: [{ name: 'development', strategies: [...STRATEGIES].reverse() }],
  }),
  '/segments': () => ({
    segments: [
      {
        id: 4,
        name: 'EU',
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
      },
    ],
  }),
  '/context': () => [{ name: 'region', legalValues: [{ value: 'eu' }] }] as unknown as object,
  '/strategies': () => ({ strategies: [{ name: 'default' }, { name: 'flexibleRollout' }] }),
  '/tag-types': () => ({ tagTypes: [{ name: 'team', description: 'Who', icon: 'T' }] }),
  '/tags': () => ({ tags: [{ type: 'team', value: 'red' }] }),
  '/user-admin': () => ({
    users: [{ id: 12, name: 'Anna', username: 'anna', rootRole: 2, accountType: 'User' }],
  }),
  '/api-tokens': () => ({
    tokens: [
      {
        secret: CLIENT,
        tokenName: 'of SDKs',
        type: 'client',
        environment: 'development',
        projects: ['*'],
      },
    ],
  }),
  '/search/features': (query) => {
    const features =
      query.get('archived') === 'IS:true'
        ? [found('gone', { archivedAt: '2024-07-01T00:00:00.000Z' })]
        : [found('first'), found('second')];
    // One at a time, as if Unleash limited pages further.
    const offset = Number(query.get('offset') ?? 0);
    return { features: features.slice(offset, offset + 1), total: features.length };
  },
  '/search/events': (query) => {
    const events = Array.from({ length: 2_300 }, (_, n) => ({
      id: 2_300 - n,
      type: 'feature-created',
      createdBy: 'anna',
      createdByUserId: 12,
      createdAt: new Date(Date.UTC(2024, 0, 1) + (2_300 - n) * 1000).toISOString(),
      featureName: 'first',
      project: 'shop',
      data: { name: 'first' },
    }));
    const offset = Number(query.get('offset') ?? 0);
    return {
      events: events.slice(offset, offset + Math.min(700, Number(query.get('limit')))),
      total: events.length,
    };
  },
  '/features-batch/export': () => ({
    featureStrategies: STRATEGIES,
    featureEnvironments: [{ featureName: 'first', enabled: false, variants: [] }],
    featureTags: [{ featureName: 'first', tagType: 'team', tagValue: 'red' }],
    dependencies: [{ feature: 'second', dependencies: [{ feature: 'first', enabled: true }] }],
    links: [{ feature: 'first', links: [{ url: 'https://example.com/', title: null }] }],
  }),
};

const writes: string[] = [];
let refusals = 1;
let unleash: Server;
let address: string;
let service: TestService;

beforeAll(async () => {
  unleash = createServer((request, response) => {
    const url = new URL(request.url!, 'http://unleash');
    const key = url.pathname.replace(/^\/api\/admin/, '');
    if (request.method !== 'GET' && key !== '/features-batch/export') writes.push(key);
    const answer = ANSWERS[key];
    let status = answer ? 200 : 404;
    if (request.headers.authorization !== TOKEN) status = 401;
    // The server refuses some requests as too busy.
    else if (key === '/tags' && refusals-- > 0) status = 503;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? answer!(url.searchParams) : {}));
  });
  await new Promise<void>((resolve) => unleash.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(unleash.address() as AddressInfo).port}`;
  service = await TestService.start();
});
afterAll(async () => {
  await service.stop();
  unleash.closeAllConnections();
  await new Promise((resolve) => unleash.close(resolve));
});

const textOf = ({ code, out, err }: Outcome): { code: number | null; text: string } => ({
  code,
  text: err + out,
});

const move = async (...args: readonly string[]): Promise<ReturnType<typeof textOf>> =>
  textOf(await migrate(service.databaseUrl, ...args));

test('moves what the API gives, and says what it does not give', async () => {
  const { code, text } = await move('--url', address, '--token', TOKEN);
  expect(text).toMatch(/features +3 /);
  expect(code).toBe(0);
  expect(text).toContain('Not moved: passwords: users choose one with a password link');
  expect(text).not.toContain('token-of');
  expect(writes).toEqual([]);

  const { body } = await service.api.get('/api/admin/projects/shop/features/first').expect(200);
  expect(body).toMatchObject({
    type: 'experiment',
    createdAt: '2024-04-01T09:30:00.000Z',
    tags: [{ type: 'team', value: 'red' }],
    links: [{ url: 'https://example.com/' }],
    environments: [
      {
        name: 'development',
        enabled: true,
        strategies: [{ name: 'flexibleRollout', segments: [4] }, { name: 'default' }],
      },
    ],
  });
  const second = await service.api.get('/api/admin/projects/shop/features/second').expect(200);
  expect(second.body.dependencies).toMatchObject([{ feature: 'first' }]);
  const [gone] = await service.sql("SELECT archived_at FROM feature WHERE name = 'gone'");
  expect(gone).not.toMatchObject({ archived_at: null });
  const client = service.api.as({ token: CLIENT });
  await client.get('/api/client/features').expect(200);
  const events = await service.sql<{ count: number; sorted: boolean }>(
    `SELECT count(*)::int AS count, bool_and(id > previous) AS sorted FROM (
       SELECT id, lag(id) OVER (ORDER BY created_at) AS previous FROM event
        WHERE feature_name = 'first') e`,
  );
  expect(events).toEqual([{ count: 2_300, sorted: true }]);
});

test('a second move from the same instance changes nothing', async () => {
  const again = await migrateInProcess(
    { UNLEASH_TOKEN: TOKEN },
    service.databaseUrl,
    '--url',
    address,
  );
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining('Nothing was changed.') });
});

test('a wrong token, or something else than Unleash, is told', async () => {
  const wrong = await move('--url', address, '--token', 'x');
  expect(wrong).toEqual({
    code: 2,
    text: 'Unleash refuses the token (401). Use an admin token with --token.\n',
  });
  const other = await move('--url', `${address}/nothing`, '--token', TOKEN);
  expect(other).toMatchObject({ code: 2, text: expect.stringContaining('Check --url') });
});
