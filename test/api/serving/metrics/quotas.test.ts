import { KnownNames } from '../../../../src/serving/metrics/report/known-names.js';
import { UsageBuffer } from '../../../../src/serving/metrics/report/usage-buffer.js';
import { UsageQuota } from '../../../../src/serving/metrics/report/usage-quota.js';
import { UsageDays } from '../../../../src/serving/metrics/writing/usage-days.js';
import { unique } from '../../../support/given.js';
import { FRONTEND_TOKEN, TestService } from '../../../support/service.js';
import {
  bucketsOf,
  lostUsage,
  namesOfApplications,
  registration,
  report,
  sdk,
  written,
} from './support.js';

const HOUR_MS = 3_600_000;
const names = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}-${i}`);
const used = (features: string[], counts: object = { yes: 1 }): object =>
  Object.fromEntries(features.map((name) => [name, counts]));

describe('memory is shared fairly', () => {
  const reporter = (key: string) => ({ key, isFrontend: false });
  const line = (featureName: string) => ({
    featureName,
    appName: 'a',
    environment: 'e',
    at: 0,
    yes: 1,
    no: 0,
    variants: [],
  });

  test('a reporter that fills it makes room for others, and for itself no more', () => {
    const lost: Record<string, number> = {};
    const buffer = new UsageBuffer(
      100_000,
      undefined,
      (reason, counters) => (lost[reason] = (lost[reason] ?? 0) + counters),
    );
    const [junk, real] = [reporter('junk'), reporter('real')];
    const refused = names('junk', 1000).filter(
      (name) => buffer.addUsage(line(name), junk) > 0,
    ).length;
    expect(lost).toEqual({ full: refused });
    expect(refused).toBeGreaterThan(700);

    for (const name of names('real', 50)) expect(buffer.addUsage(line(name), real)).toBe(0);

    const { buckets } = buffer.drain();
    expect(buckets.filter(({ reporter: by }) => by === real)).toHaveLength(50);
    expect(buckets.length).toBe(1000 - refused - lost['share']! + 50);
    expect(lost['share']).toBeGreaterThanOrEqual(50);

    expect(buffer.requeue({ applications: [], buckets, variants: [] })).toBe(0);
    for (const name of names('more', 500)) buffer.addUsage(line(name), junk);
    expect(buffer.drain().buckets.filter(({ reporter: by }) => by?.key === 'real')).toHaveLength(
      50,
    );
  });

  test('one reporter cannot spoil a counter of another', () => {
    const buffer = new UsageBuffer(100_000);
    for (const key of ['one', 'other']) buffer.addUsage(line('same'), reporter(key));
    expect(buffer.drain().buckets.map(({ featureName, yes }) => [featureName, yes])).toEqual([
      ['same', 1],
      ['same', 1],
    ]);
  });
});

describe('the quota of a token', () => {
  const limits = {
    countersPerHour: 100,
    frontendCountersPerHour: 20,
    newApplicationsPerDay: 5,
    frontendNewApplicationsPerDay: 2,
    variantsPerFeature: 3,
  };
  const known = {
    hasFeature: (name: string) => name.startsWith('real'),
    hasApplication: (name: string) => name.startsWith('shop'),
  };
  const token = { key: 'client 1', isFrontend: false };
  let now: number;
  let quota: UsageQuota;
  beforeEach(() => {
    now = Date.parse('2030-01-01T12:30:00Z');
    quota = new UsageQuota(limits, known, () => now);
  });
  const counter = (featureName: string, { appName = 'shop', ago = 0 } = {}) => ({
    featureName,
    appName,
    environment: 'development',
    hour: Math.floor(now / HOUR_MS - ago) * HOUR_MS,
  });
  const refusals = (subjects: ReturnType<typeof counter>[], reporter = token) =>
    subjects.map((subject) => quota.refusalOfCounter(reporter, subject)).filter(Boolean);

  test('bounds different counters per hour, and leaves those that it has taken alone', () => {
    const subjects = names('real', 120).flatMap((name) => [
      counter(name, { appName: 'shop-1' }),
      counter(name, { appName: 'shop-2' }),
    ]);
    expect(refusals(subjects)).toHaveLength(140);
    expect(refusals(subjects)).toHaveLength(140);
    now += HOUR_MS;
    expect(refusals(subjects.slice(0, 100))).toEqual([]);
  });

  test('gives one application half of it, and frontend tokens their own', () => {
    expect(refusals(names('real', 60).map((name) => counter(name)))).toEqual(
      Array(10).fill('application'),
    );
    expect(
      refusals(
        names('real', 60).map((name) => counter(name)),
        { key: 'frontend 1', isFrontend: true },
      ),
    ).toHaveLength(50);
  });

  test('keeps what is invented or late from taking the place of what is real', () => {
    const invented = names('junk', 50).flatMap((name) => [
      counter(name, { appName: 'shop-1' }),
      counter(name, { appName: 'shop-2' }),
    ]);
    const late = names('real', 50).map((name) => counter(name, { ago: 24 }));
    expect(refusals([...invented, ...late])).toHaveLength(140);
    expect(refusals(names('real', 50).map((name) => counter(name)))).toEqual([]);
  });

  test('bounds new applications per day and variants per feature', () => {
    const apps = names('app', 8).map((appName) =>
      quota.refusalOfApplication(token, { appName, environment: 'e', instanceId: undefined }),
    );
    expect(apps).toEqual([
      ...Array<undefined>(5).fill(undefined),
      ...Array<string>(3).fill('applications'),
    ]);
    expect(
      quota.refusalOfApplication(token, {
        appName: 'shop',
        environment: 'e',
        instanceId: undefined,
      }),
    ).toBeUndefined();
    expect(quota.refusalOfCounter(token, counter('real', { appName: 'app-7' }))).toBe(
      'applications',
    );
    now += HOUR_MS;
    expect(quota.refusalOfCounter(token, counter('real', { appName: 'app-7' }))).toBe(
      'applications',
    );

    const variants = names('v', 5).map((name) =>
      quota.refusalOfCounter(token, counter('real-1'), name),
    );
    expect(variants).toEqual([undefined, undefined, undefined, 'variants', 'variants']);
    expect(quota.refusalOfCounter(token, counter('real-1'), 'v-0')).toBeUndefined();
    expect(quota.refusalOfCounter(token, counter('real-2'), 'v-4')).toBeUndefined();
  });
});

describe('over HTTP', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({
      FRONTEND_COUNTERS_PER_HOUR: '200',
      FRONTEND_NEW_APPLICATIONS_PER_DAY: '3',
      METRICS_VARIANTS_PER_FEATURE: '10',
    });
  });
  afterAll(() => service.stop());

  const frontend = (body: object) =>
    service.api
      .as({ token: FRONTEND_TOKEN })
      .post('/api/frontend/client/metrics', body)
      .expect(200);
  const counters = async (): Promise<number> =>
    (await service.sql('SELECT FROM client_metric UNION ALL SELECT FROM client_metric_variant'))
      .length;
  const clientApps = async (): Promise<number[]> => {
    const { body } = await service.api.get('/api/admin/instance-admin/statistics').expect(200);
    return (body.clientApps as { count: number }[]).map(({ count }) => count);
  };

  test('a frontend token that invents features, variants, hours and applications does not displace real usage, and is told of in the figures', async () => {
    const feature = await service.given.feature();
    await frontend(report({ [feature]: { yes: 1 } }, { appName: 'web' }));
    await written(service);
    await service.service.app.get(KnownNames).refresh();

    for (const [n, appName] of names('invented', 6).entries())
      await frontend(
        report(used(names(`junk-${n}`, 200)), { appName, stop: Date.now() - 24 * n * HOUR_MS }),
      );
    await frontend(report(used(names('junk', 200)), { appName: 'web' }));
    await frontend(
      report(
        { [feature]: { yes: 1, variants: Object.fromEntries(names('v', 30).map((v) => [v, 1])) } },
        { appName: 'web' },
      ),
    );
    await frontend(report({ [feature]: { yes: 5 } }, { appName: 'web' }));
    await sdk(service)
      .post('/api/client/metrics', report({ [feature]: { yes: 7 } }, { appName: 'web' }))
      .expect(202);
    const apps = await namesOfApplications(service);

    expect(apps).toEqual(['invented-0', 'invented-1', 'invented-2', 'web']);
    expect((await bucketsOf(service, feature))[0]).toMatchObject({ appName: 'web', yes: 14 });
    expect(await counters()).toBeLessThan(40);
    expect(await lostUsage(service, 'quota')).toBeGreaterThan(100);
    expect(await lostUsage(service, 'applications')).toBeGreaterThan(500);
    expect(await lostUsage(service, 'variants')).toBe(20);
  });

  test('an application that was only described is not counted until it reports', async () => {
    const appName = unique('described');
    const before = await clientApps();
    await service.api
      .post(`/api/admin/metrics/applications/${appName}`, { description: 'to come' })
      .expect(202);
    expect(await clientApps()).toEqual(before);
    expect(
      (await service.api.get(`/api/admin/metrics/applications/${appName}`).expect(200)).body
        .description,
    ).toBe('to come');

    await sdk(service).post('/api/client/register', registration({ appName })).expect(202);
    await written(service);
    expect(await clientApps()).toEqual(before.map((count) => count + 1));
  });

  test('an application that has not reported for 90 days is forgotten, unless it is described, and is counted once all the same', async () => {
    const [silent, described, alive] = [unique('silent'), unique('described'), unique('alive')];
    const registers = async (appName: string): Promise<void> => {
      await sdk(service).post('/api/client/register', registration({ appName })).expect(202);
      await written(service);
    };
    for (const appName of [silent, described, alive]) await registers(appName);
    await service.api
      .post(`/api/admin/metrics/applications/${described}`, { url: 'https://example.com' })
      .expect(202);
    const age = (days: number, ...apps: string[]) =>
      service.sql(
        'UPDATE client_application SET seen_at = now() - make_interval(hours => 24 * $1) WHERE app_name = ANY ($2)',
        [days, apps],
      );
    await age(91, silent, described);
    await age(89, alive);
    const before = await clientApps();

    await service.service.app.get(UsageDays).keep();

    const left = await namesOfApplications(service);
    expect([silent, described, alive].map((appName) => left.includes(appName))).toEqual([
      false,
      true,
      true,
    ]);
    expect(await clientApps()).toEqual(before);

    await registers(silent);
    expect(await clientApps()).toEqual([before[0]! + 1, before[1]! + 1, before[2]]);
  });

  test('an application that an administrator deletes has been observed all the same', async () => {
    const [reported, described] = [unique('deleted'), unique('described')];
    const apps = '/api/admin/metrics/applications';
    await sdk(service)
      .post('/api/client/register', registration({ appName: reported }))
      .expect(202);
    await written(service);
    await service.api.post(`${apps}/${described}`, { description: 'to come' }).expect(202);
    const before = await clientApps();

    for (const appName of [reported, described])
      await service.api.delete(`${apps}/${appName}`).expect(200);
    expect(await clientApps()).toEqual([before[0]! - 1, before[1]! - 1, before[2]]);

    await sdk(service)
      .post('/api/client/register', registration({ appName: reported }))
      .expect(202);
    await written(service);
    expect(await clientApps()).toEqual(before);
  });
});
