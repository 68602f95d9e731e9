import { at } from '../../../support/api.js';
import { eventsOf, eventTypesOf } from '../../../support/events.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const clone = (source: string, body: object) => service.api.post(`${at(source)}/clone`, body);

/** Creates a feature with all kinds of parts. */
async function rich(): Promise<{ source: string; parent: string; segment: number }> {
  const parent = await service.given.feature();
  const source = await service.given.feature({
    type: 'experiment',
    description: 'rich',
    impressionData: true,
    enabledIn: ['development', 'production'],
    tags: [{ type: 'simple', value: 'rich' }],
  });
  await service.api
    .post(`${at(source)}/dependencies`, { feature: parent, variants: ['blue'] })
    .expect(200);
  await service.api.put(at(source), { type: 'experiment', impressionData: true, stale: true });
  const [segment] = await service.sql<{ id: number }>(
    'INSERT INTO segment (name) VALUES ($1) RETURNING id',
    [unique('segment')],
  );
  await service.sql(
    `INSERT INTO feature_strategy (feature_name, environment, name, title, disabled, sort_order, parameters, constraints)
     VALUES ($1, 'production', 'default', 'off for now', true, 7, '{}', '[{"contextName": "userId", "operator": "IN", "values": ["1"]}]')`,
    [source],
  );
  await service.sql(
    'INSERT INTO feature_strategy_segment SELECT id, $2 FROM feature_strategy WHERE feature_name = $1',
    [source, segment!.id],
  );
  await service.sql(
    `UPDATE feature_environment SET variants = '[{"name": "blue", "weight": 1000, "weightType": "variable", "stickiness": "default"}]'
      WHERE feature_name = $1 AND environment = 'production'`,
    [source],
  );
  return { source, parent, segment: segment!.id };
}

test('a clone has what its source has, off in every environment and without tags', async () => {
  const { source, parent, segment } = await rich();
  const name = unique('clone');
  const { body: created } = await clone(source, { name }).expect(201);
  expect(created).toEqual({
    name,
    description: 'rich',
    type: 'experiment',
    project: 'default',
    stale: true,
    createdAt: expect.any(String),
    lastSeenAt: null,
    impressionData: true,
    archivedAt: null,
    archived: false,
  });
  const before = (await service.api.get(at(source)).expect(200)).body;
  const after = (await service.api.get(at(name)).expect(200)).body;
  expect(after).toMatchObject({
    enabled: false,
    tags: [],
    dependencies: [{ feature: parent, enabled: true, variants: ['blue'] }],
  });
  for (const [n, place] of after.environments.entries()) {
    expect(place).toMatchObject({ enabled: false, variants: before.environments[n].variants });
    expect(place.strategies).toHaveLength(n + 1);
    for (const [k, strategy] of place.strategies.entries()) {
      const { id, parameters, ...rest } = before.environments[n].strategies[k];
      expect(strategy).toMatchObject({ ...rest, featureName: name, segments: [segment] });
      expect(strategy.parameters).toEqual(
        parameters.groupId ? { ...parameters, groupId: name } : parameters,
      );
      expect(strategy.id).not.toBe(id);
    }
  }
  expect((await service.api.get(at(parent)).expect(200)).body.children).toEqual(
    [name, source].sort(),
  );
});

test('cloning records every part as if it had been made by itself', async () => {
  const { source, parent } = await rich();
  const name = unique('clone');
  const { body: created } = await clone(source, { name }).expect(201);
  const events = await eventsOf(service, name);
  const shown = (await service.api.get(at(name)).expect(200)).body;
  const [development, production] = shown.environments;
  expect(
    events.map(({ type, environment, data, preData }) => ({ type, environment, data, preData })),
  ).toEqual([
    { type: 'feature-created', environment: null, data: created, preData: null },
    {
      type: 'feature-environment-variants-updated',
      environment: 'production',
      data: { variants: production.variants },
      preData: { variants: [] },
    },
    {
      type: 'feature-strategy-add',
      environment: 'development',
      data: development.strategies[0],
      preData: null,
    },
    {
      type: 'feature-strategy-add',
      environment: 'production',
      data: production.strategies[0],
      preData: null,
    },
    {
      type: 'feature-strategy-add',
      environment: 'production',
      data: production.strategies[1],
      preData: null,
    },
    {
      type: 'feature-dependency-added',
      environment: null,
      data: { feature: parent, enabled: true, variants: ['blue'] },
      preData: null,
    },
  ]);
});

test('the group of the strategies stays where that is wanted', async () => {
  const source = await service.given.feature({ enabledIn: ['development'] });
  const name = unique('clone');
  await clone(source, { name, replaceGroupId: false }).expect(201);
  expect((await service.api.get(at(name)).expect(200)).body.strategies[0].parameters.groupId).toBe(
    source,
  );
});

test('an environment that the project has given up is not cloned', async () => {
  const source = await service.given.feature({ enabledIn: ['development', 'production'] });
  const name = unique('clone');
  await service.sql(
    "DELETE FROM project_environment WHERE project = 'default' AND environment = 'development'",
  );
  await clone(source, { name }).expect(201);
  await service.sql(
    "INSERT INTO project_environment (project, environment) VALUES ('default', 'development')",
  );
  expect(
    await service.sql('SELECT environment FROM feature_strategy WHERE feature_name = $1', [name]),
  ).toEqual([{ environment: 'production' }]);
});

describe('cloning is refused, and leaves nothing,', () => {
  const remains = (name: string) => service.sql('SELECT FROM feature WHERE name = $1', [name]);

  test('where the name is taken or unfit', async () => {
    const [source, taken] = [
      await service.given.feature(),
      await service.given.feature({ archived: true }),
    ];
    const { body } = await clone(source, { name: taken }).expect(409);
    expect(body.name).toBe('NameExistsError');
    await clone(source, { name: 'not fit' }).expect(400);
    await clone(source, {}).expect(400);
    expect(await eventTypesOf(service, taken)).toEqual(['feature-created']);
  });

  test('where there is no such live source', async () => {
    const archived = await service.given.feature({ archived: true });
    const live = await service.given.feature();
    const name = unique('clone');
    await clone(archived, { name }).expect(404);
    await clone('no-such-feature', { name }).expect(404);
    await service.api
      .post(`/api/admin/projects/nowhere/features/${live}/clone`, { name })
      .expect(404);
    expect(await remains(name)).toHaveLength(0);
    expect(await eventTypesOf(service, name)).toEqual([]);
  });

  test('but once, when many want the same name at once', async () => {
    const source = await service.given.feature({ enabledIn: ['development'] });
    const name = unique('clone');
    const answers = await Promise.all(Array.from({ length: 8 }, () => clone(source, { name })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    expect(await eventTypesOf(service, name)).toEqual(['feature-created', 'feature-strategy-add']);
  });
});
