import { somebody } from '../../support/access.js';
import { ChangeRequestScene } from '../../support/change-request-scene.js';
import { TestService } from '../../support/service.js';

let service: TestService;
let scene: ChangeRequestScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await ChangeRequestScene.create(service);
});
afterAll(() => service.stop());

const context = { appName: 'test', userId: '7,8' };

const play = (id: number, api = scene.reviewer.api) =>
  api.post(`/api/admin/playground/change-request/${id}`, { context });

test('a change request is evaluated as if it was applied, and changes nothing', async () => {
  const [changed, other] = [await scene.feature(), await scene.feature()];
  const id = await scene.inReview([
    { action: 'updateEnabled', feature: changed, payload: { enabled: true } },
    {
      action: 'addStrategy',
      feature: changed,
      payload: { name: 'userWithId', parameters: { userIds: '7' } },
    },
  ]);
  const before = await scene.events();
  const { body } = await play(id).expect(200);
  expect(body.input).toEqual({
    environments: ['production'],
    projects: [scene.project],
    context,
  });
  const results = (name: string) =>
    body.features
      .find((one: { name: string }) => one.name === name)
      .environments.production.map(({ isEnabled }: { isEnabled: boolean }) => isEnabled);
  expect(results(changed)).toEqual([true, true]);
  expect(results(other)).toEqual([false, false]);
  expect(await scene.isOn(changed)).toBe(false);
  expect(await scene.events()).toEqual(before);
});

test('a draft is evaluated for its author only, and a closed one for nobody', async () => {
  const on = {
    action: 'updateEnabled',
    feature: await scene.feature(),
    payload: { enabled: true },
  };
  const { body: draft } = await scene.add(on).expect(200);
  await play(draft.id, scene.author.api).expect(200);
  await play(draft.id).expect(404);
  await play(999_999).expect(404);
  await scene.state(draft.id, 'Cancelled', scene.author.api).expect(200);
  await play(draft.id, scene.author.api).expect(409);
});

test('one of a hidden project is like one that does not exist', async () => {
  const id = await scene.inReview({
    action: 'updateEnabled',
    feature: await scene.feature(),
    payload: { enabled: true },
  });
  const stranger = await somebody(service);
  await play(id, stranger.api).expect(200);
  await service.api
    .put(`/api/admin/projects/${scene.project}/settings`, { mode: 'private' })
    .expect((response) => {
      if (response.status >= 300) throw new Error(response.text);
    });
  const { body } = await play(id, stranger.api).expect(404);
  const { body: unknown } = await play(999_999, stranger.api).expect(404);
  expect({ ...body, id: '' }).toEqual({
    ...unknown,
    id: '',
    message: unknown.message.replace('999999', String(id)),
    details: body.details,
  });
});
