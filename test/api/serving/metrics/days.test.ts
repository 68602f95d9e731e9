import { DataSource } from 'typeorm';
import { UsageDays } from '../../../../src/serving/metrics/writing/usage-days.js';
import { TestService } from '../../../support/service.js';
import { report, sdk, written } from './support.js';

const METRICS = '/api/client/metrics';
const DAY_MS = 86_400_000;

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ METRICS_RETENTION_DAYS: '5' });
});
afterAll(() => service.stop());

const partitions = async (parent = 'client_metric'): Promise<string[]> =>
  (
    await service.sql<{ day: string }>(
      `SELECT substring(inhrelid::regclass::text FROM '[0-9]{8}$') AS day FROM pg_inherits WHERE inhparent = $1::regclass AND inhrelid::regclass::text ~ '[0-9]{8}$' ORDER BY 1`,
      [parent],
    )
  ).map(({ day }) => day);
const day = (offset: number): string =>
  new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
const inRest = async (): Promise<number> =>
  (await service.sql('SELECT FROM client_metric_rest')).length;
const tallied = async (): Promise<Record<string, number>> => {
  const rows = await service.sql<{ day: string; kind: string; buckets: number }>(
    `SELECT to_char(day, 'YYYYMMDD') AS day, kind, sum(buckets)::int AS buckets FROM client_metric_day_tally GROUP BY 1, 2`,
  );
  return Object.fromEntries(rows.map((row) => [`${row.day} ${row.kind}`, row.buckets]));
};
const used = async (feature: string, daysAgo: number): Promise<void> => {
  const stop = new Date(Date.now() - daysAgo * DAY_MS);
  await sdk(service)
    .post(METRICS, report({ [feature]: { yes: 1, variants: { a: 1, b: 1 } } }, { stop }))
    .expect(202);
  await written(service);
};

test('days have partitions before they begin', async () => {
  expect(await partitions()).toEqual([-1, 0, 1, 2, 3].map(day));
  expect(await partitions('client_metric_variant')).toEqual([-1, 0, 1, 2, 3].map(day));

  await used('today', 0);

  expect(await inRest()).toBe(0);
});

test('a day of which something late is reported gets a partition too, and every bucket stays counted once', async () => {
  await used('late', 3);
  expect(await inRest()).toBe(1);

  await service.service.app.get(UsageDays).keep();
  await used('late', 3);

  expect(await inRest()).toBe(0);
  expect(await partitions()).toContain(day(-3));
  expect(await partitions('client_metric_variant')).toContain(day(-3));
  expect(await tallied()).toMatchObject({ [`${day(-3)} enabled`]: 1, [`${day(-3)} variant`]: 2 });
  expect(
    await service.sql("SELECT yes::int FROM client_metric WHERE feature_name = 'late'"),
  ).toEqual([{ yes: 2 }]);
});

test('days past keeping are dropped with their tally, and what they told of features stays', async () => {
  const feature = await service.given.feature();
  await used(feature, 0);
  for (const offset of [-5, -6]) {
    await service.sql('SELECT add_usage_day($1)', [day(offset)]);
    await service.sql(
      `INSERT INTO client_metric (feature_name, app_name, environment, hour) SELECT 'old', 'a', 'development', $1::date::timestamp AT TIME ZONE 'UTC'`,
      [day(offset)],
    );
  }
  await service.sql(
    `INSERT INTO client_metric (feature_name, app_name, environment, hour) VALUES ('ancient', 'a', 'development', '2001-01-01Z')`,
  );
  expect(await tallied()).toMatchObject({
    [`${day(-6)} enabled`]: 1,
    [`${day(-5)} enabled`]: 1,
    '20010101 enabled': 1,
  });

  await service.service.app.get(UsageDays).keep();

  expect(await partitions()).toContain(day(-5));
  expect(await partitions()).not.toContain(day(-6));
  expect(await partitions('client_metric_variant')).not.toContain(day(-6));
  const left = await tallied();
  expect(left).toMatchObject({ [`${day(-5)} enabled`]: 1 });
  expect(Object.keys(left)).not.toEqual(expect.arrayContaining([`${day(-6)} enabled`]));
  expect(Object.keys(left)).not.toEqual(expect.arrayContaining(['20010101 enabled']));
  expect(await service.sql("SELECT FROM client_metric WHERE feature_name = 'ancient'")).toEqual([]);
});

test('usage that was on its way to the rest while its day got a partition is written to that', async () => {
  const making = service.service.app.get(DataSource).createQueryRunner();
  await making.startTransaction();
  await making.query('SELECT add_usage_day($1)', [day(-4)]);
  const reporting = used('surprised', 4);
  await service.untilBlocked();

  await making.commitTransaction();
  await making.release();
  await reporting;
  await written(service);

  expect(await inRest()).toBe(0);
  expect(
    await service.sql("SELECT yes::int FROM client_metric WHERE feature_name = 'surprised'"),
  ).toEqual([{ yes: 1 }]);
});

test('several instances may keep the days at the same moment', async () => {
  const days = service.service.app.get(UsageDays);
  await used('crowd', 2);

  await Promise.all([days.keep(), days.keep(), days.keep(), used('crowd', 2), used('crowd', 0)]);
  await days.keep();

  expect(await inRest()).toBe(0);
  expect(
    await service.sql(
      "SELECT sum(yes)::int AS yes FROM client_metric WHERE feature_name = 'crowd'",
    ),
  ).toEqual([{ yes: 3 }]);
});

test('the statistics count what was reported', async () => {
  const statistics = async () =>
    (await service.api.get('/api/admin/instance-admin/statistics').expect(200)).body;
  const before = await statistics();

  await used('counted-1', 1);
  await used('counted-2', 1);
  await used('counted-2', 1);
  await sdk(service).post(
    METRICS,
    report(
      { 'counted-1': { yes: 1 } },
      { appName: 'another', stop: new Date(Date.now() - DAY_MS) },
    ),
  );
  await written(service);
  const after = await statistics();

  expect(after.previousDayMetricsBucketsCount).toEqual({
    enabledCount: before.previousDayMetricsBucketsCount.enabledCount + 3,
    variantCount: before.previousDayMetricsBucketsCount.variantCount + 4,
  });
  const counts = ({ clientApps }: { clientApps: { count: number }[] }) =>
    clientApps.map(({ count }) => count);
  expect(counts(after)).toEqual(counts(before).map((count) => count + 1));
});
