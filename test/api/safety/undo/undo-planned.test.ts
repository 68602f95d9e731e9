import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { milestone, ReleasePlanScene } from '../../../support/release-plan-scene.js';
import { ScheduleScene } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';
import { latestEvent, undo as undoEvent } from '../../../support/undoing.js';

let service: TestService;
let scene: ScheduleScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await ScheduleScene.create(service);
});
afterAll(() => service.stop());

const latest = (type: string): Promise<number> => latestEvent(service, type);
const undo = (id: number, query = '') => undoEvent(service, id, query);

/**
 * Expects that undoing the newest event of a type is refused.
 * @returns The message.
 */
async function refusal(type: string): Promise<string> {
  const id = await latest(type);
  const { body } = await undo(id).expect(409);
  const preview = await service.api.get(`/api/admin/events/${id}/undo`).expect(200);
  expect(preview.body).toMatchObject({ isPossible: false, reason: body.message });
  return body.message as string;
}

test('the changes of a schedule can be undone one by one and together', async () => {
  const feature = await scene.feature({ on: true });
  for (const [type, query] of [
    ['feature-environment-disabled', ''],
    ['feature-environment-disabled', '?scope=change'],
    ['schedule-executed', '?scope=change'],
  ] as const) {
    const id = await scene.given(feature, { action: 'off' });
    await scene.executed(id);
    expect(await scene.isOn(feature)).toBe(false);
    const off = await latest('feature-environment-disabled');
    const { body } = await undo(await latest(type), query).expect(200);
    expect(body.undone).toEqual([off]);
    expect(await scene.isOn(feature)).toBe(true);
    // It is not executed again.
    expect((await scene.get(id)).state).toBe('executed');
  }
  expect(await refusal('schedule-executed')).toContain('scope=change');
});

test('the changes of a change request can be undone together where no approvals are required', async () => {
  const approvals = await ChangeRequestScene.create(service);
  const features = [await approvals.feature(), await approvals.feature()];
  await approvals.applied(
    features.map((feature) => ({
      action: 'addStrategy',
      feature,
      payload: { name: 'default' },
    })),
  );
  const applied = await latest('change-request-applied');
  await undo(applied, '?scope=change').expect(403);
  const { body: preview } = await service.api
    .get(`/api/admin/events/${applied}/undo?scope=change`)
    .expect(200);
  expect(preview).toMatchObject({
    isPossible: false,
    reason: expect.stringContaining('requires approvals'),
    proposeIn: { project: approvals.project, environment: 'production' },
    events: features.map(() => ({
      type: 'feature-strategy-remove',
      data: null,
      preData: { name: 'default' },
    })),
  });
  // The preview contains enough to propose the change.
  const changes = preview.events.map(
    ({ featureName, preData: { id } }: { featureName: string; preData: { id: string } }) => ({
      action: 'deleteStrategy',
      feature: featureName,
      payload: { id },
    }),
  );
  const { project, environment } = preview.proposeIn;
  await service.api
    .post(`/api/admin/projects/${project}/environments/${environment}/change-requests`, changes)
    .expect(200);
  await approvals.require(null);
  const { body } = await undo(applied, '?scope=change').expect(200);
  expect(body.events.map(({ type }: { type: string }) => type)).toEqual([
    'feature-strategy-remove',
    'feature-strategy-remove',
  ]);
  expect(await refusal('change-request-applied')).toContain('scope=change');
});

test('schedules and release plans themselves are not undone, and the answer says what to do', async () => {
  const feature = await scene.feature();
  const id = await scene.given(feature, { action: 'off' });
  expect(await refusal('schedule-created')).toContain('Cancel the schedule instead.');
  await service.api.delete(`${scene.path}/${id}`).expect(200);
  expect(await refusal('schedule-cancelled')).toContain('Create the schedule again instead.');
  const plans = new ReleasePlanScene(service);
  const { feature: planned, plan } = await plans.started([milestone(10), milestone(50)]);
  expect(await refusal('release-plan-added')).toContain('Remove the release plan instead.');
  await plans.start(planned, plan, 1).expect(200);
  expect(await refusal('release-plan-milestone-started')).toContain('Start another milestone');
  expect(await refusal('release-plan-template-created')).toContain('Archive or delete');
});

test('change requests and banners are not undone, and the answer says what to do', async () => {
  const approvals = await ChangeRequestScene.create(service);
  expect(await refusal('change-request-configuration-updated')).toContain('again instead.');
  const change = { action: 'updateEnabled', payload: { enabled: true } };
  const id = await approvals.approved({ ...change, feature: await approvals.feature() });
  expect(await refusal('change-added')).toContain('Remove the change');
  for (const type of ['change-request-created', 'change-request-approved'])
    expect(await refusal(type)).toContain('Cancel the change request instead.');
  await approvals.state(id, 'Cancelled', approvals.author.api).expect(200);
  expect(await refusal('change-request-cancelled')).toContain('Propose the changes again');
  await service.api.post('/api/admin/banners', { message: 'Hello' }).expect(201);
  expect(await refusal('banner-created')).toContain('Delete the banner instead.');
});
