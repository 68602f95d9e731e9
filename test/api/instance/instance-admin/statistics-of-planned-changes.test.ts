import type { StatisticsResponse } from '../../../../src/instance/instance-admin/statistics.response.js';
import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { milestone, ReleasePlanScene } from '../../../support/release-plan-scene.js';
import { ScheduleScene } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const statistics = async (): Promise<StatisticsResponse> =>
  (await service.api.get('/api/admin/instance-admin/statistics').expect(200))
    .body as StatisticsResponse;

/** The differences in the statistics that some work causes. */
async function difference(work: () => Promise<unknown>) {
  const before = await statistics();
  await work();
  const after = await statistics();
  return {
    productionChanges: after.productionChanges.last30 - before.productionChanges.last30,
    contextFields: after.contextFields - before.contextFields,
    featureToggles: after.featureToggles - before.featureToggles,
    projects: after.projects - before.projects,
    maxEnvironmentStrategies: after.maxEnvironmentStrategies,
  };
}

test('changes by schedules count as production changes', async () => {
  const scene = await ScheduleScene.create(service);
  const feature = await scene.feature({ on: true });
  const id = await scene.given(feature, { action: 'off' });
  const { productionChanges } = await difference(() => scene.executed(id));
  expect(productionChanges).toBe(2);
});

test('changes by change requests count, like the request itself', async () => {
  const scene = await ChangeRequestScene.create(service);
  const change = { action: 'updateEnabled', payload: { enabled: true } };
  const id = await scene.approved({ ...change, feature: await scene.feature() });
  const types = async () => (await scene.events(200)).length;
  const before = await types();
  const { productionChanges } = await difference(() =>
    scene.state(id, 'Applied', scene.reviewer.api).expect(200),
  );
  expect(productionChanges).toBe((await types()) - before);
  expect(productionChanges).toBeGreaterThan(1);
});

test('strategies of milestones count once they are active', async () => {
  const plans = new ReleasePlanScene(service);
  const steps = Array.from({ length: 7 }, () => milestone(10).strategies[0]!);
  const { feature, plan } = await plans.started([
    milestone(10),
    { name: 'Many', strategies: steps },
  ]);
  const waiting = await difference(() => Promise.resolve());
  expect(waiting.maxEnvironmentStrategies).toBeLessThan(7);
  const started = await difference(() => plans.start(feature, plan, 1).expect(200));
  expect(started.maxEnvironmentStrategies).toBe(7);
});

test('context fields of projects count, and moved features count once', async () => {
  const [from, to] = [await service.given.project(), await service.given.project()];
  await service.api.post(`/api/admin/projects/${from}/features`, { name: 'moved' }).expect(201);
  const { contextFields, featureToggles, projects } = await difference(async () => {
    await service.api.post(`/api/admin/projects/${to}/context`, { name: 'own' }).expect(201);
    await service.api
      .post(`/api/admin/projects/${from}/features/moved/changeProject`, { newProjectId: to })
      .expect(200);
  });
  expect({ contextFields, featureToggles, projects }).toEqual({
    contextFields: 1,
    featureToggles: 0,
    projects: 0,
  });
});
