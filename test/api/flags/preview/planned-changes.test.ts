import { somebody } from '../../../support/access.js';
import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { unique } from '../../../support/given.js';
import { later, ScheduleScene } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let scene: ScheduleScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await ScheduleScene.create(service);
});
afterAll(() => service.stop());

const schedulesOf = async (path: string, method: 'post' | 'delete' = 'post', body?: object) =>
  (await service.api[method](`${path}?dryRun=true`, body).expect(200)).body.impact.schedules;

const off = (feature: string): string => `${scene.at(feature, 'production')}/off`;

test('a preview names what is scheduled for the feature there, the next one first', async () => {
  const [feature, other] = [await scene.feature({ on: true }), await scene.feature()];
  const [late, soon] = [later(120), later(60)];
  const on = await scene.given(feature, { action: 'on', at: late });
  const archive = await scene.given(feature, { action: 'archive', at: soon });
  const cancelled = await scene.given(feature, { action: 'off', at: soon });
  await service.api.delete(`${scene.path}/${cancelled}`).expect(200);
  await scene.given(other, { action: 'off' });
  expect(await schedulesOf(off(feature))).toEqual({
    count: 2,
    next: [
      shown(archive, feature, { action: 'archive', at: soon }),
      shown(on, feature, { action: 'on', at: late }),
    ],
  });
  expect(await schedulesOf(off(other).replace('production', 'development'))).toEqual({
    count: 0,
    next: [],
  });
  // Archiving concerns all environments.
  const { next } = await schedulesOf(off(feature).replace('production', 'development'));
  expect(next).toEqual([shown(archive, feature, { action: 'archive', at: soon })]);
  const everywhere = await schedulesOf(scene.at(feature), 'delete');
  expect(everywhere.count).toBe(2);
});

const shown = (id: number, feature: string, { action, at }: { action: string; at: string }) => ({
  ...{ type: 'schedule', id, feature, environment: 'production', action, at },
});

test('within a window, the preview names its end', async () => {
  const feature = await scene.feature();
  const id = await scene.given(feature, { action: 'on', durationMinutes: 60 });
  await scene.executed(id);
  const { next } = await schedulesOf(off(feature));
  expect(next).toMatchObject([{ type: 'schedule', id, action: 'off' }]);
});

test('previews of many features name at most ten planned changes, and count all', async () => {
  const [one, other] = [await scene.feature({ on: true }), await scene.feature({ on: true })];
  for (let n = 0; n < 11; n++)
    await scene.given(n % 2 ? one : other, { action: 'on', at: later(60 + n) });
  const path = `/api/admin/projects/${scene.project}/bulk_features/environments/production/off`;
  const { count, next } = await schedulesOf(path, 'post', { features: [one, other] });
  expect(count).toBe(11);
  expect(next).toHaveLength(10);
  const times = (next as { at: string }[]).map(({ at }) => at);
  expect(times).toEqual([...times].sort());
});

test('a preview names scheduled change requests, and nothing of hidden projects', async () => {
  const approvals = await ChangeRequestScene.create(service);
  const feature = await approvals.feature();
  const id = await approvals.approved({
    action: 'updateEnabled',
    feature,
    payload: { enabled: true },
  });
  const path = `${approvals.at(feature, 'production')}/off?force=true&reason=test`;
  const preview = async () =>
    (await service.api.post(`${path}&dryRun=true`).expect(200)).body.impact.schedules;
  expect(await preview()).toEqual({ count: 0, next: [] });
  const at = later();
  await approvals.reviewer.api
    .put(`${approvals.path}/${id}/state`, { state: 'Scheduled', scheduledAt: at })
    .expect(200);
  expect(await preview()).toEqual({
    count: 1,
    next: [{ type: 'change-request', id, feature, environment: 'production', action: null, at }],
  });
  const stranger = await somebody(service, 'Editor');
  await service.api
    .put(`/api/admin/projects/${approvals.project}/settings`, { mode: 'private' })
    .expect(200);
  await stranger.api.post(`${path}&dryRun=true`).expect(404);
});

test('a preview of removing or deleting an environment counts what is scheduled there', async () => {
  const own = await ScheduleScene.create(service);
  const feature = await own.feature();
  const [name, environments] = [unique('place'), '/api/admin/environments'];
  await service.api.post(environments, { name, type: 'test' }).expect(201);
  const ofProject = `/api/admin/projects/${own.project}/environments`;
  await service.api.post(ofProject, { environment: name }).expect(200);
  await service.api
    .post(`${own.at(feature, name)}/schedule`, { action: 'on', at: later() })
    .expect(201);
  expect((await schedulesOf(`${ofProject}/${name}`, 'delete')).count).toBe(1);
  expect((await schedulesOf(`${ofProject}/development`, 'delete')).count).toBe(0);
  expect((await schedulesOf(`${environments}/${name}`, 'delete')).count).toBe(1);
});
