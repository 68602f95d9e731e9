import { at } from '../../../support/api.js';
import { TestService } from '../../../support/service.js';

const PATH = '/api/admin/search/features';
let service: TestService;
let person: number;

beforeAll(async () => {
  service = await TestService.start();
  const { given } = service;
  const tag = (value: string): object => ({ type: 'simple', value });
  await given.feature({
    name: 'a-alpha',
    description: 'first 100%',
    tags: [tag('t1')],
    enabledIn: ['development'],
    createdAt: '2025-01-01T00:00:00Z',
  });
  await given.feature({
    name: 'a-beta',
    type: 'experiment',
    tags: [tag('t1'), tag('t2')],
    createdAt: '2025-01-02T00:00:00Z',
  });
  await given.feature({
    name: 'a-gamma',
    type: 'kill-switch',
    description: 'needle',
    stale: true,
    createdAt: '2025-01-03T00:00:00Z',
  });
  await given.feature({ name: 'a-delta', type: 'operational', createdAt: '2026-11-01T00:00:00Z' });
  await given.feature({ name: 'a-old', archived: true, createdAt: '2025-01-05T00:00:00Z' });
  await service.sql("INSERT INTO segment (id, name) VALUES (900, 'seg')");
  await service.sql(
    `WITH s AS (INSERT INTO feature_strategy (feature_name, environment, name) VALUES ('a-delta', 'production', 'default') RETURNING id)
     INSERT INTO feature_strategy_segment SELECT id, 900 FROM s`,
  );
  await service.sql("INSERT INTO feature_dependency (child, parent) VALUES ('a-beta', 'a-alpha')");
  await service.sql(
    "INSERT INTO feature_environment_usage (feature_name, environment, last_seen_at, hour) VALUES ('a-gamma', 'production', '2026-06-01', '2026-06-01')",
  );
  const [user] = await service.sql<{ id: number }>(
    "INSERT INTO app_user (username) VALUES ('finder') RETURNING id",
  );
  person = user!.id;
  await service.sql("UPDATE feature SET created_by_user_id = $1 WHERE name = 'a-beta'", [person]);
  await service.sql("INSERT INTO favorite_feature (user_id, feature_name) VALUES (-42, 'a-gamma')");
});
afterAll(() => service.stop());

const find = async (query: string): Promise<{ names: string[]; total: number }> => {
  const { body } = await service.api.get(`${PATH}?${query}`).expect(200);
  return {
    names: body.features.map((f: { name: string }) => f.name.replace('a-', '')),
    total: body.total as number,
  };
};
const names = async (query: string): Promise<string[]> =>
  (await find(`sortBy=name&${query}`)).names;
const ALL = ['alpha', 'beta', 'delta', 'gamma'];

test('a found feature shows what a reading of it shows, in short', async () => {
  const { body } = await service.api.get(`${PATH}?query=a-alpha`).expect(200);
  const feature = (await service.api.get(at('a-alpha')).expect(200)).body;
  const { name, type, description, project, stale, createdAt, createdBy, lifecycle, tags } =
    feature;
  expect(body.total).toBe(1);
  expect(body.features[0]).toMatchObject({
    name,
    type,
    description,
    project,
    stale,
    createdAt,
    createdBy,
    lifecycle,
    tags,
    dependencyType: 'parent',
    segments: [],
  });
  expect(body.features[0].environments).toMatchObject([
    { name: 'development', enabled: true, hasStrategies: true, hasEnabledStrategies: true },
    { name: 'production', enabled: false, hasStrategies: false, hasEnabledStrategies: false },
  ]);
});

test('a found feature has all its environments and tags, whatever it was found by', async () => {
  const { body } = await service.api
    .get(`${PATH}?status[]=development:disabled&tag=INCLUDE:simple:t1`)
    .expect(200);
  expect(body.features).toMatchObject([
    {
      name: 'a-beta',
      environments: [{ name: 'development' }, { name: 'production' }],
      tags: [{ value: 't1' }, { value: 't2' }],
    },
  ]);
});

test('a found feature says whether it is a parent, a child, or neither', async () => {
  const { body } = await service.api.get(`${PATH}?query=a-&sortBy=name`).expect(200);
  const kinds = body.features.map((one: { name: string; dependencyType: string | null }) => [
    one.name,
    one.dependencyType,
  ]);
  expect(kinds).toEqual([
    ['a-alpha', 'parent'],
    ['a-beta', 'child'],
    ['a-delta', null],
    ['a-gamma', null],
  ]);
});

test.each<[string, string[]]>([
  ['', ALL],
  ['query=NEEDLE', ['gamma']],
  ['query=a-al,a-be', ['alpha', 'beta']],
  ['query=%20', ALL],
  ['query=,%20,', ALL],
  ['query=100%25', ['alpha']],
  ['query=a%25a', []],
  ['query=a_alpha', []],
  ['type=IS:release', ['alpha']],
  ['type=IS_NOT:release', ['beta', 'delta', 'gamma']],
  ['type=IS_ANY_OF:release,experiment', ['alpha', 'beta']],
  ['type=IS_NONE_OF:release,experiment', ['delta', 'gamma']],
  ['project=IS:default', ALL],
  ['project=IS:nosuch', []],
  ['tag=INCLUDE:simple:t1', ['alpha', 'beta']],
  ['tag=INCLUDE_ALL_OF:simple:t1,simple:t2', ['beta']],
  ['tag=INCLUDE_ANY_OF:simple:t2,simple:t3', ['beta']],
  ['tag=DO_NOT_INCLUDE:simple:t1', ['delta', 'gamma']],
  ['tag=EXCLUDE_IF_ANY_OF:simple:t1,simple:t2', ['delta', 'gamma']],
  ['tag=EXCLUDE_ALL:simple:t1,simple:t2', ['alpha', 'delta', 'gamma']],
  ['segment=INCLUDE:seg', ['delta']],
  ['segment=DO_NOT_INCLUDE:seg', ['alpha', 'beta', 'gamma']],
  ['state=IS:active', ['alpha', 'beta', 'delta']],
  ['state=IS:stale', ['gamma']],
  ['state=IS_NOT:active', ['gamma']],
  ['state=IS:potentially-stale', ['alpha', 'beta', 'delta']],
  ['status[]=development:enabled', ['alpha']],
  ['status[]=development:disabled', ['beta', 'delta', 'gamma']],
  ['status[]=development:enabled&status[]=production:enabled', ['alpha']],
  ['status[]=zap', ALL],
  ['createdBy=IS:-42', ['alpha', 'delta', 'gamma']],
  ['createdAt=IS_BEFORE:2025-01-02', ['alpha']],
  ['createdAt=IS_ON_OR_AFTER:2025-01-02', ['beta', 'delta', 'gamma']],
  ['lastSeenAt=IS_ON_OR_AFTER:2026-01-01', ['gamma']],
  ['lifecycle=IS:initial', ALL],
  ['lifecycle=IS:live', []],
  ['archived=IS:true', ['old']],
  ['type=IS:experiment&tag=INCLUDE:simple:t1', ['beta']],
  ['nosuch=1', ALL],
])('%s finds %j', async (query, expected) => {
  expect(await names(query)).toEqual(expected);
});

test.each([
  'type=release',
  'type=ZAP:release',
  'project=default',
  'tag=INCLUDE:bad',
  'state=IS:nosuch',
  'createdBy=IS:abc',
  'createdAt=IS_BEFORE:zap',
  'createdAt=2021-01-01',
  'createdAt=IS_BEFORE:2021-13-01',
  'createdAt=IS_BEFORE:2026-02-30',
  'createdAt=IS_ON_OR_AFTER:0000-01-01',
  'lastSeenAt=IS_BEFORE:2025-02-29',
  'status=development:enabled',
  'sortBy=name&sortOrder=zap',
  'type=IS:a&type=IS:b',
])('%s is refused', async (query) => {
  expect((await service.api.get(`${PATH}?${query}`).expect(400)).body.name).toBe('BadDataError');
});

test.each<[string, string[]]>([
  ['', ['alpha', 'beta', 'gamma', 'delta']],
  ['sortBy=nosuch', ['alpha', 'beta', 'gamma', 'delta']],
  ['sortBy=constructor', ['alpha', 'beta', 'gamma', 'delta']],
  ['sortBy=createdAt&sortOrder=desc', ['delta', 'gamma', 'beta', 'alpha']],
  ['sortBy=name&sortOrder=desc', ['gamma', 'delta', 'beta', 'alpha']],
  ['sortBy=type', ['beta', 'gamma', 'delta', 'alpha']],
  ['sortBy=stale', ['alpha', 'beta', 'delta', 'gamma']],
  ['sortBy=lastSeenAt', ['gamma', 'alpha', 'beta', 'delta']],
  ['sortBy=environment:development&sortOrder=desc', ['alpha', 'beta', 'gamma', 'delta']],
  ['sortBy=name&favoritesFirst=true', ['gamma', 'alpha', 'beta', 'delta']],
])('%s is the order %j', async (query, expected) => {
  expect((await find(query)).names).toEqual(expected);
});

test('pages follow one another, and the total is that of all', async () => {
  const pages = [
    await find('sortBy=name&limit=3'),
    await find('sortBy=name&limit=3&offset=3'),
    await find('sortBy=name&limit=3&offset=6'),
  ];
  expect(pages.flatMap((page) => page.names)).toEqual(ALL);
  expect(pages.map((page) => page.total)).toEqual([4, 4, 4]);
  for (const limit of ['0', 'abc', '-1', '1000', '1.5'])
    expect((await find(`limit=${limit}`)).names).toHaveLength(4);
});

test.each([
  ['gzip', 'gzip'],
  ['gzip;q=0', undefined],
  ['identity', undefined],
])('a page is sent to who accepts "%s" in the encoding %s', async (accepted, encoding) => {
  const page = await service.api
    .get(`${PATH}?sortBy=name`)
    .set('Accept-Encoding', accepted)
    .expect(200);

  expect(page.headers['content-encoding']).toBe(encoding);
  expect(page.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(page.headers['vary']).toContain('Accept-Encoding');
  expect(page.body.features).toHaveLength(4);
  await service.api
    .get(`${PATH}?sortBy=name`)
    .set({ 'Accept-Encoding': accepted, 'If-None-Match': page.headers['etag']! })
    .expect(304);
});

test('a short page is not compressed, since that would save nothing', async () => {
  const page = await service.api.get(`${PATH}?query=nothing`).expect(200);
  expect(page.headers['content-encoding']).toBeUndefined();
});
