import { randomUUID } from 'node:crypto';
import { at } from '../../../support/api.js';
import { TestService } from '../../../support/service.js';
import { added, eventsOf, segment, strategiesOf } from './support.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
  await service.sql(`
    INSERT INTO project (id, name, default_stickiness) VALUES ('other', 'Other', 'sessionId');
    INSERT INTO project_environment (project, environment) VALUES ('other', 'development')`);
});
afterAll(() => service.stop());

const typesOf = async (feature: string): Promise<string[]> =>
  (await eventsOf(service, feature)).map((event) => event.type);
const list = async (feature: string, environment?: string): Promise<Record<string, unknown>[]> =>
  (await service.api.get(strategiesOf(feature, undefined, environment)).expect(200)).body as Record<
    string,
    unknown
  >[];

describe('adding a strategy', () => {
  test('answers the strategy with its defaults, as it is read afterwards, and records it', async () => {
    const feature = await service.given.feature();
    const strategy = await added(service.api, feature, {
      id: randomUUID(),
      name: 'userWithId',
      parameters: { userIds: 5 },
      strange: true,
    });
    expect(strategy).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'userWithId',
      title: null,
      disabled: false,
      featureName: feature,
      sortOrder: 0,
      segments: [],
      constraints: [],
      variants: [],
      parameters: { userIds: '5' },
    });
    expect((await service.api.get(strategiesOf(feature, strategy.id)).expect(200)).body).toEqual(
      strategy,
    );
    expect(await list(feature)).toEqual([strategy]);
    expect(await eventsOf(service, feature)).toEqual([
      { type: 'feature-strategy-add', data: strategy, preData: null, environment: 'development' },
    ]);
  });

  test('fills in what a gradual rollout is missing, and nothing else', async () => {
    const feature = await service.given.feature();
    const rollout = await added(service.api, feature, {
      name: 'flexibleRollout',
      parameters: { rollout: 'abc' },
    });
    expect(rollout['parameters']).toEqual({
      rollout: 'abc',
      stickiness: 'default',
      groupId: feature,
    });
    const standard = await added(service.api, feature, { name: 'default' });
    expect(standard['parameters']).toEqual({});
  });

  test('sets the default stickiness of the project', async () => {
    const name = 'feature-of-another-project';
    await service.api.post('/api/admin/projects/other/features', { name }).expect(201);
    const path = `/api/admin/projects/other/features/${name}/environments/development/strategies`;
    const { body } = await service.api.post(path, { name: 'flexibleRollout' }).expect(200);
    expect(body.parameters).toEqual({ rollout: '100', stickiness: 'sessionId', groupId: name });
  });

  test('puts it behind the others, or where it says', async () => {
    const feature = await service.given.feature();
    const orders = [];
    for (const sortOrder of [undefined, 7, undefined, 7, -3, 2_147_483_647, undefined])
      orders.push((await added(service.api, feature, { name: 'default', sortOrder }))['sortOrder']);
    expect(orders).toEqual([0, 7, 8, 7, -3, 2_147_483_647, 2_147_483_647]);
    expect((await list(feature)).map((s) => s['sortOrder'])).toEqual([
      -3, 0, 7, 7, 8, 2_147_483_647, 2_147_483_647,
    ]);
  });

  test.each([
    ['no name', {}],
    ['an unknown definition', { name: 'unheard-of' }],
    ['a fraction as position', { name: 'default', sortOrder: 1.5 }],
    ['a position out of range', { name: 'default', sortOrder: 2 ** 31 }],
    ['parameters that are a list', { name: 'default', parameters: [] }],
    ['a parameter that is an object', { name: 'default', parameters: { a: {} } }],
    ['segments that are texts', { name: 'default', segments: ['one'] }],
    ['a word that is no flag', { name: 'default', disabled: 'perhaps' }],
  ])('%s is 400', async (_, body) => {
    const feature = await service.given.feature();
    await service.api.post(strategiesOf(feature), body).expect(400);
    expect(await list(feature)).toEqual([]);
    expect(await eventsOf(service, feature)).toEqual([]);
  });

  test('stops at 30, exactly, when many are added at once', async () => {
    const feature = await service.given.feature();
    const answers = await Promise.all(
      Array.from({ length: 36 }, () =>
        service.api.post(strategiesOf(feature), { name: 'default', disabled: true }),
      ),
    );
    const refused = answers.filter((answer) => answer.status !== 200);
    expect(refused.map((answer) => [answer.status, answer.body.name])).toEqual(
      Array(6).fill([400, 'ExceedsLimitError']),
    );
    const strategies = await list(feature);
    expect(strategies.map((s) => s['sortOrder'])).toEqual(Array.from({ length: 30 }, (_, n) => n));
    expect(await typesOf(feature)).toHaveLength(30);
    await service.api.post(`${at(feature, 'development')}/on`).expect(400);
    expect(await list(feature)).toHaveLength(30);
  });
});

describe('variants of a strategy', () => {
  const variant = { name: 'a', weight: 0, weightType: 'variable', stickiness: 'default' };

  test('share what the fixed ones leave', async () => {
    const feature = await service.given.feature();
    const overrides = [{ contextName: 'userId', values: ['1'] }];
    const { variants } = await added(service.api, feature, {
      name: 'default',
      variants: [
        { ...variant, overrides },
        { ...variant, name: 'b', weight: 100, weightType: 'fix' },
        { ...variant, name: 'c', weight: 5 },
      ],
    });
    expect(variants).toMatchObject([
      { name: 'a', weight: 450, overrides },
      { name: 'b', weight: 100 },
      { name: 'c', weight: 450 },
    ]);
  });

  test('are in order of name, and stay as they are when they are written as read', async () => {
    const feature = await service.given.feature();
    const variants = ['c', 'a', 'b'].map((name) => ({ ...variant, name }));
    const { id, ...strategy } = await added(service.api, feature, { name: 'default', variants });
    expect(strategy['variants']).toMatchObject([
      { name: 'a', weight: 333 },
      { name: 'b', weight: 333 },
      { name: 'c', weight: 334 },
    ]);
    const again = await service.api.put(strategiesOf(feature, id), strategy).expect(200);
    expect(again.body.variants).toEqual(strategy['variants']);
  });

  test.each([
    ['only fixed ones', [{ ...variant, weight: 1000, weightType: 'fix' }]],
    [
      'fixed ones above 1000',
      [
        variant,
        { ...variant, name: 'b', weight: 600, weightType: 'fix' },
        { ...variant, name: 'c', weight: 600, weightType: 'fix' },
      ],
    ],
    ['a name twice', [variant, variant]],
    ['a name that no path carries', [{ ...variant, name: 'a b' }]],
    ['a fraction as weight', [{ ...variant, weight: 0.5 }]],
    ['a weight above 1000', [{ ...variant, weight: 1001 }]],
    ['no stickiness', [{ name: 'a', weight: 1, weightType: 'variable' }]],
    ['a payload of an unknown type', [{ ...variant, payload: { type: 'boolean', value: 'true' } }]],
    [
      'a payload that is not the JSON it should be',
      [{ ...variant, payload: { type: 'json', value: '{' } }],
    ],
  ])('%s is 400', async (_, variants) => {
    const feature = await service.given.feature();
    await service.api.post(strategiesOf(feature), { name: 'default', variants }).expect(400);
    expect(await list(feature)).toEqual([]);
  });
});

describe('segments of a strategy', () => {
  test('are set, kept when left out, and cleared by an empty list', async () => {
    const feature = await service.given.feature();
    const [one, two] = [await segment(service, 'one'), await segment(service, 'two', 'default')];
    const { id } = await added(service.api, feature, {
      name: 'default',
      segments: [two, one, two],
    });
    const put = async (body: object): Promise<unknown> =>
      (await service.api.put(strategiesOf(feature, id), body).expect(200)).body.segments;
    expect((await list(feature))[0]!['segments']).toEqual([one, two]);
    expect(await put({})).toEqual([one, two]);
    expect(await put({ segments: [two] })).toEqual([two]);
    expect(await put({ segments: [] })).toEqual([]);
    expect(
      (await eventsOf(service, feature)).map((e) => [
        e.type,
        e.data?.['segments'],
        e.preData?.['segments'],
      ]),
    ).toEqual([
      ['feature-strategy-add', [one, two], undefined],
      ['feature-strategy-update', [two], [one, two]],
      ['feature-strategy-update', [], [two]],
    ]);
  });

  test.each([
    ['an unknown one', async () => [999_999], 404],
    ['one that no segment can be', async () => [2 ** 40], 404],
    ['one of another project', async () => [await segment(service, 'theirs', 'other')], 400],
    ['more than five', async () => [1, 2, 3, 4, 5, 6], 400],
  ])('refuse %s', async (_, ids, status) => {
    const feature = await service.given.feature();
    await service.api
      .post(strategiesOf(feature), { name: 'default', segments: await ids() })
      .expect(status);
    expect(await list(feature)).toEqual([]);
    expect(await eventsOf(service, feature)).toEqual([]);
  });
});

describe('replacing a strategy', () => {
  const full = {
    name: 'flexibleRollout',
    title: 'half',
    parameters: { rollout: '50', stickiness: 'default', groupId: 'g' },
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
    variants: [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }],
  };

  test('clears constraints and variants that are left out, and keeps everything else that is', async () => {
    const feature = await service.given.feature();
    const before = await added(service.api, feature, full);
    const { body } = await service.api
      .put(strategiesOf(feature, before.id), { sortOrder: 9 })
      .expect(200);
    expect(body).toEqual({ ...before, constraints: [], variants: [] });
    expect((await eventsOf(service, feature)).at(-1)).toEqual({
      type: 'feature-strategy-update',
      data: body,
      preData: before,
      environment: 'development',
    });
  });

  test('replaces the parameters as a whole, and fills nothing in', async () => {
    const feature = await service.given.feature();
    const { id } = await added(service.api, feature, full);
    const wanted = { name: 'default', title: null, disabled: true, parameters: { rollout: 5 } };
    const { body } = await service.api.put(strategiesOf(feature, id), wanted).expect(200);
    expect(body).toMatchObject({
      id,
      name: 'default',
      title: null,
      disabled: true,
      parameters: { rollout: '5' },
    });
    expect(body.parameters).toEqual({ rollout: '5' });
  });

  test('records nothing when it changes nothing', async () => {
    const feature = await service.given.feature();
    const before = await added(service.api, feature, full);
    const { body } = await service.api.put(strategiesOf(feature, before.id), full).expect(200);
    expect(body).toEqual(before);
    expect(await typesOf(feature)).toEqual(['feature-strategy-add']);
  });

  test('by an unknown definition is 400', async () => {
    const feature = await service.given.feature();
    const { id } = await added(service.api, feature);
    await service.api.put(strategiesOf(feature, id), { name: 'unheard-of' }).expect(400);
    expect(await typesOf(feature)).toEqual(['feature-strategy-add']);
  });
});

describe('patching a strategy', () => {
  test('changes what it names, and nothing else', async () => {
    const feature = await service.given.feature();
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['1'] }];
    const before = await added(service.api, feature, {
      name: 'default',
      title: 'old',
      constraints,
    });
    const { body } = await service.api
      .patch(strategiesOf(feature, before.id), [
        { op: 'replace', path: '/title', value: 'new' },
        { op: 'add', path: '/constraints/0/values/-', value: '2' },
        { op: 'replace', path: '/id', value: randomUUID() },
        { op: 'replace', path: '/sortOrder', value: 40 },
      ])
      .expect(200);
    expect(body).toEqual({
      ...before,
      title: 'new',
      constraints: [{ ...constraints[0], values: ['1', '2'] }],
    });
    expect((await eventsOf(service, feature)).at(-1)).toMatchObject({
      type: 'feature-strategy-update',
      data: body,
      preData: before,
    });
  });

  test.each([
    ['a path that leads nowhere', [{ op: 'replace', path: '/nothing/there', value: 1 }]],
    ['the removal of the name', [{ op: 'remove', path: '/name' }]],
    ['an operation that is not offered', [{ op: 'test', path: '/name', value: 'default' }]],
    ['a whole that is no object', [{ op: 'replace', path: '', value: 3 }]],
    ['constraints that are none', [{ op: 'replace', path: '/constraints', value: 'all' }]],
  ])('by %s is 400', async (_, steps) => {
    const feature = await service.given.feature();
    const before = await added(service.api, feature);
    await service.api.patch(strategiesOf(feature, before.id), steps).expect(400);
    expect(await list(feature)).toEqual([before]);
    expect(await typesOf(feature)).toEqual(['feature-strategy-add']);
  });
});
