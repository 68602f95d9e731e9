import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { PLAYGROUND, tried, withStrategies } from './support.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const userIs = (...values: string[]): object => ({ contextName: 'userId', operator: 'IN', values });
/** A constraint as the playground shows it. */
const shown = (result: boolean, inverted = false): object => ({
  ...userIs('7'),
  inverted,
  result,
});
const complete = (enabled: boolean): object => ({ evaluationStatus: 'complete', enabled });
const segment = async (...constraints: object[]): Promise<{ id: number; name: string }> =>
  (
    await service.api
      .post('/api/admin/segments', { name: unique('segment'), constraints })
      .expect(201)
  ).body;
const variant = (name: string): object => ({
  name,
  weight: 1000,
  weightType: 'variable',
  stickiness: 'default',
});

test('tells what each strategy, constraint and segment decides', async () => {
  const { id, name } = await segment(userIs('7'));
  const { feature, ids } = await withStrategies(
    service,
    {
      name: 'default',
      title: 'for some',
      constraints: [userIs('7'), { ...userIs('7'), inverted: true }],
    },
    { name: 'userWithId', parameters: { userIds: '7' }, segments: [id] },
    { name: 'default', disabled: true },
  );

  const answer = await tried(service.api, feature, { userId: '7' });

  const edit = (strategy?: string): object => ({
    edit: `/projects/default/features/${feature}/strategies/edit?environmentId=development&strategyId=${strategy}`,
  });
  expect(answer).toEqual({
    name: feature,
    projectId: 'default',
    isEnabled: true,
    isEnabledInCurrentEnvironment: true,
    hasUnsatisfiedDependency: false,
    variant: { name: 'disabled', enabled: false, feature_enabled: true, featureEnabled: true },
    variants: [],
    strategies: {
      result: true,
      data: [
        {
          name: 'default',
          id: ids[0],
          title: 'for some',
          result: complete(false),
          disabled: false,
          segments: [],
          constraints: [shown(true), shown(false, true)],
          parameters: {},
          links: edit(ids[0]),
        },
        {
          name: 'userWithId',
          id: ids[1],
          result: complete(true),
          disabled: false,
          segments: [{ id, name, result: true, constraints: [shown(true)] }],
          constraints: [],
          parameters: { userIds: '7' },
          links: edit(ids[1]),
        },
        {
          name: 'default',
          id: ids[2],
          result: { evaluationStatus: 'unevaluated', enabled: 'unknown' },
          disabled: true,
          segments: [],
          constraints: [],
          parameters: {},
          links: edit(ids[2]),
        },
      ],
    },
  });
  const outside = await tried(service.api, feature, { userId: '8' });
  expect(outside).toMatchObject({
    isEnabled: false,
    strategies: { result: 'unknown', data: [{}, { segments: [{ result: false }] }, {}] },
  });
});

test('results that depend on the application are unknown, unless constraints or segments rule them out', async () => {
  const custom = unique('custom');
  await service.api.post('/api/admin/strategies', { name: custom, parameters: [] }).expect(201);
  const { id } = await segment(userIs('7'));
  const { feature } = await withStrategies(service, { name: custom, segments: [id] });
  const hosts = await withStrategies(service, {
    name: 'applicationHostname',
    parameters: { hostNames: 'localhost' },
  });

  const maybe = await tried(service.api, feature, { userId: '7' });
  expect(maybe).toMatchObject({
    isEnabled: false,
    isEnabledInCurrentEnvironment: true,
    strategies: { result: 'unknown' },
  });
  expect(maybe.strategies.data[0].result).toEqual({
    evaluationStatus: 'incomplete',
    enabled: 'unknown',
  });
  const never = await tried(service.api, feature, { userId: '8' });
  expect(never).toMatchObject({ isEnabled: false, strategies: { result: false } });
  expect(never.strategies.data[0].result).toEqual({
    evaluationStatus: 'incomplete',
    enabled: false,
  });
  expect((await tried(service.api, hosts.feature)).strategies.result).toBe('unknown');

  await service.api
    .post(`${at(feature, 'development')}/strategies`, { name: 'default' })
    .expect(200);
  expect(await tried(service.api, feature, { userId: '7' })).toMatchObject({
    isEnabled: true,
    strategies: { result: true },
  });
});

test('a feature that is off in the environment says what its strategies would decide', async () => {
  const { feature } = await withStrategies(service, { name: 'default' });
  await service.api.post(`${at(feature, 'development')}/off`).expect(200);

  expect(await tried(service.api, feature)).toMatchObject({
    isEnabled: false,
    isEnabledInCurrentEnvironment: false,
    variant: { name: 'disabled', enabled: false, feature_enabled: false, featureEnabled: false },
    strategies: { result: true, data: [{ result: complete(true) }] },
  });
});

test('shows the variants of the strategy that decides, or else those of the feature', async () => {
  const { feature, ids } = await withStrategies(
    service,
    {
      name: 'userWithId',
      parameters: { userIds: '7' },
      variants: [{ ...variant('mine'), payload: { type: 'json', value: '{}' } }],
    },
    { name: 'default' },
  );
  await service.api.put(`${at(feature)}/variants`, [variant('ours')]).expect(200);

  const seven = await tried(service.api, feature, { userId: '7' });
  const mine = { name: 'mine', enabled: true, payload: { type: 'json', value: '{}' } };
  expect(seven.variant).toEqual({ ...mine, feature_enabled: true, featureEnabled: true });
  expect(seven.variants.map((one: { name: string }) => one.name)).toEqual(['mine']);
  expect(seven.strategies.data[0]).toMatchObject({
    id: ids[0],
    result: { ...complete(true), variant: mine, variants: [{ name: 'mine' }] },
  });

  const eight = await tried(service.api, feature, { userId: '8' });
  expect(eight.variant).toEqual({
    name: 'ours',
    enabled: true,
    feature_enabled: true,
    featureEnabled: true,
  });
  expect(eight.variants.map((one: { name: string }) => one.name)).toEqual(['ours']);
  expect(eight.strategies.data.map((one: { result: object }) => one.result)).toEqual([
    complete(false),
    complete(true),
  ]);
});

test('for random stickiness, the feature, its reasons and its dependent features agree', async () => {
  const half = {
    name: 'flexibleRollout',
    parameters: { rollout: '50', stickiness: 'random', groupId: 'x' },
    variants: [variant('a'), variant('b')],
  };
  const parents = await Promise.all(Array.from({ length: 8 }, () => withStrategies(service, half)));
  const children = await Promise.all(
    parents.map(() => withStrategies(service, { name: 'default' })),
  );
  for (const [n, { feature }] of children.entries()) {
    await service.api
      .post(`${at(feature)}/dependencies`, { feature: parents[n]!.feature })
      .expect(200);
  }
  const { body } = await service.api
    .post(PLAYGROUND, { environment: 'development', context: { appName: 'x' } })
    .expect(200);
  const found = (name: string) => body.features.find((one: { name: string }) => one.name === name);
  for (const [n, { feature }] of parents.entries()) {
    const parent = found(feature);
    const [{ result }] = parent.strategies.data;
    expect([result.enabled, parent.strategies.result]).toEqual([
      parent.isEnabled,
      parent.isEnabled,
    ]);
    if (parent.isEnabled) expect(parent.variant.name).toBe(result.variant.name);
    expect(found(children[n]!.feature)).toMatchObject({
      isEnabled: parent.isEnabled,
      hasUnsatisfiedDependency: !parent.isEnabled,
    });
  }
});

test('a feature whose dependency is not satisfied is off and says so', async () => {
  const { feature: parent } = await withStrategies(service, {
    name: 'userWithId',
    parameters: { userIds: '7' },
  });
  const { feature: child } = await withStrategies(service, { name: 'default' });
  await service.api.post(`${at(child)}/dependencies`, { feature: parent }).expect(200);

  expect(await tried(service.api, child, { userId: '7' })).toMatchObject({
    isEnabled: true,
    hasUnsatisfiedDependency: false,
  });
  expect(await tried(service.api, child, { userId: '8' })).toMatchObject({
    isEnabled: false,
    isEnabledInCurrentEnvironment: true,
    hasUnsatisfiedDependency: true,
    strategies: { result: true },
  });

  const environments = ['development', 'production'];
  const { body } = await service.api
    .post(`${PLAYGROUND}/advanced`, { environments, context: { appName: 'x', userId: '7,8' } })
    .expect(200);
  const found = body.features.find((one: { name: string }) => one.name === child);
  const unsatisfied = environments.map((environment) =>
    found.environments[environment].map(
      (one: { hasUnsatisfiedDependency: boolean }) => one.hasUnsatisfiedDependency,
    ),
  );
  expect(unsatisfied).toEqual([
    [false, true],
    [true, true],
  ]);
});

test('a constraint that compares with one value says that it is not inverted, and has no list', async () => {
  const constraint = { contextName: 'appName', operator: 'SEMVER_GT', value: '1.0.0' };
  const { feature } = await withStrategies(service, { name: 'default', constraints: [constraint] });
  const { strategies } = await tried(service.api, feature, { appName: '2.0.0' });
  expect(strategies.data[0].constraints).toEqual([
    { ...constraint, values: [], inverted: false, result: true },
  ]);
});

test('archived features are left out, and a feature in an environment that its project no longer has is off', async () => {
  const gone = await service.given.feature({ enabledIn: ['development'] });
  await service.api.delete(at(gone)).expect(202);
  expect(await tried(service.api, gone)).toBeUndefined();

  const project = await service.given.project();
  const name = unique();
  const place = `/api/admin/projects/${project}`;
  await service.api.post(`${place}/features`, { name }).expect(201);
  await service.api.post(`${place}/features/${name}/environments/production/on`).expect(200);
  expect(await tried(service.api, name, {}, 'production')).toMatchObject({
    isEnabled: true,
    projectId: project,
  });
  await service.api.delete(`${place}/environments/production`).expect(200);
  expect(await tried(service.api, name, {}, 'production')).toMatchObject({
    isEnabled: false,
    strategies: { data: [] },
  });
});
