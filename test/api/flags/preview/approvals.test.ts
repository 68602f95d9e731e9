import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

/** A preview says that a change requires approvals, instead of promising it. */

let service: TestService;
let scene: ChangeRequestScene;
let feature: string;
beforeAll(async () => {
  service = await TestService.start();
  scene = await ChangeRequestScene.create(service);
  feature = await scene.feature({ on: true });
});
afterAll(() => service.stop());

const inProject = (path: string): string => `/api/admin/projects/${scene.project}/${path}`;
const bulk = (state: string): string => inProject(`bulk_features/environments/production/${state}`);

test.each([
  ['off', () => service.api.post(`${bulk('off')}?dryRun=true`, { features: [feature] })],
  ['off', () => service.api.post(bulk('off'), { features: [feature] })],
  [
    'archived',
    () => service.api.post(`${inProject('archive')}?dryRun=true`, { features: [feature] }),
  ],
  ['archived', () => service.api.post(inProject('archive'), { features: [feature] })],
  [
    'removed from the project',
    () => service.api.delete(`${inProject('environments/production')}?dryRun=true`),
  ],
  ['removed from the project', () => service.api.delete(inProject('environments/production'))],
])('%s', async (_, send) => {
  const { body } = await send().expect(403);
  expect(body.message).toContain('requires approvals');
  expect(await scene.isOn(feature)).toBe(true);
});

test.each(['?dryRun=true', ''])('turning several on is refused, %j', async (query) => {
  const other = await scene.feature();
  const { body } = await service.api
    .post(`${bulk('on')}${query}`, { features: [other] })
    .expect(403);
  expect(body.message).toContain('requires approvals');
  expect(await scene.isOn(other)).toBe(false);
});

test.each(['?dryRun=true', ''])('deleting an environment is refused, %j', async (query) => {
  const name = unique().toLowerCase();
  await service.api.post('/api/admin/environments', { name, type: 'test' }).expect(201);
  await service.api.post(inProject('environments'), { environment: name }).expect(200);
  await scene.require(1, name);
  const { body } = await service.api.delete(`/api/admin/environments/${name}${query}`).expect(403);
  expect(body.message).toContain('requires approvals');
});

test('a reason lets features be turned off at once, which the preview says', async () => {
  const forced = 'force=true&reason=INC-4711';
  const features = { features: [feature] };
  await service.api.post(`${bulk('off')}?dryRun=true&${forced}`, features).expect(200);
  expect(await scene.isOn(feature)).toBe(true);
  const others = await scene.events(1);
  await service.api.post(`${bulk('off')}?${forced}`, features).expect(200);
  expect(await scene.isOn(feature)).toBe(false);
  expect((await scene.events(1))[0]).not.toEqual(others[0]);
});
