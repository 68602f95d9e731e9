import { give } from '../../../support/access.js';
import { later, ScheduleScene } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let scene: ScheduleScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await ScheduleScene.create(service);
});
afterAll(() => service.stop());

describe('a schedule that cannot act', () => {
  const suspended = async (id: number) => {
    const schedule = await scene.executed(id);
    expect(schedule.state).toBe('suspended');
    return schedule.reason;
  };

  test('is suspended when its feature is archived, and says so before', async () => {
    const feature = await scene.feature();
    const id = await scene.given(feature, { action: 'on' });
    await service.api.delete(scene.at(feature)).expect(202);
    expect(await scene.get(id)).toMatchObject({ conflict: 'The feature is archived.' });
    expect(await suspended(id)).toBe('The feature is archived.');
    expect((await scene.events(feature))[0]).toMatchObject({
      type: 'schedule-suspended',
      data: { scheduleId: id, action: 'on', reason: 'The feature is archived.' },
    });
  });

  test('is suspended when its strategy has changed since', async () => {
    const feature = await scene.feature({ on: true });
    const strategies = `${scene.at(feature, 'production')}/strategies`;
    const [{ id: strategy }] = (await service.api.get(strategies).expect(200)).body;
    const payload = { id: strategy, name: 'flexibleRollout', title: 'mine' };
    const id = await scene.given(feature, { action: 'updateStrategy', payload });
    await service.api
      .put(`${strategies}/${strategy}`, { name: 'flexibleRollout', title: 'yours' })
      .expect(200);
    expect(await suspended(id)).toContain('has changed');
    expect((await service.api.get(strategies).expect(200)).body[0].title).toBe('yours');
    // The same change again takes the present strategy as its basis.
    const again = { action: 'updateStrategy', payload, at: later() };
    await scene.author.api.put(`${scene.path}/${id}`, again).expect(200);
    expect((await scene.executed(id)).state).toBe('executed');
  });

  test('is suspended when its author has lost the permission', async () => {
    const one = await ScheduleScene.create(service);
    const feature = await one.feature();
    const id = await one.given(feature, { action: 'on' });
    await give(service, one.project, [], { users: [one.author.id] });
    await service.api
      .delete(`/api/admin/projects/${one.project}/users/${one.author.id}/roles`)
      .expect(200);
    const { state, reason } = await one.executed(id);
    expect(state).toBe('suspended');
    expect(reason).toContain('permission');
    expect(await one.isOn(feature)).toBe(false);
  });

  test('is suspended when its author was deleted, and says so before', async () => {
    const one = await ScheduleScene.create(service);
    const feature = await one.feature();
    const id = await one.given(feature, { action: 'on' });
    await service.api.delete(`/api/admin/user-admin/${one.author.id}`).expect(200);
    expect(await one.get(id)).toMatchObject({
      state: 'pending',
      conflict: expect.stringContaining('no longer exists'),
    });
    expect(await one.executed(id)).toMatchObject({
      state: 'suspended',
      reason: expect.stringContaining('no longer exists'),
    });
  });

  test('is suspended when the guard of the project refuses it', async () => {
    const one = await ScheduleScene.create(service);
    const [parent, child] = [await one.feature({ on: true }), await one.feature({ on: true })];
    await service.api.post(`${one.at(child)}/dependencies`, { feature: parent }).expect(200);
    await service.api
      .put(`/api/admin/projects/${one.project}/guard`, { guard: 'block' })
      .expect((response) => [200, 204].includes(response.status) || fail(response));
    const id = await one.given(parent, { action: 'off' });
    expect((await one.executed(id)).reason).toContain('dependent');
    expect(await one.isOn(parent)).toBe(true);
    const payload = { force: true, reason: 'planned' };
    await one.executed(await one.given(parent, { action: 'off', payload }));
    expect(await one.isOn(parent)).toBe(false);
  });
});

function fail(response: { status: number; text: string }): never {
  throw new Error(`${response.status} ${response.text}`);
}

describe('where changes require approvals', () => {
  test('only turning off for a reason can be scheduled', async () => {
    const one = await ScheduleScene.create(service);
    const feature = await one.feature({ on: true });
    const early = await one.given(feature, { action: 'off' });
    await one.require(1);
    const { body } = await one.add(feature, { action: 'off' }).expect(403);
    expect(body.message).toContain('change-requests');
    await one.add(feature, { action: 'on' }).expect(403);
    await one.add(feature, { action: 'archive' }).expect(403);
    await one.add(feature, { action: 'addStrategy', payload: { name: 'default' } }).expect(403);
    const payload = { force: true, reason: 'maintenance' };
    const { api } = service;
    await one.add(feature, { action: 'off', payload, durationMinutes: 5 }, api).expect(403);
    const id = await one.given(feature, { action: 'off', payload }, api);
    expect(await one.executed(early)).toMatchObject({
      state: 'suspended',
      reason: expect.stringContaining('requires approvals'),
    });
    expect(await one.isOn(feature)).toBe(true);
    expect(await one.executed(id)).toMatchObject({ state: 'executed' });
    expect(await one.isOn(feature)).toBe(false);
  });
});

describe('a late schedule', () => {
  test('acts at once by default', async () => {
    const feature = await scene.feature();
    const id = await scene.given(feature, { action: 'on' });
    expect(await scene.executed(id, { secondsAgo: 3_600 })).toMatchObject({ state: 'executed' });
    expect(await scene.isOn(feature)).toBe(true);
  });

  test('is missed if its author wants that, but not within a minute', async () => {
    const feature = await scene.feature();
    const missed = await scene.given(feature, { action: 'on', whenLate: 'skip' });
    expect(await scene.executed(missed, { secondsAgo: 61 })).toMatchObject({ state: 'missed' });
    expect(await scene.isOn(feature)).toBe(false);
    expect((await scene.events(feature))[0]).toMatchObject({ type: 'schedule-missed' });
    const id = await scene.given(feature, { action: 'on', whenLate: 'skip' });
    expect(await scene.executed(id, { secondsAgo: 20 })).toMatchObject({ state: 'executed' });
  });
});
