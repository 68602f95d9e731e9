import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { contextField, CONTEXT, PLAYGROUND, withStrategies } from './support.js';

let service: TestService;
let feature: string;
let other: string;
let project: string;
beforeAll(async () => {
  service = await TestService.start();
  await contextField(service, 'plan');
  const some = [
    { contextName: 'userId', operator: 'IN', values: ['1', '3'] },
    { contextName: 'plan', operator: 'IN', values: ['pro'] },
  ];
  ({ feature } = await withStrategies(service, { name: 'default', constraints: some }));
  project = await service.given.project();
  other = unique();
  await service.api.post(`/api/admin/projects/${project}/features`, { name: other }).expect(201);
});
afterAll(() => service.stop());

const ADVANCED = `${PLAYGROUND}/advanced`;
const names = (body: { features: { name: string }[] }): string[] =>
  body.features.map((one) => one.name);

test.each([
  ['all when none are named', undefined, () => [feature, other]],
  ['all for *', '*', () => [feature, other]],
  ['those of a list', () => [project], () => [other]],
  ['none for an unknown one', ['nope'], () => []],
  ['none for an empty list', [], () => []],
])('projects: %s', async (_, projects, expected) => {
  const chosen = typeof projects === 'function' ? projects() : projects;
  const rest = { context: CONTEXT, ...(chosen === undefined ? {} : { projects: chosen }) };
  const input = { environment: 'development', ...rest };
  const { body } = await service.api.post(PLAYGROUND, input).expect(200);
  expect(names(body)).toEqual(expected());
  expect(body.input).toEqual(input);

  const several = await service.api
    .post(ADVANCED, { ...rest, environments: ['development'] })
    .expect(200);
  expect(names(several.body)).toEqual(expected());
  expect(several.body.input).toEqual({ ...rest, environments: ['development'] });
});

test('in an unknown environment everything is off', async () => {
  const { body } = await service.api
    .post(PLAYGROUND, { environment: 'nowhere', context: { ...CONTEXT, userId: '1', plan: 'pro' } })
    .expect(200);
  expect(names(body)).toEqual([feature, other]);
  for (const one of body.features) {
    expect(one).toMatchObject({
      isEnabled: false,
      isEnabledInCurrentEnvironment: false,
      strategies: { data: [] },
    });
  }
});

test('multiplies out the lists of a context, in each of the environments', async () => {
  const context = { appName: 'test', userId: '1, 2,3', properties: { plan: 'pro,free' } };
  const { body } = await service.api
    .post(ADVANCED, { environments: ['development', 'production'], context, projects: ['default'] })
    .expect(200);

  expect(body.warnings).toBeUndefined();
  expect(names(body)).toEqual([feature]);
  const [{ projectId, environments }] = body.features;
  expect([projectId, Object.keys(environments)]).toEqual([
    'default',
    ['development', 'production'],
  ]);
  const on = environments.development.map(
    (one: { context: Record<string, string>; isEnabled: boolean }) => [
      one.context['userId'],
      one.context['plan'],
      one.isEnabled,
    ],
  );
  expect(on).toEqual([
    ['1', 'pro', true],
    ['1', 'free', false],
    ['2', 'pro', false],
    ['2', 'free', false],
    ['3', 'pro', true],
    ['3', 'free', false],
  ]);
  expect(environments.development[0]).toMatchObject({
    name: feature,
    environment: 'development',
    projectId: 'default',
    context: { appName: 'test', userId: '1', plan: 'pro' },
    isEnabledInCurrentEnvironment: true,
    strategies: { result: true, data: [{ constraints: [{ result: true }, { result: true }] }] },
  });
  expect(environments.production).toHaveLength(6);
  expect(environments.production.some((one: { isEnabled: boolean }) => one.isEnabled)).toBe(false);
});

test('takes empty values in lists, and changes the application fastest', async () => {
  const context = { appName: 'a,b', userId: '1,, 1' };
  const { body } = await service.api
    .post(ADVANCED, { environments: ['development'], context, projects: ['default'] })
    .expect(200);
  const tried = body.features[0].environments.development.map(
    (one: { context: Record<string, string> }) => [one.context['userId'], one.context['appName']],
  );
  expect(tried).toEqual(['1', '', '1'].flatMap((user) => ['a', 'b'].map((app) => [user, app])));
});

test('takes other fields beside the known ones, and says which it could not use', async () => {
  const context = {
    appName: 'test',
    userId: 1,
    plan: 'pro',
    list: ['a'],
    object: {},
    nothing: null,
    age: 42,
  };
  const { body } = await service.api
    .post(ADVANCED, { environments: ['development'], context, projects: ['default'] })
    .expect(200);
  expect(body.input.context).toEqual({ ...context, userId: '1' });
  expect(body.warnings).toEqual({ invalidContextProperties: ['list', 'object', 'nothing'] });
  expect(body.features[0].environments.development).toMatchObject([
    { isEnabled: true, context: { appName: 'test', userId: '1', plan: 'pro', age: '42' } },
  ]);
});

test.each([
  ['no context', { environment: 'development' }],
  [
    'no application',
    { environment: 'development', context: { userId: '1' } },
    '/body/context/appName',
  ],
  [
    'an empty name of the application',
    { environment: 'development', context: { appName: '' } },
    '/body/context/appName',
  ],
  [
    'a time that is none',
    { environment: 'development', context: { ...CONTEXT, currentTime: 'soon' } },
    '/body/context/currentTime',
  ],
  [
    'properties that are no texts',
    { environment: 'development', context: { ...CONTEXT, properties: { a: {} } } },
    '/body/context/properties',
  ],
  [
    'a name that would mislead',
    { environment: 'development', context: { ...CONTEXT, constructor: 'x' } },
    '/body',
  ],
  ['a context that is none', { environment: 'development', context: 'x' }, '/body/context'],
  ['no environment', { context: CONTEXT }, '/body/environment'],
  [
    'projects that are no list',
    { environment: 'development', context: CONTEXT, projects: 'default' },
    '/body/projects',
  ],
  [
    'projects that are no texts',
    { environment: 'development', context: CONTEXT, projects: [{}] },
    '/body/projects',
  ],
  [
    'projects of null',
    { environment: 'development', context: CONTEXT, projects: null },
    '/body/projects',
  ],
])('refuses %s', async (_, body, path = '/body/context') => {
  const answer = await service.api.post(PLAYGROUND, body).expect(400);
  expect(answer.body.name).toBe('BadDataError');
  expect(answer.body.details.map((one: { path: string }) => one.path)).toContain(path);
});

test.each([
  ['no environments', { context: CONTEXT }, '/body/environments'],
  ['an empty list of environments', { environments: [], context: CONTEXT }, '/body/environments'],
  [
    'an environment that is no name',
    { environments: ['a b'], context: CONTEXT },
    '/body/environments',
  ],
  ['no application', { environments: ['development'], context: {} }, '/body/context/appName'],
])('refuses %s to the advanced playground', async (_, body, path) => {
  const answer = await service.api.post(ADVANCED, body).expect(400);
  expect(answer.body.name).toBe('BadDataError');
  expect(answer.body.details.map((one: { path: string }) => one.path)).toContain(path);
});

test('refuses what multiplies out to more than is answered at once, and says how much it is', async () => {
  const list = (length: number): string => Array.from({ length }, (_, n) => `v${n}`).join(',');
  const environments = Array.from({ length: 51 }, (_, n) => `e${n}`);
  const tooMany = await service.api
    .post(ADVANCED, {
      environments: ['development'],
      context: { ...CONTEXT, userId: list(50), a: list(21) },
    })
    .expect(400);
  expect(tooMany.body).toMatchObject({
    name: 'BadDataError',
    message: expect.stringContaining('1050'),
  });
  const tooWide = await service.api
    .post(ADVANCED, { environments, context: { ...CONTEXT, userId: list(20) } })
    .expect(400);
  expect(tooWide.body).toMatchObject({
    name: 'BadDataError',
    message: expect.stringContaining('1020'),
  });

  await service.sql(
    `INSERT INTO feature (name, project, created_by_user_id) SELECT 'bulk-' || n, 'default', (SELECT min(id) FROM app_user) FROM generate_series(1, 300) n`,
  );
  const tooMuch = await service.api
    .post(ADVANCED, { environments: ['development'], context: { ...CONTEXT, userId: list(50) } })
    .expect(400);
  expect(tooMuch.body).toMatchObject({
    name: 'BadDataError',
    message: expect.stringContaining('15000'),
  });
  await service.api
    .post(ADVANCED, { environments: ['development'], context: { ...CONTEXT, userId: list(5) } })
    .expect(200);
});

test('is for those who are signed in, and neither changes nor records anything', async () => {
  const count = async () =>
    (await service.sql<{ n: string }>('SELECT count(*) AS n FROM event'))[0]!.n;
  const before = await count();
  await service.api.post(PLAYGROUND, { environment: 'development', context: CONTEXT }).expect(200);
  await service.api
    .as()
    .post(PLAYGROUND, { environment: 'development', context: CONTEXT })
    .expect(401);
  await service.api
    .as()
    .post(ADVANCED, { environments: ['development'], context: CONTEXT })
    .expect(401);
  expect(await count()).toBe(before);
});

test('a short answer has an ETag of its content', async () => {
  const input = { environment: 'development', projects: [project] };
  const ask = (userId: string) =>
    service.api.post(PLAYGROUND, { ...input, context: { ...CONTEXT, userId } }).expect(200);
  const [one, same, other] = [await ask('1'), await ask('1'), await ask('2')];
  expect(one.headers['etag']).toMatch(/^W\/"[0-9a-f]+-/);
  expect(same.headers['etag']).toBe(one.headers['etag']);
  expect(other.headers['etag']).not.toBe(one.headers['etag']);
});
