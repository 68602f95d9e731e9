import { eventsOf } from '../../../support/events.js';
import { ABOVE_TEN, limit, metric, SafeguardScene } from '../../../support/safeguard-scene.js';
import { TestService } from '../../../support/service.js';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

let service: TestService;
let scene: SafeguardScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await SafeguardScene.create(service);
});
afterAll(() => service.stop());

const preview = async (feature: string, safeguard: object) =>
  (await scene.owner.api.post(`${scene.at(feature)}/safeguards/preview`, safeguard).expect(200))
    .body;

/** Stores evaluations of an hour that began some hours before the running one. */
async function counted(feature: string, hoursAgo: number, yes: number, broken = 0) {
  const hour = "date_trunc('hour', now(), 'UTC') - make_interval(hours => $2)";
  await service.sql(
    `INSERT INTO client_metric (feature_name, app_name, environment, hour, yes)
     VALUES ($1, 'shop', 'production', ${hour}, $3)`,
    [feature, hoursAgo, yes],
  );
  await service.sql(
    `INSERT INTO client_metric_variant (feature_name, app_name, environment, hour, variant, count)
     VALUES ($1, 'shop', 'production', ${hour}, 'broken', $3)`,
    [feature, hoursAgo, broken],
  );
}

const beginOf = (hoursAgo: number): number =>
  Math.floor(Date.now() / HOUR_MS) * HOUR_MS - hoursAgo * HOUR_MS;

describe('a preview of a safeguard', () => {
  test('says when it would have turned the feature off, and changes nothing', async () => {
    const feature = await scene.feature();
    await counted(feature, 5, 600);
    const { triggered, reason, extreme, hoursWithUsage } = await preview(
      feature,
      limit('>', 300, metric('count')),
    );
    // Ten evaluations a minute: more than 300 after half an hour, 600 after the hour.
    const minutes = (Date.parse(triggered.at) - beginOf(5)) / MINUTE_MS;
    expect(minutes).toBeGreaterThan(30);
    expect(minutes).toBeLessThanOrEqual(31.1);
    expect(reason).toMatch(/^The count of evaluations in the last hour is 3\d\d(\.\d+)?, more/);
    expect(extreme.value).toBeGreaterThan(580);
    expect(hoursWithUsage).toBe(1);
    expect(await scene.isOn(feature)).toBe(true);
    expect(await eventsOf(service, feature, 'feature-safeguard-set')).toEqual([]);
  });

  test('counts shares, and for how long they stay beyond the limit', async () => {
    const feature = await scene.feature();
    await counted(feature, 6, 1_000, 0);
    await counted(feature, 5, 1_000, 500);
    await counted(feature, 4, 1_000, 0);
    const share = limit('>', 0.2, metric('avg', { variant: ['broken'] }));
    const at = Date.parse((await preview(feature, share)).triggered.at);
    const minutes = (at - beginOf(5)) / MINUTE_MS;
    expect(minutes).toBeGreaterThan(24);
    expect(minutes).toBeLessThan(26);
    const later = await preview(feature, { ...share, forMinutes: 30 });
    expect((Date.parse(later.triggered.at) - at) / MINUTE_MS).toBeCloseTo(30, 0);
    expect(await preview(feature, { ...share, forMinutes: 240 })).toMatchObject({
      triggered: null,
      reason: null,
      extreme: { value: expect.closeTo(0.5, 1) },
    });
  });

  test('measures the same as the safeguard itself', async () => {
    const feature = await scene.guarded();
    await scene.report(feature, { yes: 10 });
    expect(await preview(feature, ABOVE_TEN)).toMatchObject({ triggered: null, present: 10 });
    await scene.report(feature, { yes: 1 });
    expect(await preview(feature, ABOVE_TEN)).toMatchObject({ present: 11 });
  });

  test('says that nothing is known without usage', async () => {
    const feature = await scene.feature();
    expect(await preview(feature, limit('<', 10, metric('count')))).toMatchObject({
      triggered: null,
      extreme: null,
      present: null,
      hoursWithUsage: 0,
    });
  });

  test.each([
    ['more than a week', { ...ABOVE_TEN, hours: 169 }],
    ['a percentile', limit('>', 1, metric('p95'))],
  ])('is refused for %s', async (_, safeguard) => {
    const feature = await scene.feature();
    await scene.owner.api.post(`${scene.at(feature)}/safeguards/preview`, safeguard).expect(400);
  });
});
