import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { NOTIFICATIONS } from '../../../../src/access/people/preference/preference.dto.js';
import { later } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';
import { eventually } from '../../../support/waiting.js';

let service: TestService;
let scene: ChangeRequestScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await ChangeRequestScene.create(service);
});
afterAll(() => service.stop());

const on = (feature: string) => ({ action: 'updateEnabled', feature, payload: { enabled: true } });

const schedule = (id: number, at: string | undefined = later(), api = scene.reviewer.api) =>
  api.put(`${scene.path}/${id}/state`, { state: 'Scheduled', scheduledAt: at });

const read = async (id: number) =>
  (await service.api.get(`${scene.path}/${id}`).expect(200)).body as {
    state: string;
    schedule?: { status: string; reason?: string; scheduledAt: string };
  };

/** Makes a scheduled change request due, and waits until it was tried. */
async function tried(id: number) {
  await service.sql(
    `UPDATE change_request SET scheduled_at = now() - interval '1 second' WHERE id = $1`,
    [id],
  );
  return eventually(
    () => read(id),
    ({ schedule: one }) => one?.status !== 'pending',
  );
}

test('an approved change request is scheduled, listed, and applied at its time', async () => {
  const feature = await scene.feature();
  const id = await scene.approved(on(feature));
  const at = later();
  const { body } = await schedule(id, at).expect(200);
  expect(body).toMatchObject({
    state: 'Scheduled',
    schedule: { scheduledAt: at, status: 'pending' },
  });
  const { body: listed } = await scene.author.api.get(`${scene.path}/scheduled`).expect(200);
  expect(listed).toEqual([{ id, environment: 'production', title: `Change request #${id}` }]);
  const { body: counts } = await scene.author.api.get(`${scene.path}/count`).expect(200);
  expect(counts.scheduled).toBe(1);
  const { body: found } = await scene.author.api
    .get('/api/admin/search/change-requests?state=IS:open')
    .expect(200);
  expect(found.changeRequests[0]).toMatchObject({ id, schedule: { status: 'pending' } });
  expect(await scene.isOn(feature)).toBe(false);
  expect(await tried(id)).toMatchObject({ state: 'Applied' });
  expect(await scene.isOn(feature)).toBe(true);
  const events = await scene.events(6);
  expect(events.map(({ type }) => type).slice(0, 3)).toEqual([
    'change-request-scheduled-application-success',
    'change-request-applied',
    'feature-environment-enabled',
  ]);
  expect(events[2]).toMatchObject({ changeRequestId: id });
});

test('a scheduled change request can be rescheduled, applied at once, rejected and cancelled', async () => {
  const feature = await scene.feature();
  const id = await scene.approved(on(feature));
  await schedule(id).expect(200);
  const at = later(120);
  expect((await schedule(id, at).expect(200)).body.schedule.scheduledAt).toBe(at);
  await scene.state(id, 'Applied', scene.reviewer.api).expect(200);
  expect(await read(id)).not.toHaveProperty('schedule');
  const rejected = await scene.approved(on(await scene.feature()));
  await schedule(rejected).expect(200);
  await scene.state(rejected, 'Rejected', scene.reviewer.api).expect(200);
  const cancelled = await scene.approved(on(await scene.feature()));
  await schedule(cancelled).expect(200);
  await scene.state(cancelled, 'Cancelled', scene.author.api).expect(200);
});

test('editing a scheduled change request sends it to review again', async () => {
  const feature = await scene.feature();
  const id = await scene.approved([on(feature), on(await scene.feature())]);
  const { body } = await schedule(id).expect(200);
  const [{ id: change }] = body.features[0].changes;
  await scene.author.api.delete(`${scene.path}/${id}/changes/${change}`).expect(200);
  expect(await read(id)).toMatchObject({ state: 'In review' });
  expect(await read(id)).not.toHaveProperty('schedule');
});

test('a scheduled change request is suspended when its subject has changed since', async () => {
  const feature = await scene.feature();
  const id = await scene.approved(on(feature));
  await schedule(id).expect(200);
  await scene.applied({ action: 'addStrategy', feature, payload: { name: 'default' } });
  const { state, schedule: stopped } = await tried(id);
  expect(state).toBe('Scheduled');
  expect(stopped).toMatchObject({
    status: 'suspended',
    reason: expect.stringContaining('conflict'),
  });
  expect(await scene.isOn(feature)).toBe(false);
  expect((await scene.events(1))[0]).toMatchObject({
    type: 'change-request-schedule-suspended',
    data: { changeRequestId: id, reason: expect.any(String) },
  });
});

test('a scheduled change request that a policy refuses is stopped, and says why to those concerned', async () => {
  const feature = await scene.feature();
  const id = await scene.approved(on(feature));
  await schedule(id).expect(200);
  const policy = `/api/admin/projects/${scene.project}/policy`;
  await service.api.put(policy, { requiredTags: ['team'] }).expect(200);
  const { state, schedule: stopped } = await tried(id);
  const [failure] = await scene.events(1);
  await service.api.delete(policy).expect(204);

  expect(state).toBe('Scheduled');
  expect(stopped).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining(`The feature "${feature}" has no tag of the type "team"`),
  });
  expect(await scene.isOn(feature)).toBe(false);
  expect(failure).toMatchObject({
    type: 'change-request-scheduled-application-failure',
    data: { changeRequestId: id, reason: expect.stringContaining('requiredTags') },
  });
  for (const { api } of [scene.author, scene.reviewer]) {
    // Of which the console and mails notify, as of other planned changes that were not made.
    const type = NOTIFICATIONS.failure.events[2];
    const query = `type=IS:${type}&project=IS:${scene.project}`;
    const { body } = await api.get(`/api/admin/search/events?${query}`).expect(200);
    expect(body.events[0].data).toMatchObject({ changeRequestId: id });
  }
});

test('a scheduled change request is suspended when the user who scheduled it was deleted', async () => {
  const member = await scene.member();
  const feature = await scene.feature();
  const id = await scene.approved(on(feature));
  await schedule(id, later(), member.api).expect(200);
  await service.api.delete(`/api/admin/user-admin/${member.id}`).expect(200);
  expect((await tried(id)).schedule).toMatchObject({
    status: 'suspended',
    reason: expect.stringContaining('no longer exists'),
  });
});

test('all changes are made or none, and a refusal is a failure', async () => {
  const [first, second] = [await scene.feature(), await scene.feature()];
  const id = await scene.approved([
    on(first),
    { action: 'addDependency', feature: second, payload: { feature: first } },
  ]);
  await schedule(id).expect(200);
  await service.api.delete(scene.at(first)).expect((response) => {
    if (response.status !== 403) throw new Error('archiving must require an approval');
  });
  // Makes the second change impossible without a new version of what it changes.
  await service.sql(
    `UPDATE change_request_change SET payload = '{"feature": "unknown-parent"}'
      WHERE change_request_id = $1 AND action = 'addDependency'`,
    [id],
  );
  expect((await tried(id)).schedule).toMatchObject({ status: 'failed' });
  expect(await scene.isOn(first)).toBe(false);
});

test('only approved ones are scheduled, by those who may apply, for a time to come', async () => {
  const feature = await scene.feature();
  const review = await scene.inReview(on(feature));
  await schedule(review).expect(409);
  const id = await scene.approved(on(feature));
  await schedule(id, '2020-01-01T00:00:00Z').expect(400);
  await schedule(id, '2090-01-01T00:00:00Z').expect(400);
  await schedule(id, '2030-01-01T00:00:00').expect(400);
  await scene.reviewer.api.put(`${scene.path}/${id}/state`, { state: 'Scheduled' }).expect(400);
  const body = { state: 'Applied', scheduledAt: later() };
  await scene.reviewer.api.put(`${scene.path}/${id}/state`, body).expect(400);
});
