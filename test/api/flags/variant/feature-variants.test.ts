import { at } from '../../../support/api.js';
import { eventsOf } from '../../../support/events.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const variable = (name: string, more: object = {}): object => ({
  name,
  weight: 0,
  weightType: 'variable',
  ...more,
});
const variantsOf = (feature: string): string => `${at(feature)}/variants`;
const variantsIn = (feature: string, environment: string): string =>
  `${at(feature, environment)}/variants`;
const written = (feature: string) =>
  eventsOf(service, feature, 'feature-environment-variants-updated');

describe('writing the variants of a feature', () => {
  test('writes them to every environment of the project, with their weights, ordered by name, and records each environment', async () => {
    const feature = await service.given.feature();
    const answer = await service.api
      .put(variantsOf(feature), [variable('c'), variable('a'), variable('b')])
      .expect(200);
    const variants = [
      { name: 'a', weight: 333, weightType: 'variable' },
      { name: 'b', weight: 333, weightType: 'variable' },
      { name: 'c', weight: 334, weightType: 'variable' },
    ];
    expect(answer.body).toEqual({ version: 1, variants });
    expect((await service.api.get(variantsIn(feature, 'development')).expect(200)).body).toEqual({
      version: 1,
      variants,
    });
    expect((await service.api.get(variantsIn(feature, 'production')).expect(200)).body).toEqual({
      version: 1,
      variants,
    });
    const change = { project: 'default', data: { variants }, preData: { variants: [] } };
    expect(await written(feature)).toMatchObject([
      { ...change, environment: 'development' },
      { ...change, environment: 'production' },
    ]);
  });

  test('keeps fixed weights, and divides what they leave', async () => {
    const feature = await service.given.feature();
    const fixed = { name: 'fixed', weight: 400, weightType: 'fix' };
    const { body } = await service.api
      .put(variantsOf(feature), [fixed, variable('one'), { name: 'two', weight: 7 }])
      .expect(200);
    expect(body.variants).toEqual([
      { name: 'fixed', weight: 400, weightType: 'fix' },
      { name: 'one', weight: 300, weightType: 'variable' },
      { name: 'two', weight: 300, weightType: 'variable' },
    ]);
  });

  test('keeps stickiness, payload and overrides, and adds none', async () => {
    const feature = await service.given.feature();
    const sent = [
      variable('a', { stickiness: 'userId', payload: { type: 'json', value: '{"x":1}' } }),
      variable('b', {
        payload: { type: 'number', value: 'any' },
        overrides: [{ contextName: 'userId', values: ['1', '2'] }],
      }),
    ];
    const { body } = await service.api.put(variantsOf(feature), sent).expect(200);
    expect(body.variants).toEqual(sent.map((variant) => ({ ...variant, weight: 500 })));
    expect((await service.api.get(variantsOf(feature)).expect(200)).body).toEqual(body);
  });

  test('records nothing where nothing changes', async () => {
    const feature = await service.given.feature();
    await service.api.put(variantsOf(feature), [variable('a')]).expect(200);
    await service.api.put(variantsIn(feature, 'production'), [variable('b')]).expect(200);
    const before = await written(feature);
    await service.api.put(variantsOf(feature), [variable('a')]).expect(200);
    const after = await written(feature);
    expect(after.slice(before.length).map((event) => event.environment)).toEqual(['production']);
    await service.api.put(variantsOf(feature), [variable('a')]).expect(200);
    expect(await written(feature)).toEqual(after);
  });

  test.each([
    [
      'a fixed sum over 1000',
      [
        { name: 'a', weight: 600, weightType: 'fix' },
        { name: 'b', weight: 401, weightType: 'fix' },
        variable('c'),
      ],
    ],
    ['only fixed variants', [{ name: 'a', weight: 1000, weightType: 'fix' }]],
    ['a weight over 1000', [{ name: 'a', weight: 1001 }]],
    ['a negative weight', [{ name: 'a', weight: -1 }]],
    ['a fraction', [{ name: 'a', weight: 0.5 }]],
    ['no weight', [{ name: 'a' }]],
    ['a name twice', [variable('a'), variable('a')]],
    ['a name with a blank', [variable('a b')]],
    ['an empty name', [variable('')]],
    ['no name', [{ weight: 0 }]],
    ['an unknown weightType', [{ name: 'a', weight: 0, weightType: 'loose' }]],
    [
      'a payload that is not the JSON it says it is',
      [variable('a', { payload: { type: 'json', value: '{x' } })],
    ],
    ['an empty payload', [variable('a', { payload: { type: 'string', value: '' } })]],
    [
      'a payload of an unknown type',
      [variable('a', { payload: { type: 'boolean', value: 'true' } })],
    ],
    ['an override without values', [variable('a', { overrides: [{ contextName: 'userId' }] })]],
    ['an unknown property', [variable('a', { colour: 'red' })]],
    [
      'an unknown property of the payload',
      [variable('a', { payload: { type: 'string', value: 'x', more: 1 } })],
    ],
    ['something that is no list', { name: 'a', weight: 0 }],
  ])('refuses %s, and changes nothing', async (_, body) => {
    const feature = await service.given.feature();
    const refusal = await service.api.put(variantsOf(feature), body).expect(400);
    expect(refusal.body.name).toBe('BadDataError');
    expect((await service.api.get(variantsOf(feature)).expect(200)).body.variants).toEqual([]);
    expect(await written(feature)).toEqual([]);
  });

  test('refuses archived features, and changes nothing', async () => {
    const feature = await service.given.feature();
    await service.api.put(variantsOf(feature), [variable('a')]).expect(200);
    const before = await written(feature);
    await service.api.delete(at(feature)).expect(202);
    for (const path of [variantsOf(feature), variantsIn(feature, 'production')]) {
      expect((await service.api.put(path, [variable('b')]).expect(400)).body.name).toBe(
        'ArchivedFeatureError',
      );
      expect((await service.api.patch(path, []).expect(400)).body.name).toBe(
        'ArchivedFeatureError',
      );
    }
    const batch = { environments: ['production'], variants: [] };
    expect(
      (await service.api.put(`${at(feature)}/variants-batch`, batch).expect(400)).body.name,
    ).toBe('ArchivedFeatureError');
    expect((await service.api.get(variantsOf(feature)).expect(200)).body.variants).toMatchObject([
      { name: 'a' },
    ]);
    expect(await written(feature)).toEqual(before);
  });

  test('refuses unknown features and projects', async () => {
    const feature = await service.given.feature();
    await service.api.put(variantsOf('no-such-feature'), []).expect(404);
    await service.api
      .put(`/api/admin/projects/no-such-project/features/${feature}/variants`, [])
      .expect(404);
    await service.api.get(variantsOf('no-such-feature')).expect(404);
    await service.api
      .get(`/api/admin/projects/no-such-project/features/${feature}/variants`)
      .expect(404);
  });

  test('of several at once, each finds what the one before it left', async () => {
    const feature = await service.given.feature();
    const names = Array.from({ length: 12 }, (_, index) => `v${index}`);
    const add = (name: string) =>
      service.api
        .patch(variantsOf(feature), [{ op: 'add', path: '/-', value: variable(name) }])
        .expect(200);
    await Promise.all(names.map(add));
    const { body } = await service.api.get(variantsOf(feature)).expect(200);
    expect(body.variants.map((variant: { name: string }) => variant.name).sort()).toEqual(
      [...names].sort(),
    );
    expect(await written(feature)).toHaveLength(24);
  });
});

describe('patching the variants of a feature', () => {
  test('starts from the first environment that has any, and writes to all', async () => {
    const feature = await service.given.feature();
    await service.api
      .put(`${at(feature)}/variants-batch`, {
        environments: ['production'],
        variants: [variable('a')],
      })
      .expect(200);
    const { body } = await service.api
      .patch(variantsOf(feature), [{ op: 'add', path: '/0', value: variable('b') }])
      .expect(200);
    expect(body.variants).toEqual([
      { ...variable('a'), weight: 500, stickiness: 'default' },
      { name: 'b', weight: 500, weightType: 'variable' },
    ]);
    expect((await service.api.get(variantsIn(feature, 'development')).expect(200)).body).toEqual(
      body,
    );
    expect((await service.api.get(variantsIn(feature, 'production')).expect(200)).body).toEqual(
      body,
    );
  });

  test.each([
    ['into nothing', [{ op: 'replace', path: '/3/name', value: 'x' }]],
    ['without a value', [{ op: 'replace', path: '/0/name' }]],
    ['by a test', [{ op: 'test', path: '/0/name', value: 'a' }]],
    ['to an unusable variant', [{ op: 'replace', path: '/0/weight', value: 'much' }]],
    ['to an unknown property', [{ op: 'add', path: '/0/colour', value: 'red' }]],
    ['to something that is no list', [{ op: 'replace', path: '', value: {} }]],
    [
      'by copies of copies of copies',
      Array.from({ length: 60 }, () => ({ op: 'copy', from: '', path: '/-' })),
    ],
    ['to a list of something else', [{ op: 'add', path: '/-', value: 'b' }]],
  ])('is refused %s, and changes nothing', async (_, steps) => {
    const feature = await service.given.feature();
    await service.api.put(variantsOf(feature), [variable('a')]).expect(200);
    const before = await written(feature);
    for (const path of [variantsOf(feature), variantsIn(feature, 'development')]) {
      expect((await service.api.patch(path, steps).expect(400)).body.name).toBe('BadDataError');
    }
    expect((await service.api.get(variantsOf(feature)).expect(200)).body.variants).toMatchObject([
      { name: 'a' },
    ]);
    expect(await written(feature)).toEqual(before);
  });
});

describe('reading the variants of a feature', () => {
  test('answers those of the first environment in order that has any, and says that this is deprecated', async () => {
    const feature = await service.given.feature();
    const batch = (environment: string, name: string) =>
      service.api
        .put(`${at(feature)}/variants-batch`, {
          environments: [environment],
          variants: [variable(name)],
        })
        .expect(200);
    expect((await service.api.get(variantsOf(feature)).expect(200)).body).toEqual({
      version: 1,
      variants: [],
    });
    await batch('production', 'late');
    expect((await service.api.get(variantsOf(feature)).expect(200)).body.variants).toMatchObject([
      { name: 'late' },
    ]);
    await batch('development', 'early');
    const read = await service.api.get(variantsOf(feature)).expect(200);
    expect(read.body.variants).toMatchObject([{ name: 'early' }]);
    expect(read.headers['deprecation']).toMatch(/^@\d+$/);
    expect((await service.api.get(at(feature)).expect(200)).body.variants).toEqual(
      read.body.variants,
    );
  });
});
