import { ChangeRequestScene, type GivenChange } from '../../../support/change-request-scene.js';
import { later } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let scene: ChangeRequestScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await ChangeRequestScene.create(service);
});
afterAll(() => service.stop());

const rollout = (rollout: number) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(rollout), stickiness: 'default', groupId: 'g' },
});

/** A feature that is on, with two strategies. */
async function withStrategies(): Promise<{ feature: string; strategies: string[] }> {
  const feature = await scene.feature();
  const add = (payload: object) => ({ action: 'addStrategy', feature, payload });
  await scene.applied([add(rollout(10)), add(rollout(20))]);
  const { body } = await service.api.get(`${scene.at(feature, 'production')}/strategies`);
  return { feature, strategies: (body as { id: string }[]).map(({ id }) => id) };
}

async function scheduled(changes: GivenChange | GivenChange[], title?: string): Promise<number> {
  const id = await scene.approved(changes);
  if (title) await scene.author.api.put(`${scene.path}/${id}/title`, { title }).expect(204);
  await scene.reviewer.api
    .put(`${scene.path}/${id}/state`, { state: 'Scheduled', scheduledAt: later() })
    .expect(200);
  return id;
}

/** The conflicts that the changes of a change request report, in order. */
async function namedBy(id: number): Promise<(object[] | undefined)[]> {
  const { body } = await scene.reviewer.api.get(`${scene.path}/${id}`).expect(200);
  const changes = body.features.flatMap((one: { changes: object[] }) => one.changes);
  return changes.map(
    (one: { scheduleConflicts?: { changeRequests: object[] } }) =>
      one.scheduleConflicts?.changeRequests,
  );
}

test('a change names the scheduled change requests that change the same strategy', async () => {
  const { feature, strategies } = await withStrategies();
  const update = (n: number) => ({
    action: 'updateStrategy',
    feature,
    payload: { ...rollout(50), id: strategies[n] },
  });
  const first = await scheduled(update(0), 'Half of them');
  const own = await scene.inReview([update(0), update(1)]);
  expect(await namedBy(own)).toEqual([[{ id: first, title: 'Half of them' }], undefined]);
  // Only scheduled change requests are reported.
  expect(await namedBy(first)).toEqual([undefined]);
  await scene.state(first, 'Applied', scene.reviewer.api).expect(200);
  expect(await namedBy(own)).toEqual([undefined, undefined]);
  const { body } = await scene.reviewer.api.get(`${scene.path}/${own}`).expect(200);
  expect(body.features[0].changes[0].conflict).toBeDefined();
});

test.each([
  ['archiving the feature', 'archiveFeature', undefined, true],
  ['turning the feature on', 'updateEnabled', { enabled: true }, false],
  ['reordering strategies', 'reorderStrategy', 'order', true],
] as const)('%s concerns a strategy of it: %s', async (_, action, given, concerns) => {
  const { feature, strategies } = await withStrategies();
  const payload = given === 'order' ? strategies.map((id, n) => ({ id, sortOrder: 2 - n })) : given;
  const first = await scheduled({ action, feature, ...(payload ? { payload } : {}) });
  const own = await scene.inReview({
    action: 'updateStrategy',
    feature,
    payload: { ...rollout(50), id: strategies[0] },
  });
  const named = await namedBy(own);
  expect(named).toEqual([
    concerns ? [{ id: first, title: `Change request #${first}` }] : undefined,
  ]);
  // As reported: once the other change request is applied, this one conflicts.
  await scene.state(first, 'Applied', scene.reviewer.api).expect(200);
  const { body } = await scene.reviewer.api.get(`${scene.path}/${own}`).expect(200);
  const [change] = body.features[0].changes as { conflict?: string }[];
  expect(change!.conflict !== undefined).toBe(concerns);
});

test('everything else in the environment concerns a switch, and other features do not', async () => {
  const { feature } = await withStrategies();
  const other = await scene.feature();
  const add = { action: 'addStrategy', feature, payload: rollout(30) };
  const first = await scheduled([
    add,
    { action: 'updateEnabled', feature: other, payload: { enabled: true } },
  ]);
  const third = await scene.feature();
  const own = await scene.inReview(
    [feature, third].map((name) => ({
      action: 'updateEnabled',
      feature: name,
      payload: { enabled: true },
    })),
  );
  expect(await namedBy(own)).toEqual([
    [{ id: first, title: `Change request #${first}` }],
    undefined,
  ]);
  const { body } = await scene.reviewer.api.get(scene.path).expect(200);
  expect(JSON.stringify(body)).not.toContain('scheduleConflicts');
});
