import { at } from '../../../support/api.js';
import { eventsOf, eventTypesOf } from '../../../support/events.js';
import { TestService } from '../../../support/service.js';
import { StaleFeatureJob } from '../../../../src/flags/feature/stale/stale-mark.service.js';

const STALE = '/api/admin/projects/default/stale';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const isStale = async (feature: string): Promise<boolean> => {
  const [row] = await service.sql<{ stale: boolean }>('SELECT stale FROM feature WHERE name = $1', [
    feature,
  ]);
  return row!.stale;
};

describe('marking as stale', () => {
  test('marks some features, and records only what it changes', async () => {
    const [fresh, stale] = [
      await service.given.feature(),
      await service.given.feature({ stale: true }),
    ];
    const { text } = await service.api
      .post(STALE, { features: [fresh, stale, 'no-such-feature'], stale: true })
      .expect(202);
    expect(text).toBe('');
    expect([await isStale(fresh), await isStale(stale)]).toEqual([true, true]);
    expect((await eventsOf(service, fresh)).at(-1)).toMatchObject({
      type: 'feature-stale-on',
      project: 'default',
      data: null,
      preData: null,
    });
    expect(await eventTypesOf(service, stale)).toEqual(['feature-created']);
    await service.api.post(STALE, { features: [fresh], stale: false }).expect(202);
    expect(await isStale(fresh)).toBe(false);
    expect(await eventTypesOf(service, fresh)).toEqual([
      'feature-created',
      'feature-stale-on',
      'feature-stale-off',
    ]);
  });

  test('passes over archived features', async () => {
    const feature = await service.given.feature({ archived: true });
    await service.api.post(STALE, { features: [feature], stale: true }).expect(202);
    expect(await isStale(feature)).toBe(false);
    expect(await eventTypesOf(service, feature)).toEqual(['feature-created']);
  });

  test('is refused when something is missing, and in an unknown project', async () => {
    const feature = await service.given.feature();
    await service.api.post(STALE, { features: [feature] }).expect(400);
    await service.api.post(STALE, { stale: true }).expect(400);
    await service.api
      .post('/api/admin/projects/nowhere/stale', { features: [feature], stale: true })
      .expect(404);
    expect(await isStale(feature)).toBe(false);
    expect(await eventTypesOf(service, feature)).toEqual(['feature-created']);
  });

  test('records one event for many calls at once', async () => {
    const features = [await service.given.feature(), await service.given.feature()];
    const calls = Array.from({ length: 8 }, (_, n) => (n % 2 ? features : [...features].reverse()));
    await Promise.all(
      calls.map((names) => service.api.post(STALE, { features: names, stale: true }).expect(202)),
    );
    for (const feature of features)
      expect(await eventTypesOf(service, feature)).toEqual(['feature-created', 'feature-stale-on']);
  });
});

describe('potentially stale features', () => {
  const look = (): Promise<void> => service.service.app.get(StaleFeatureJob).look();
  const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

  test('are recorded once when they have outlived the lifetime of their type', async () => {
    const old = await service.given.feature({ createdAt: daysAgo(41) });
    const others = [
      await service.given.feature({ createdAt: daysAgo(39) }),
      await service.given.feature({ createdAt: daysAgo(4000), type: 'permission' }),
      await service.given.feature({ createdAt: daysAgo(41), stale: true }),
      await service.given.feature({ createdAt: daysAgo(41), archived: true }),
    ];
    await Promise.all([look(), look(), look()]);
    await look();
    expect((await eventsOf(service, old)).slice(1)).toEqual([
      {
        type: 'feature-potentially-stale-on',
        project: 'default',
        environment: null,
        createdBy: 'unleash_system_user',
        featureName: old,
        data: null,
        preData: null,
        tags: [],
      },
    ]);
    for (const feature of others)
      expect(await eventTypesOf(service, feature)).toEqual(['feature-created']);
    expect((await service.api.get(at(old)).expect(200)).body.stale).toBe(false);
  });

  test('are recorded again when another type gave them more time, and they outlive that', async () => {
    const feature = await service.given.feature({ createdAt: daysAgo(20), type: 'operational' });
    await look();
    await service.api
      .patch(at(feature), [{ op: 'replace', path: '/type', value: 'release' }])
      .expect(200);
    await look();
    await service.api
      .patch(at(feature), [{ op: 'replace', path: '/type', value: 'operational' }])
      .expect(200);
    await look();
    expect(
      (await eventTypesOf(service, feature)).filter(
        (type) => type === 'feature-potentially-stale-on',
      ),
    ).toHaveLength(2);
  });

  test('do not stop the watch when a lifetime is beyond all dates', async () => {
    await service.sql("UPDATE feature_type SET lifetime_days = 2147483647 WHERE id = 'permission'");
    const ancient = await service.given.feature({
      createdAt: '1000-01-01T00:00:00.000Z',
      type: 'permission',
    });
    const old = await service.given.feature({ createdAt: daysAgo(41) });
    await look();
    expect(await eventTypesOf(service, ancient)).toEqual(['feature-created']);
    expect(await eventTypesOf(service, old)).toContain('feature-potentially-stale-on');
    await service.api.get('/api/admin/projects').expect(200);
    await service.api.get('/api/admin/search/features?state=IS:potentially-stale').expect(200);
  });
});
