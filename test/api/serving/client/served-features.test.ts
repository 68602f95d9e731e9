import type { EnvironmentChange } from '../../../../src/serving/sdk-api/snapshot/environment-snapshot.js';
import { ServedFeatures } from '../../../../src/serving/sdk-api/snapshot/served-features.js';
import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';

/** The interface of loaded environments: features for evaluation, and changes. */

let service: TestService;
let served: ServedFeatures;
beforeAll(async () => {
  service = await TestService.start();
  served = service.service.app.get(ServedFeatures, { strict: false });
});
afterAll(() => service.stop());

const DEVELOPMENT = 'development';
const CONSTRAINT = { contextName: 'userId', operator: 'IN', values: ['7'] };

async function elsewhere(): Promise<{ project: string; feature: string }> {
  const [project, feature] = [await service.given.project(), unique()];
  await service.api.post(`/api/admin/projects/${project}/features`, { name: feature }).expect(201);
  return { project, feature };
}

describe('features to evaluate by', () => {
  test('are those of the projects, with the segments', async () => {
    const { body: segment } = await service.api
      .post('/api/admin/segments', { name: unique('s'), constraints: [CONSTRAINT] })
      .expect(201);
    const feature = await service.given.feature({ enabledIn: [DEVELOPMENT] });
    const { project, feature: other } = await elsewhere();

    const all = await served.forEvaluation(DEVELOPMENT);
    const some = await served.forEvaluation(DEVELOPMENT, [project]);

    expect(all.features.get(feature)).toMatchObject({ name: feature, enabled: true });
    expect([...some.features.keys()]).toEqual([other]);
    expect(all.segments.get(segment.id)).toEqual({
      id: segment.id,
      name: segment.name,
      constraints: [CONSTRAINT],
    });
    expect((await served.forEvaluation('nowhere')).features.get(feature)).toMatchObject({
      enabled: false,
    });
  });

  test('are the same object until something changes', async () => {
    const feature = await service.given.feature({ enabledIn: [DEVELOPMENT] });
    const untouched = await service.given.feature();
    const before = await served.forEvaluation(DEVELOPMENT, ['default', 'another']);
    expect(await served.forEvaluation(DEVELOPMENT, ['another', 'default'])).toBe(before);

    await service.api.post(`${at(feature, DEVELOPMENT)}/off`).expect(200);

    const after = await served.forEvaluation(DEVELOPMENT, ['default', 'another']);
    expect(after).not.toBe(before);
    expect(after.features.get(feature)!.enabled).toBe(false);
    expect(before.features.get(feature)!.enabled).toBe(true);
    expect(after.features.get(untouched)).toBe(before.features.get(untouched));
  });
});

describe('changes', () => {
  test('name what has changed, and lead from one state to the next', async () => {
    const feature = await service.given.feature({ enabledIn: [DEVELOPMENT] });
    const start = (await served.environment(DEVELOPMENT)).hash;
    const told: EnvironmentChange[] = [];
    const stop = served.subscribe((change) => told.push(change));

    await service.api.post(`${at(feature, DEVELOPMENT)}/off`).expect(200);
    await until(async () => told.length === 1);
    const { body: segment } = await service.api
      .post('/api/admin/segments', { name: unique('s'), constraints: [] })
      .expect(201);
    await until(async () => told.length >= 2);
    await service.api.delete(at(feature)).expect(202);
    await until(async () => told.some((change) => change.features.removed.length > 0));
    stop();
    const end = (await served.environment(DEVELOPMENT)).hash;

    const own = told.filter((change) => change.environment === DEVELOPMENT);
    expect(own[0]).toMatchObject({
      from: start,
      features: { removed: [] },
      segments: { changed: [], removed: [] },
    });
    expect(own[0]!.features.changed.map((piece) => piece.value)).toEqual([
      expect.objectContaining({ name: feature, enabled: false }),
    ]);
    expect(own[1]!.segments.changed.map((piece) => piece.id)).toEqual([segment.id]);
    expect(own.at(-1)!.features.removed.map((piece) => [piece.name, piece.project])).toEqual([
      [feature, 'default'],
    ]);
    for (const [n, change] of own.entries())
      expect(change.from).toBe(n === 0 ? start : own[n - 1]!.to);
    expect(own.at(-1)!.to).toBe(end);
  });

  test('after everything was read again name only what has changed', async () => {
    const feature = await service.given.feature({ enabledIn: [DEVELOPMENT] });
    const { hash } = await served.environment(DEVELOPMENT);
    const told: EnvironmentChange[] = [];
    const stop = served.subscribe((change) => told.push(change));
    await service.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '%channel' AND datname = current_database()`,
    );
    await service.api.post(`${at(feature, DEVELOPMENT)}/off`).expect(200);
    await until(async () => told.length > 0);
    stop();
    expect(told.flatMap((change) => change.features.changed.map((piece) => piece.name))).toEqual([
      feature,
    ]);
    expect(told[0]!.from).toBe(hash);
  });
});
