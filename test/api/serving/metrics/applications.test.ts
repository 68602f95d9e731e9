import { DataSource } from 'typeorm';
import { FEATURES } from '../../../support/api.js';
import { eventsWithoutFeature } from '../../../support/events.js';
import { unique } from '../../../support/given.js';
import { FRONTEND_TOKEN, TestService } from '../../../support/service.js';
import { registration, report, sdk, tokenOf, written } from './support.js';

const APPLICATIONS = '/api/admin/metrics/applications';
const REGISTER = '/api/client/register';
const METRICS = '/api/client/metrics';
const EVENTS = ['application-created', 'application-updated', 'application-deleted'];

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const registered = async (appName: string, rest: object = {}, token?: string): Promise<void> => {
  const api = token ? service.api.as({ token }) : sdk(service);
  await api.post(REGISTER, registration({ appName, ...rest })).expect(202);
  await written(service);
};
const read = async (appName: string, part = '') =>
  (await service.api.get(`${APPLICATIONS}/${appName}${part}`).expect(200)).body;
/** The events of an application that registered itself. */
const eventsOfApplication = (appName: string): Promise<object[]> =>
  service.sql(
    `SELECT type, created_by AS "createdBy", data FROM event WHERE data ->> 'appName' = $1 ORDER BY id`,
    [appName],
  );
const page = async (query: string): Promise<{ total: number; names: string[] }> => {
  const { total, applications } = (await service.api.get(`${APPLICATIONS}${query}`).expect(200))
    .body;
  return { total, names: applications.map(({ appName }: { appName: string }) => appName) };
};

test('an application that registered is shown with where it may look and its strategies, also those not defined here', async () => {
  const appName = unique('app');
  await registered(appName, { strategies: ['default', 'homemade', 'flexibleRollout'] });
  await registered(appName, { strategies: [] }, await tokenOf(service, 'production'));

  const application = await read(appName);

  expect(application).toEqual({
    appName,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    lastSeen: expect.any(String),
    createdBy: 'unleash_system_user',
    description: null,
    project: '*',
    environment: 'production',
    strategies: [
      expect.objectContaining({ name: 'default', parameters: [], editable: false }),
      { name: 'homemade', notFound: true },
      expect.objectContaining({ name: 'flexibleRollout', editable: false }),
    ],
    instances: ['production', 'development'].map((environment) => ({
      appName,
      environment,
      instanceId: 'shop-1',
      sdkVersion: 'unleash-client-node:6.0.0',
      clientIp: expect.any(String),
      lastSeen: expect.any(String),
      createdAt: expect.any(String),
    })),
    seenToggles: [],
    links: { self: `/api/applications/${appName}` },
    url: null,
    color: null,
    icon: null,
    usage: [
      { project: '*', environments: ['production'] },
      { project: 'default', environments: ['development'] },
    ],
  });
  const { body } = await service.api.get(`${APPLICATIONS}?query=${appName}`).expect(200);
  expect(body.applications[0]).toMatchObject({
    project: '*',
    environment: 'production',
    strategies: ['default', 'homemade', 'flexibleRollout'],
  });
  expect(await eventsOfApplication(appName)).toEqual([
    {
      type: 'application-created',
      createdBy: 'unleash_system_user',
      data: expect.objectContaining({
        appName,
        strategies: ['default', 'homemade', 'flexibleRollout'],
      }),
    },
  ]);
  await service.api.get(`${APPLICATIONS}/nosuch`).expect(404);
});

test('the details of an application show the features that it used, known or not', async () => {
  const appName = unique('app');
  const feature = await service.given.feature();
  const used = { [feature]: { yes: 1, no: 0 }, [`${feature}-gone`]: { yes: 0, no: 1 } };
  await sdk(service).post(METRICS, report(used, { appName })).expect(202);
  await written(service);

  const { body: shown } = await service.api.get(`${FEATURES}/${feature}`).expect(200);
  const { name, project, createdAt } = shown;
  expect((await read(appName)).seenToggles).toEqual([
    expect.objectContaining({ name, project, createdAt, archived: false }),
    { name: `${feature}-gone`, notFound: true },
  ]);
});

test('applications are listed by name, page by page, and found by name, project and environment', async () => {
  const prefix = unique('list_%');
  const project = await service.given.project({ environments: ['production'] });
  await registered(`${prefix}-b`);
  await registered(`${prefix}-a`);
  await registered(`${prefix}-c`, {}, await tokenOf(service, 'production', project));
  const found = (query: string) => page(`?query=${encodeURIComponent(query)}`);
  const [a, b, c] = ['a', 'b', 'c'].map((letter) => `${prefix}-${letter}`);

  expect(await found(prefix.toUpperCase())).toEqual({ total: 3, names: [a, b, c] });
  expect(await page(`?query=${encodeURIComponent(prefix)}&limit=1&offset=1`)).toEqual({
    total: 3,
    names: [b],
  });
  expect(await page(`?query=${encodeURIComponent(prefix)}&sortBy=appName&sortOrder=desc`)).toEqual({
    total: 3,
    names: [c, b, a],
  });
  expect(await page(`?query=${encodeURIComponent(prefix)}&limit=0&offset=many`)).toEqual({
    total: 3,
    names: [a, b, c],
  });
  expect(await page(`?query=${encodeURIComponent(prefix)}&offset=10`)).toEqual({
    total: 3,
    names: [],
  });
  expect(await found(project)).toEqual({ total: 1, names: [c] });
  expect(await page(`?project=${project}`)).toEqual({ total: 1, names: [c] });
  expect(await page(`?project=${project}&environment=development`)).toEqual({
    total: 0,
    names: [],
  });
  expect(await page(`?query=${encodeURIComponent(prefix)}&environment=development`)).toEqual({
    total: 2,
    names: [a, b],
  });
  expect((await found('production')).names).toContain(c);
  expect(await found('nothing has this')).toEqual({ total: 0, names: [] });
});

test('the overview tells in which environments an application runs and what is not right there', async () => {
  const [appName, missing] = [unique('app'), unique('missing')];
  const [feature, elsewhere] = [await service.given.feature(), unique('feature')];
  const project = await service.given.project();
  await service.api
    .post(`/api/admin/projects/${project}/features`, { name: elsewhere })
    .expect(201);
  await registered(appName, {
    strategies: ['default', 'homemade'],
    sdkVersion: 'unleash-client-node:5.0.0',
  });
  await registered(appName, { instanceId: 'second' });
  await registered(appName, { instanceId: 'elsewhere' }, await tokenOf(service, 'production'));
  await sdk(service).post(
    METRICS,
    report({ [feature]: { yes: 1 }, [elsewhere]: { no: 1 }, [missing]: { no: 1 } }, { appName }),
  );
  await service.sql(
    "UPDATE client_instance SET seen_at = now() - interval '3 days' WHERE app_name = $1 AND instance_id = 'elsewhere'",
    [appName],
  );
  await written(service);

  expect(await read(appName, '/overview')).toEqual({
    projects: ['default', project].sort(),
    featureCount: 2,
    environments: [
      {
        name: 'development',
        instanceCount: 2,
        sdks: ['unleash-client-node:5.0.0', 'unleash-client-node:6.0.0'],
        backendSdks: ['unleash-client-node:5.0.0', 'unleash-client-node:6.0.0'],
        frontendSdks: [],
        lastSeen: expect.any(String),
        issues: { missingFeatures: [missing], outdatedSdks: ['unleash-client-node:5.0.0'] },
      },
      {
        name: 'production',
        instanceCount: 0,
        sdks: [],
        backendSdks: [],
        frontendSdks: [],
        lastSeen: null,
        issues: { missingFeatures: [], outdatedSdks: [] },
      },
    ],
    issues: { missingStrategies: [] },
  });
  await registered(appName, { strategies: ['homemade'] });
  expect((await read(appName, '/overview')).issues).toEqual({ missingStrategies: ['homemade'] });
  await service.api.get(`${APPLICATIONS}/nosuch/overview`).expect(404);
});

test('the overview counts each feature once, in whichever environments it was asked for', async () => {
  const appName = unique('app');
  const [both, early, late, old] = [
    await service.given.feature(),
    await service.given.feature(),
    await service.given.feature(),
    await service.given.feature(),
  ];
  const production = await tokenOf(service, 'production');
  const bodyOf = (...names: string[]): object =>
    report(Object.fromEntries(names.map((name) => [name, { yes: 1 }])), { appName });
  await sdk(service).post(METRICS, bodyOf(both, early, old));
  await service.api.as({ token: production }).post(METRICS, bodyOf(both, late, old));
  await written(service);
  await service.sql(
    "UPDATE client_application_feature SET hour = hour - interval '31 days' WHERE feature_name = $1",
    [old],
  );

  expect(await read(appName, '/overview')).toMatchObject({
    projects: ['default'],
    featureCount: 3,
  });
});

test('instances are shown where they run, the last one first', async () => {
  const appName = unique('app');
  const instances = async (environment: string) =>
    (
      await service.api
        .get(`/api/admin/metrics/instances/${appName}/environment/${environment}`)
        .expect(200)
    ).body.instances;
  await registered(appName, { instanceId: 'first' });
  await registered(appName, { instanceId: 'gone' });
  await service.sql(
    "UPDATE client_instance SET seen_at = seen_at - interval '3 days' WHERE app_name = $1 AND instance_id = 'gone'",
    [appName],
  );
  await registered(appName, { instanceId: undefined, sdkVersion: undefined });

  expect(await instances('development')).toEqual([
    {
      instanceId: 'default',
      sdkVersion: null,
      clientIp: expect.stringContaining('127.0.0.1'),
      lastSeen: expect.any(String),
    },
    {
      instanceId: 'first',
      sdkVersion: 'unleash-client-node:6.0.0',
      clientIp: expect.any(String),
      lastSeen: expect.any(String),
    },
  ]);
  expect(await instances('production')).toEqual([]);
  await service.api.get('/api/admin/metrics/instances/nosuch/environment/development').expect(404);
});

test('outdated SDKs are listed with the applications that are built with them', async () => {
  const [first, second] = [unique('old'), unique('old')];
  for (const appName of [second, first])
    await registered(appName, { sdkVersion: 'unleash-client-go:3.0.0' });
  await registered(unique('new'), { sdkVersion: 'unleash-client-go:9.0.0' });

  const { sdks } = (await service.api.get('/api/admin/metrics/sdks/outdated').expect(200)).body;

  expect(sdks).toContainEqual({
    sdkVersion: 'unleash-client-go:3.0.0',
    applications: [first, second].sort(),
  });
  expect(sdks).not.toContainEqual(
    expect.objectContaining({ sdkVersion: 'unleash-client-go:9.0.0' }),
  );
});

describe('describing an application', () => {
  const said = {
    description: 'sells',
    url: 'https://shop.example',
    color: '#ff0000',
    icon: 'store',
    strategies: ['default'],
  };
  const events = async (appName: string) =>
    (await eventsWithoutFeature(service, ...EVENTS))
      .map(
        ({ type, data, preData, createdBy }) =>
          ({ type, data, preData, createdBy }) as { type: string; data: object; preData: object },
      )
      .filter(({ data, preData }) =>
        [data, preData].some((one) => (one as { appName?: string } | null)?.appName === appName),
      );

  test('makes it known, and changes what is said, with an event each', async () => {
    const appName = unique('described');

    const answer = await service.api
      .post(`${APPLICATIONS}/${appName}`, {
        ...said,
        appName: 'ignored',
        sdkVersion: 'x:1',
        more: 1,
      })
      .expect(202);
    expect(answer.text).toBe('');
    const strategies = [expect.objectContaining({ name: 'default' })];
    const shown = { appName, ...said, strategies };
    expect(await read(appName)).toMatchObject({ ...shown, createdBy: 'admin', usage: [] });
    await service.api.post(`${APPLICATIONS}/${appName}`, { color: null, icon: 'cart' }).expect(202);
    expect(await read(appName)).toMatchObject({ ...shown, color: '', icon: 'cart' });
    const { updatedAt } = await read(appName);
    await service.api.post(`${APPLICATIONS}/${appName}`, { icon: 'cart' }).expect(202);

    expect((await read(appName)).updatedAt).toBe(updatedAt);
    expect(await events(appName)).toEqual([
      {
        type: 'application-created',
        createdBy: 'admin',
        data: { appName, ...said },
        preData: null,
      },
      {
        type: 'application-updated',
        createdBy: 'admin',
        preData: { appName, ...said },
        data: { appName, ...said, color: '', icon: 'cart' },
      },
    ]);
  });

  test('that is forgotten at the very moment makes it known again', async () => {
    const appName = unique('app');
    await registered(appName);
    const other = service.service.app.get(DataSource).createQueryRunner();
    await other.startTransaction();
    await other.query('DELETE FROM client_application WHERE app_name = $1', [appName]);
    const described = service.api
      .post(`${APPLICATIONS}/${appName}`, { description: 'Ours' })
      .then((response) => response.status);
    await service.untilBlocked();
    await other.commitTransaction();
    await other.release();
    expect(await described).toBe(202);
    expect(await read(appName)).toMatchObject({ description: 'Ours' });
    expect(await events(appName)).toMatchObject([
      { type: 'application-created', createdBy: 'unleash_system_user' },
      { type: 'application-created', data: { description: 'Ours' } },
    ]);
  });

  test('is refused where it is wrong, and to those who may not', async () => {
    const appName = unique('refused');

    await service.api.post(`${APPLICATIONS}/${appName}`, { strategies: 'default' }).expect(400);
    await service.api.post(`${APPLICATIONS}/${'x'.repeat(256)}`, {}).expect(400);
    await sdk(service).post(`${APPLICATIONS}/${appName}`, said).expect(403);
    await service.api
      .as({ token: FRONTEND_TOKEN })
      .delete(`${APPLICATIONS}/${appName}`)
      .expect(403);
    await service.api.as().get(APPLICATIONS).expect(401);

    await service.api.get(`${APPLICATIONS}/${appName}`).expect(404);
    expect(await events(appName)).toEqual([]);
  });

  test('ends when it is forgotten, once, until it reports again', async () => {
    const appName = unique('forgotten');
    await registered(appName);
    await sdk(service).post(METRICS, report({ f: { yes: 1 } }, { appName }));
    await written(service);

    await service.api.delete(`${APPLICATIONS}/${appName}`).expect(200);
    await service.api.delete(`${APPLICATIONS}/${appName}`).expect(200);

    await service.api.get(`${APPLICATIONS}/${appName}`).expect(404);
    expect(await service.sql('SELECT FROM client_instance WHERE app_name = $1', [appName])).toEqual(
      [],
    );
    const types = async (): Promise<string[]> => (await events(appName)).map(({ type }) => type);
    expect(await types()).toEqual(['application-created', 'application-deleted']);
    await registered(appName);
    await read(appName);
    const again = ['application-created', 'application-deleted', 'application-created'];
    expect(await types()).toEqual(again);
  });
});
