import { somebody } from '../../../support/access.js';
import { eventsWithoutFeature } from '../../../support/events.js';
import { unique } from '../../../support/given.js';
import {
  milestone,
  ReleasePlanScene,
  rollout,
  TEMPLATES,
} from '../../../support/release-plan-scene.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let scene: ReleasePlanScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = new ReleasePlanScene(service);
});
afterAll(() => service.stop());

const newest = async (type: string) => (await eventsWithoutFeature(service, type)).at(-1)!;
const read = async (id: string) => (await service.api.get(`${TEMPLATES}/${id}`).expect(200)).body;
const names = ({ milestones }: { milestones: { name: string }[] }) =>
  milestones.map(({ name }) => name);

describe('creating a template', () => {
  test('gives milestones and strategies ids and positions, and records it', async () => {
    const name = unique();
    const { body } = await service.api
      .post(TEMPLATES, {
        name,
        description: 'Slowly',
        milestones: [
          milestone(50, { sortOrder: 2 }),
          milestone(10, { sortOrder: 1, transitionCondition: { intervalMinutes: 60 } }),
        ],
      })
      .expect(200);
    expect(body).toMatchObject({
      discriminator: 'template',
      name,
      description: 'Slowly',
      archivedAt: null,
      milestones: [
        {
          name: '10 %',
          sortOrder: 0,
          releasePlanDefinitionId: body.id,
          startedAt: null,
          transitionCondition: { intervalMinutes: 60 },
          strategies: [{ strategyName: 'flexibleRollout', sortOrder: 0, segments: [] }],
        },
        { name: '50 %', sortOrder: 1, transitionCondition: null },
      ],
    });
    expect(body.milestones[0].strategies[0].milestoneId).toBe(body.milestones[0].id);
    expect(await read(body.id)).toEqual(body);
    expect(await newest('release-plan-template-created')).toMatchObject({
      data: { id: body.id, name, milestones: body.milestones },
    });
  });

  test.each([
    ['no name', { milestones: [] }, 400],
    [
      'an unknown strategy',
      { milestones: [{ name: 'a', strategies: [{ strategyName: 'no' }] }] },
      400,
    ],
    [
      'an unknown segment',
      { milestones: [milestone(1, { strategies: [rollout(1, { segments: [99_999] })] })] },
      404,
    ],
    ['too many milestones', { milestones: Array.from({ length: 21 }, () => milestone(1)) }, 400],
    [
      'too many strategies',
      { milestones: [{ name: 'a', strategies: Array.from({ length: 31 }, () => rollout(1)) }] },
      400,
    ],
    [
      'no time',
      { milestones: [milestone(1, { transitionCondition: { intervalMinutes: 0 } })] },
      400,
    ],
    [
      'an unknown context field',
      {
        milestones: [
          {
            name: 'a',
            strategies: [
              rollout(1, { constraints: [{ contextName: 'no', operator: 'IN', values: ['1'] }] }),
            ],
          },
        ],
      },
      404,
    ],
  ])('is refused with %s', async (what, content, status) => {
    const { length } = await eventsWithoutFeature(service, 'release-plan-template-created');
    const name = what === 'no name' ? {} : { name: unique() };
    await service.api.post(TEMPLATES, { ...name, ...content }).expect(status);
    expect(await eventsWithoutFeature(service, 'release-plan-template-created')).toHaveLength(
      length,
    );
  });

  test('is refused with the name of another one, unless that is archived', async () => {
    const name = unique();
    const { body } = await service.api.post(TEMPLATES, { name }).expect(200);
    await service.api.post(TEMPLATES, { name }).expect(409);
    await service.api.post(`${TEMPLATES}/archive/${body.id}`).expect(200);
    await service.api.post(TEMPLATES, { name }).expect(200);
  });

  test('is refused with a segment of a project', async () => {
    const { body: segment } = await service.api
      .post('/api/admin/segments', { name: unique(), project: 'default', constraints: [] })
      .expect(201);
    const strategies = [rollout(1, { segments: [segment.id] })];
    const { body } = await service.api
      .post(TEMPLATES, { name: unique(), milestones: [{ name: 'a', strategies }] })
      .expect(400);
    expect(body.message).toContain('belongs to a project');
  });

  test('requires the permission, which editors have', async () => {
    const editor = await somebody(service, 'Editor');
    const viewer = await somebody(service);
    const { body } = await editor.api.post(TEMPLATES, { name: unique() }).expect(200);
    await viewer.api.post(TEMPLATES, { name: unique() }).expect(403);
    await viewer.api.put(`${TEMPLATES}/${body.id}`, { name: unique() }).expect(403);
    await viewer.api.delete(`${TEMPLATES}/${body.id}`).expect(403);
    await viewer.api.get(`${TEMPLATES}/${body.id}`).expect(200);
  });
});

describe('changing a template', () => {
  test('keeps the ids of milestones and strategies that are sent, and records it once', async () => {
    const before = await read(await scene.template());
    const [first, second] = before.milestones;
    const { body } = await service.api
      .put(`${TEMPLATES}/${before.id}`, {
        name: before.name,
        milestones: [
          { ...second, sortOrder: 0, name: 'Half' },
          { ...first, sortOrder: 1 },
          { ...first, sortOrder: 2 },
        ],
      })
      .expect(200);
    expect(names(body)).toEqual(['Half', '10 %', '10 %']);
    expect(body.milestones[0]).toMatchObject({
      id: second.id,
      strategies: [{ id: second.strategies[0].id }],
    });
    expect(body.milestones[1].id).toBe(first.id);
    expect(body.milestones[2].id).not.toBe(first.id);
    const event = await newest('release-plan-template-updated');
    expect(event).toMatchObject({
      data: { milestones: body.milestones },
      preData: { milestones: before.milestones },
    });
    await service.api.put(`${TEMPLATES}/${before.id}`, { name: before.name }).expect(200);
    expect(await newest('release-plan-template-updated')).toEqual(event);
  });

  test('adds, replaces and removes single milestones and strategies', async () => {
    const id = await scene.template([milestone(10)]);
    const path = `${TEMPLATES}/${id}/milestones`;
    const { body: added } = await service.api
      .post(path, milestone(5, { sortOrder: 0 }))
      .expect(200);
    expect(names(await read(id))).toEqual(['5 %', '10 %']);
    const { body: renamed } = await service.api
      .put(`${path}/${added.id}`, { name: 'Friends' })
      .expect(200);
    expect(renamed).toEqual({ ...added, name: 'Friends' });

    const strategies = `${path}/${added.id}/strategies`;
    const { body: two } = await service.api.post(strategies, rollout(7)).expect(200);
    expect(two.strategies).toHaveLength(2);
    const [, last] = two.strategies;
    const { body: changed } = await service.api
      .put(`${strategies}/${last.id}`, rollout(8, { title: 'More' }))
      .expect(200);
    expect(changed).toMatchObject({ id: last.id, title: 'More', parameters: { rollout: '8' } });
    await service.api.delete(`${strategies}/${last.id}`).expect(200);
    await service.api.delete(`${strategies}/${last.id}`).expect(404);
    expect((await read(id)).milestones[0].strategies).toEqual(added.strategies);
    await service.api.delete(`${path}/${added.id}`).expect(200);
    await service.api.put(`${path}/${added.id}`, milestone(1)).expect(404);
    expect(names(await read(id))).toEqual(['10 %']);
  });

  test('is limited in size', async () => {
    const id = await scene.template([milestone(10)]);
    const { milestones } = await read(id);
    const path = `${TEMPLATES}/${id}/milestones/${milestones[0].id}/strategies`;
    const large = rollout(1, { title: 'x'.repeat(95_000) });
    for (let n = 0; n < 5; n++) await service.api.post(path, large).expect(200);
    const { body } = await service.api.post(path, large).expect(400);
    expect(body.message).toContain('500000 characters');
  });

  test('of concurrent changes loses none', async () => {
    const id = await scene.template([]);
    const path = `${TEMPLATES}/${id}/milestones`;
    await Promise.all([1, 2, 3, 4].map((n) => service.api.post(path, milestone(n)).expect(200)));
    expect(names(await read(id)).sort()).toEqual(['1 %', '2 %', '3 %', '4 %']);
  });
});

describe('removing a template', () => {
  test('archiving hides it from the list, and deleting removes it', async () => {
    const id = await scene.template();
    const listed = async () =>
      (await service.api.get(TEMPLATES).expect(200)).body.find(
        (one: { id: string }) => one.id === id,
      );
    expect((await listed()).milestones).toHaveLength(3);
    expect((await listed()).milestones[0]).not.toHaveProperty('strategies');
    await service.api.post(`${TEMPLATES}/archive/${id}`).expect(200);
    await service.api.post(`${TEMPLATES}/archive/${id}`).expect(200);
    expect(await listed()).toBeUndefined();
    expect((await read(id)).archivedAt).not.toBeNull();
    const feature = await service.given.feature();
    await scene.add(feature, id).expect(400);
    await service.api.delete(`${TEMPLATES}/${id}`).expect(200);
    await service.api.get(`${TEMPLATES}/${id}`).expect(404);
    await service.api.delete(`${TEMPLATES}/no-uuid`).expect(404);
    expect(await newest('release-plan-template-deleted')).toMatchObject({ preData: { id } });
    const archivals = await eventsWithoutFeature(service, 'release-plan-template-archived');
    expect(archivals.filter(({ preData }) => (preData as { id: string }).id === id)).toHaveLength(
      1,
    );
  });
});

test('there is a limit of templates', async () => {
  const fresh = await TestService.start();
  await fresh.sql(
    `INSERT INTO release_plan_template (id, name, created_by_user_id)
     SELECT gen_random_uuid(), 'template ' || n, 1 FROM generate_series(1, 200) n`,
  );
  const { body } = await fresh.api.post(TEMPLATES, { name: 'one more' }).expect(400);
  expect(body.message).toContain('at most 200');
  await fresh.stop();
});

test('there is a limit of the characters of all templates', async () => {
  const fresh = await TestService.start();
  const { body: small } = await fresh.api
    .post(TEMPLATES, { name: 'small', milestones: [milestone(1)] })
    .expect(200);
  await fresh.sql(
    `INSERT INTO release_plan_template (id, name, created_by_user_id, milestones)
     SELECT gen_random_uuid(), 'large ' || n, 1, jsonb_build_array(jsonb_build_object(
       'id', gen_random_uuid(), 'name', repeat('x', 500000), 'strategies', '[]'::jsonb))
       FROM generate_series(1, 10) n`,
  );
  const { body } = await fresh.api.post(TEMPLATES, { name: 'one more' }).expect(400);
  expect(body.message).toContain('5000000 characters together');
  const path = `${TEMPLATES}/${small.id}/milestones/${small.milestones[0].id}`;
  await fresh.api.post(`${path}/strategies`, rollout(5)).expect(400);
  await fresh.api.put(path, { name: 'S', strategies: [] }).expect(200);
  await fresh.stop();
});

test('strategies that are added one by one have the limits of those that are sent together', async () => {
  const strategies = Array.from({ length: 30 }, () => rollout(1));
  const { body } = await service.api
    .post(TEMPLATES, { name: unique(), milestones: [{ name: 'full', strategies }] })
    .expect(200);
  const path = `${TEMPLATES}/${body.id}/milestones/${body.milestones[0].id}/strategies`;
  const { body: refused } = await service.api.post(path, rollout(1)).expect(400);
  expect(refused).toMatchObject({ name: 'ExceedsLimitError' });
  expect(refused.message).toContain('at most 30 strategies, but "full" would have 31');
});
