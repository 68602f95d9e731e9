import { DataSource } from 'typeorm';
import type { UnitOfWork } from '../../../../src/core/event/unit-of-work.js';
import { UsageWriter } from '../../../../src/serving/metrics/writing/usage-writer.js';
import { unique } from '../../../support/given.js';
import { ADMIN_TOKEN, FRONTEND_TOKEN, TestService } from '../../../support/service.js';
import { at } from '../../../support/api.js';
import {
  bucketsOf,
  countedUsage,
  lostUsage,
  namesOfApplications,
  registration,
  report,
  sdk,
  tokenOf,
  written,
} from './support.js';

const METRICS = '/api/client/metrics';
const BULK = '/api/client/metrics/bulk';
const REGISTER = '/api/client/register';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
afterEach(() => jest.restoreAllMocks());

const counted = () => countedUsage(service);
const lost = (reason: string) => lostUsage(service, reason);
const applicationNames = () => namesOfApplications(service);

/** Interval at which usage is written. */
const WRITTEN_EVERY_MS = 3_000;

/** Counts the transactions of each write of usage from now on. */
function flushesOf(service: TestService): number[] {
  const flushes: number[] = [];
  const writer = service.service.app.get(UsageWriter) as unknown as {
    buffer: { drain(): unknown };
    unitOfWork: Pick<UnitOfWork, 'run'>;
  };
  const { buffer, unitOfWork } = writer;
  const drain = buffer.drain.bind(buffer);
  jest.spyOn(buffer, 'drain').mockImplementation(() => (flushes.push(0), drain()));
  jest.replaceProperty(writer, 'unitOfWork', {
    run: (actor, work) => (flushes[flushes.length - 1]!++, unitOfWork.run(actor, work)),
  });
  return flushes;
}

describe('reported usage', () => {
  test('is summed up by hour, application, environment and variant', async () => {
    const [feature, other] = [await service.given.feature(), unique('never-created')];

    const answer = await sdk(service)
      .post(METRICS, report({ [feature]: { yes: 10, no: 4, variants: { blue: 6, red: 4 } } }))
      .expect(202);
    await sdk(service)
      .post(
        METRICS,
        report({ [feature]: { yes: 1, no: 2, variants: { blue: 1 } }, [other]: { yes: 1 } }),
      )
      .expect(202);
    await written(service);
    await sdk(service)
      .post(METRICS, report({ [feature]: { yes: '5' } }))
      .expect(202);
    await sdk(service)
      .post(METRICS, report({ [feature]: { no: 1 } }, { appName: 'till' }))
      .expect(202);
    await written(service);

    expect(answer.text).toBe('');
    expect(await bucketsOf(service, feature)).toEqual([
      {
        appName: 'shop',
        environment: 'development',
        yes: 16,
        no: 6,
        variants: { blue: 7, red: 4 },
      },
      { appName: 'till', environment: 'development', yes: 0, no: 1, variants: null },
    ]);
    expect(await bucketsOf(service, other)).toMatchObject([{ yes: 1, no: 0 }]);
  });

  test('is shown with the feature, as long as the hour runs, and moves its life on', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const before = Date.now();

    await sdk(service)
      .post(METRICS, report({ [feature]: { yes: 3, no: 1 } }))
      .expect(202);
    await service.api.post(BULK, {
      applications: [],
      metrics: [{ appName: 'a', environment: 'production', featureName: feature, yes: 2 }],
    });
    await written(service);
    const { body } = await service.api.get(at(feature)).expect(200);

    const development = body.environments.find(
      (one: { name: string }) => one.name === 'development',
    );
    expect(development).toMatchObject({ yes: 3, no: 1 });
    expect(Date.parse(development.lastSeenAt)).toBeGreaterThanOrEqual(before - 1000);
    expect(
      body.environments.find((one: { name: string }) => one.name === 'production'),
    ).toMatchObject({ yes: 2, no: 0 });
    expect(Date.parse(body.lastSeenAt)).toBeGreaterThanOrEqual(Date.parse(development.lastSeenAt));
    const stages = (await service.api.get(`${at(feature)}/lifecycle`).expect(200)).body as {
      stage: string;
    }[];
    expect(stages.map(({ stage }) => stage)).toEqual(expect.arrayContaining(['initial', 'live']));
  });

  test('that counts nothing shows nothing', async () => {
    const feature = await service.given.feature();

    await sdk(service)
      .post(METRICS, report({ [feature]: { yes: 0, no: 0, variants: { blue: 0 } } }))
      .expect(202);
    await sdk(service).post(METRICS, report({})).expect(202);
    await written(service);

    expect(await bucketsOf(service, feature)).toEqual([]);
    expect((await service.api.get(at(feature)).expect(200)).body.lastSeenAt).toBeNull();
  });

  test('of an hour that is over does not count for the running one', async () => {
    const feature = await service.given.feature();
    const earlier = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
    const seen = async () => {
      await written(service);
      const { environments } = (await service.api.get(at(feature)).expect(200)).body;
      return environments.find((one: { name: string }) => one.name === 'development');
    };

    await sdk(service).post(METRICS, report({ [feature]: { yes: 7 } }, { stop: earlier(5) }));
    expect(await seen()).toMatchObject({ yes: 0, no: 0, lastSeenAt: expect.any(String) });
    await sdk(service).post(METRICS, report({ [feature]: { yes: 1 } }));
    await sdk(service).post(
      METRICS,
      report({ [feature]: { yes: 7 } }, { stop: earlier(30).getTime() }),
    );
    expect(await seen()).toMatchObject({ yes: 1, no: 0 });
    expect(await bucketsOf(service, feature)).toMatchObject([{ yes: 7 }, { yes: 7 }, { yes: 1 }]);
  });

  test('of the future counts as of now; of days that are not kept any more not at all, and that is counted', async () => {
    const feature = await service.given.feature();

    await sdk(service)
      .post(METRICS, report({ [feature]: { yes: 1 } }, { stop: '2999-01-01T00:00:00Z' }))
      .expect(202);
    await sdk(service)
      .post(METRICS, report({ [feature]: { yes: 1 } }, { stop: 1_500_000_000_000 }))
      .expect(202);
    await written(service);

    expect(await bucketsOf(service, feature)).toMatchObject([{ yes: 1 }]);
    expect(await service.sql('SELECT FROM client_metric WHERE hour > now()')).toEqual([]);
    expect(await lost('age')).toBe(1);
  });

  test('under names that no feature can have is ignored, and the rest is stored', async () => {
    const [feature, before] = [await service.given.feature(), await lost('name')];
    const toggles = {
      'not a name': { yes: 1 },
      ['x'.repeat(101)]: { yes: 1 },
      '': { yes: 1 },
      ['__proto__']: { yes: 1 },
    };

    await sdk(service)
      .post(
        METRICS,
        report({
          ...toggles,
          [feature]: { yes: 1, variants: { a: 1, '': 1, ['x'.repeat(256)]: 1 } },
        }),
      )
      .expect(202);
    await written(service);

    expect(await bucketsOf(service, feature)).toMatchObject([{ yes: 1, variants: { a: 1 } }]);
    expect(await lost('name')).toBe(before + 5);
  });

  test('never comes to more than can be told exactly', async () => {
    const feature = await service.given.feature();
    const most = {
      [feature]: { yes: Number.MAX_SAFE_INTEGER, variants: { blue: Number.MAX_SAFE_INTEGER } },
    };

    for (let n = 0; n < 2; n++) {
      await sdk(service).post(METRICS, report(most)).expect(202);
      await sdk(service).post(METRICS, report(most)).expect(202);
      await written(service);
    }

    const [row] = await service.sql('SELECT yes FROM client_metric WHERE feature_name = $1', [
      feature,
    ]);
    expect(row).toEqual({ yes: String(Number.MAX_SAFE_INTEGER) });
  });

  test('can be missing from a report of metrics', async () => {
    const appName = unique('app');
    const metric = { name: 'latency', type: 'gauge', samples: [{ value: 1 }] };
    const sent = { appName, instanceId: 'i', impactMetrics: [metric] };

    await sdk(service).post(METRICS, sent).expect(202);
    await service.api
      .as({ token: FRONTEND_TOKEN })
      .post('/api/frontend/client/metrics', sent)
      .expect(200);

    expect(await namesOfApplications(service)).toContain(appName);
  });

  test.each([
    ['nothing', {}, ['/body/appName', '/body/bucket']],
    ['no application', { ...report({}), appName: undefined }, ['/body/appName']],
    [
      'an application with too long a name',
      report({}, { appName: 'x'.repeat(256) }),
      ['/body/appName'],
    ],
    ['no bucket', { appName: 'a' }, ['/body/bucket']],
    ['no application, but metrics', { impactMetrics: [] }, ['/body/appName']],
    ['no toggles', { appName: 'a', bucket: { start: 0, stop: 0 } }, ['/body/bucket/toggles']],
    ['an end that is no date', report({}, { stop: 'x' }), ['/body/bucket/stop']],
    ['a negative count', report({ f: { yes: -1 } }), ['/body/bucket/toggles/f/yes']],
    ['a count in words', report({ f: { no: 'many' } }), ['/body/bucket/toggles/f/no']],
    ['a fraction', report({ f: { yes: 0.5 } }), ['/body/bucket/toggles/f/yes']],
    [
      'a count beyond what can be told',
      report({ f: { yes: 1e300 } }),
      ['/body/bucket/toggles/f/yes'],
    ],
    [
      'a variant that is not counted',
      report({ f: { variants: { a: {} } } }),
      ['/body/bucket/toggles/f/variants/a'],
    ],
    ['variants in a list', report({ f: { variants: 5 } }), ['/body/bucket/toggles/f/variants']],
    ['toggles in a list', report([]), ['/body/bucket/toggles']],
  ])('with %s is refused, and nothing of it is kept', async (_, body, paths) => {
    const before = [await counted(), await applicationNames()];

    const { body: error } = await sdk(service).post(METRICS, body).expect(400);

    expect(error.name).toBe('BadDataError');
    expect(error.details.map((one: { path: string }) => one.path)).toEqual(
      expect.arrayContaining(paths),
    );
    expect([await counted(), await applicationNames()]).toEqual(before);
  });

  test('is taken from client and admin tokens only', async () => {
    const before = await counted();
    const body = report({ f: { yes: 1 } });

    await service.api.as().post(METRICS, body).expect(401);
    await service.api.as({ token: FRONTEND_TOKEN }).post(METRICS, body).expect(403);
    await service.api.as().post(BULK, { applications: [], metrics: [] }).expect(401);
    expect(await counted()).toEqual(before);

    const feature = await service.given.feature();
    await service.api
      .as({ token: ADMIN_TOKEN })
      .post(METRICS, report({ [feature]: { yes: 1 } }, { environment: 'production' }))
      .expect(202);
    await written(service);
    expect(await bucketsOf(service, feature)).toMatchObject([{ environment: 'production' }]);
  });

  test('costs a fixed number of statements, however many reports there are', async () => {
    await written(service);
    const names = Array.from({ length: 20 }, () => unique());
    const flushes = flushesOf(service);
    const began = performance.now();
    for (let n = 0; n < 30; n++)
      await sdk(service).post(
        METRICS,
        report(Object.fromEntries(names.map((name) => [name, { yes: 1, variants: { a: 1 } }]))),
      );

    await written(service);

    // On a busy machine, the service may write by itself in between.
    const most = 1 + Math.ceil((performance.now() - began) / WRITTEN_EVERY_MS);
    expect(flushes.length).toBeGreaterThan(0);
    expect(flushes.length).toBeLessThanOrEqual(most);
    expect(Math.max(...flushes)).toBeLessThanOrEqual(3);
    expect(await bucketsOf(service, names[0]!)).toMatchObject([{ yes: 30, variants: { a: 30 } }]);
  });

  test('is kept while the database is away, and then written once', async () => {
    const feature = await service.given.feature();
    const away = jest.spyOn(service.service.app.get(DataSource), 'transaction');
    away.mockRejectedValue(
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    );
    await sdk(service)
      .post(METRICS, report({ [feature]: { yes: 1, variants: { a: 1 } } }, { appName: 'patient' }))
      .expect(202);
    await written(service);
    await sdk(service)
      .post(METRICS, report({ [feature]: { yes: 1, variants: { a: 1 } } }, { appName: 'patient' }))
      .expect(202);
    expect(await bucketsOf(service, feature)).toEqual([]);

    away.mockRestore();
    await written(service);
    await written(service);

    expect(await bucketsOf(service, feature)).toMatchObject([{ yes: 2, variants: { a: 2 } }]);
    expect(await applicationNames()).toContain('patient');
  });
});

describe('registration of an application', () => {
  test('keeps the application, its instance, and where it may look', async () => {
    const [project, appName] = [await service.given.project(), unique('app')];
    const token = await tokenOf(service, 'production', project);

    const answer = await service.api
      .as({ token })
      .post(REGISTER, registration({ appName, environment: 'ignored' }))
      .expect(202);
    await service.api
      .as({ token })
      .post(
        REGISTER,
        registration({ appName, started: 1_760_000_000_000, strategies: ['a', 5, 'b', 'a'] }),
      );
    await service.api.as({ token }).post(METRICS, report({}, { appName }));
    await written(service);

    expect(answer.text).toBe('');
    expect(
      await service.sql(
        'SELECT strategies, created_by FROM client_application WHERE app_name = $1',
        [appName],
      ),
    ).toEqual([{ strategies: ['a', 'b'], created_by: 'unleash_system_user' }]);
    expect(
      await service.sql(
        'SELECT environment, instance_id, sdk_version FROM client_instance WHERE app_name = $1',
        [appName],
      ),
    ).toEqual([
      {
        environment: 'production',
        instance_id: 'shop-1',
        sdk_version: 'unleash-client-node:6.0.0',
      },
    ]);
    expect(
      await service.sql(
        'SELECT project, environment FROM client_application_usage WHERE app_name = $1',
        [appName],
      ),
    ).toEqual([{ project, environment: 'production' }]);
  });

  test.each(['appName', 'strategies', 'started', 'interval'])(
    'without %s is refused',
    async (property) => {
      const before = await applicationNames();

      const { body } = await sdk(service)
        .post(REGISTER, registration({ appName: unique('refused'), [property]: undefined }))
        .expect(400);

      expect(body.details).toEqual([
        { message: expect.stringContaining(property), path: `/body/${property}` },
      ]);
      expect(await applicationNames()).toEqual(before);
    },
  );

  test('is refused to frontend tokens and to requests without a token', async () => {
    await service.api.as({ token: FRONTEND_TOKEN }).post(REGISTER, registration()).expect(403);
    await service.api.as().post(REGISTER, registration()).expect(401);
    await sdk(service)
      .post(REGISTER, registration({ started: 'never' }))
      .expect(400);
  });
});

describe('browsers and phones', () => {
  const frontend = () => service.api.as({ token: FRONTEND_TOKEN });

  test('report usage of an application, and are not kept one by one', async () => {
    const [feature, appName] = [await service.given.feature(), unique('site')];

    const registered = await frontend()
      .post('/api/frontend/client/register', registration({ appName }))
      .expect(200);
    expect(await applicationNames()).not.toContain(appName);
    const answer = await frontend()
      .post('/api/frontend/client/metrics', report({ [feature]: { yes: 2 } }, { appName }))
      .expect(200);

    expect([registered.text, answer.text]).toEqual(['OK', 'OK']);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(await applicationNames()).toContain(appName);
    expect(await bucketsOf(service, feature)).toMatchObject([
      { appName, environment: 'development', yes: 2 },
    ]);
    expect(await service.sql('SELECT FROM client_instance WHERE app_name = $1', [appName])).toEqual(
      [],
    );
  });

  test('get the reason of a refusal', async () => {
    await frontend().post('/api/frontend/client/register', { appName: 'a' }).expect(400);
    await frontend().post('/api/frontend/client/metrics', { appName: 'a' }).expect(400);
    await sdk(service).post('/api/frontend/client/metrics', report({})).expect(403);
    await service.api.as().post('/api/frontend/client/metrics', report({})).expect(401);
  });
});
