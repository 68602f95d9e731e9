import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import {
  bucketsOf,
  countedUsage,
  lostUsage,
  namesOfApplications,
  sdk,
  written,
} from './support.js';

const BULK = '/api/client/metrics/bulk';
const PLACE = { instanceId: 'one', environment: 'development' };

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const counted = () => countedUsage(service);
const lost = (reason: string) => lostUsage(service, reason);
const applicationNames = () => namesOfApplications(service);

describe('a report of an edge', () => {
  test('brings applications and usage of one environment, that of the token', async () => {
    const feature = await service.given.feature();
    const line = {
      appName: 'behind-edge',
      featureName: feature,
      timestamp: Date.now(),
      yes: 3,
      no: 1,
      variants: { x: 1 },
    };
    const application = {
      appName: 'behind-edge',
      instanceId: 'e1',
      sdkVersion: 'x:1.0.0',
      strategies: ['default'],
    };
    const before = await lost('environment');

    await sdk(service)
      .post(BULK, {
        applications: [
          {
            ...application,
            environment: 'development',
            connectVia: [{ appName: 'edge', instanceId: '1' }],
          },
          { ...application, appName: 'elsewhere', environment: 'production' },
        ],
        metrics: [
          { ...line, environment: 'development' },
          { ...line, environment: 'production' },
          { ...line, environment: 'nosuch' },
          { ...line, environment: 'development', featureName: 'not a name' },
        ],
      })
      .expect(202);
    await written(service);

    expect(await bucketsOf(service, feature)).toEqual([
      { appName: 'behind-edge', environment: 'development', yes: 3, no: 1, variants: { x: 1 } },
    ]);
    expect(await applicationNames()).toEqual(expect.arrayContaining(['behind-edge']));
    expect(await applicationNames()).not.toContain('elsewhere');
    expect(await lost('environment')).toBe(before + 2);
  });

  test('with names that none can have, of one application or instance among many, keeps the rest', async () => {
    const [feature, app, before] = [
      await service.given.feature(),
      unique('app'),
      await lost('name'),
    ];
    const [tooLong, place] = ['x'.repeat(256), { appName: app, environment: 'development' }];
    const line = { ...place, featureName: feature, yes: 1 };

    await service.api
      .post(BULK, {
        applications: [
          { ...place, instanceId: 'one' },
          { ...place, instanceId: '' },
          { ...place, instanceId: 'one', appName: tooLong },
          { ...place, instanceId: 'one', appName: '' },
          { ...place, instanceId: tooLong },
          { ...place, instanceId: 'one', environment: tooLong },
        ],
        metrics: [
          line,
          { ...line, appName: tooLong },
          { ...line, appName: '' },
          { ...line, environment: tooLong },
          { ...line, featureName: '' },
        ],
      })
      .expect(202);
    await written(service);

    expect(await bucketsOf(service, feature)).toMatchObject([{ appName: app, yes: 1 }]);
    expect(
      await service.sql(
        'SELECT instance_id AS id FROM client_instance WHERE app_name = $1 ORDER BY 1',
        [app],
      ),
    ).toEqual([{ id: 'default' }, { id: 'one' }]);
    expect(await applicationNames()).not.toContain('');
    expect(await lost('name')).toBe(before + 8);
  });

  test('brings applications that say when they started, and those that do not', async () => {
    const apps = [unique('app'), unique('app'), unique('app'), unique('app')];
    const starts = [undefined, null, '2026-01-01T00:00:00.123456789Z', 1_770_000_000_000];
    const applications = apps.map((appName, n) => ({ ...PLACE, appName, started: starts[n] }));
    await sdk(service).post(BULK, { applications, metrics: [] }).expect(202);
    await written(service);
    expect(await applicationNames()).toEqual(expect.arrayContaining(apps));
    const { body } = await service.api
      .get(`/api/admin/metrics/applications/${apps[0]}`)
      .expect(200);
    expect(body.instances).toMatchObject([{ instanceId: 'one', sdkVersion: null }]);
  });

  test('for an unknown environment is stored if the token is for all environments, and changes no feature', async () => {
    const feature = await service.given.feature();

    await service.api
      .post(BULK, {
        applications: [],
        metrics: [{ appName: 'a', environment: 'nosuch', featureName: feature, yes: 1 }],
      })
      .expect(202);
    await written(service);

    expect(await bucketsOf(service, feature)).toMatchObject([{ environment: 'nosuch', yes: 1 }]);
    expect((await service.api.get(at(feature)).expect(200)).body.lastSeenAt).toBeNull();
  });

  test.each([
    ['no lists', {}, ['/body/applications', '/body/metrics']],
    [
      'a metric without a place',
      { applications: [], metrics: [{ appName: 'x' }] },
      ['/body/metrics/0/featureName'],
    ],
    [
      'an application without a name',
      { applications: [{}], metrics: [] },
      ['/body/applications/0/appName'],
    ],
    [
      'a start of an application that is no time',
      { applications: [{ ...PLACE, appName: 'a', started: 'x' }], metrics: [] },
      ['/body/applications/0/started'],
    ],
    [
      'a date that is none',
      { applications: [], metrics: [{ appName: 'a', timestamp: 'x' }] },
      ['/body/metrics/0/timestamp'],
    ],
  ])('with %s is refused', async (_, body, paths) => {
    const before = [await counted(), await applicationNames()];

    const { body: error } = await sdk(service).post(BULK, body).expect(400);

    expect(error.details.map((one: { path: string }) => one.path)).toEqual(
      expect.arrayContaining(paths),
    );
    expect([await counted(), await applicationNames()]).toEqual(before);
  });
});
