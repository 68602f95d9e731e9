import { at } from '../../../support/api.js';
import { TestService } from '../../../support/service.js';
import { added, eventsOf, strategiesOf } from './support.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const typesOf = async (feature: string): Promise<string[]> =>
  (await eventsOf(service, feature)).map((event) => event.type);
const list = async (feature: string, environment?: string): Promise<Record<string, unknown>[]> =>
  (await service.api.get(strategiesOf(feature, undefined, environment)).expect(200)).body as Record<
    string,
    unknown
  >[];
const isOn = async (feature: string): Promise<boolean> =>
  ((await service.api.get(at(feature, 'development')).expect(200)).body as { enabled: boolean })
    .enabled;

describe('the last active strategy', () => {
  const ways: [string, (path: string) => Promise<unknown>, string][] = [
    ['removed', async (path) => service.api.delete(path).expect(200), 'feature-strategy-remove'],
    [
      'disabled by PUT',
      async (path) => service.api.put(path, { disabled: true }).expect(200),
      'feature-strategy-update',
    ],
    [
      'disabled by PATCH',
      async (path) =>
        service.api.patch(path, [{ op: 'replace', path: '/disabled', value: true }]).expect(200),
      'feature-strategy-update',
    ],
  ];

  test.each(ways)('turns the feature off when it is %s', async (_, remove, type) => {
    const feature = await service.given.feature();
    const [first, second] = [await added(service.api, feature), await added(service.api, feature)];
    await added(service.api, feature, { name: 'default', disabled: true });
    await service.api.post(`${at(feature, 'development')}/on`).expect(200);
    await remove(strategiesOf(feature, first.id));
    expect(await isOn(feature)).toBe(true);
    await remove(strategiesOf(feature, second.id));
    expect(await isOn(feature)).toBe(false);
    expect((await typesOf(feature)).slice(-3)).toEqual([
      type,
      type,
      'feature-environment-disabled',
    ]);
  });

  test.each(ways)(
    'turns the feature off once when both of two are %s at once',
    async (_, remove) => {
      const feature = await service.given.feature();
      const both = [await added(service.api, feature), await added(service.api, feature)];
      await service.api.post(`${at(feature, 'development')}/on`).expect(200);
      await Promise.all(both.map(({ id }) => remove(strategiesOf(feature, id))));
      expect(await isOn(feature)).toBe(false);
      expect(
        (await typesOf(feature)).filter((type) => type === 'feature-environment-disabled'),
      ).toHaveLength(1);
    },
  );
});

describe('activating disabled strategies on turning on', () => {
  test('activates them beside others, and records each', async () => {
    const feature = await service.given.feature();
    await added(service.api, feature);
    const disabled = await added(service.api, feature, { name: 'default', disabled: true });
    await service.api
      .post(`${at(feature, 'development')}/on?shouldActivateDisabledStrategies=true`)
      .expect(200);
    expect((await list(feature)).map((s) => s['disabled'])).toEqual([false, false]);
    expect((await eventsOf(service, feature)).slice(-2)).toMatchObject([
      {
        type: 'feature-strategy-update',
        preData: disabled,
        data: { ...disabled, disabled: false },
      },
      { type: 'feature-environment-enabled' },
    ]);
  });
});

describe('ordering strategies', () => {
  test('sets positions, passes over what is not there, and records the order before and after', async () => {
    const feature = await service.given.feature();
    const [a, b, c] = [
      await added(service.api, feature),
      await added(service.api, feature),
      await added(service.api, feature),
    ];
    const elsewhere = await added(service.api, await service.given.feature());
    const positions = [
      { id: a.id, sortOrder: 1 },
      { id: a.id.toUpperCase(), sortOrder: 9 },
      { id: elsewhere.id, sortOrder: 5 },
      { id: 'no-id', sortOrder: 5 },
    ];
    await service.api.post(strategiesOf(feature, 'set-sort-order'), positions).expect(200);
    expect((await list(feature)).map((s) => [s['id'], s['sortOrder']])).toEqual([
      [b.id, 1],
      [c.id, 2],
      [a.id, 9],
    ]);
    expect((await eventsOf(service, feature)).at(-1)).toEqual({
      type: 'strategy-order-changed',
      data: { strategyIds: [b.id, c.id, a.id] },
      preData: { strategyIds: [a.id, b.id, c.id] },
      environment: 'development',
    });
    expect(
      (await service.api.get(strategiesOf(elsewhere['featureName'] as string)).expect(200)).body,
    ).toEqual([elsewhere]);
  });

  test('records nothing when nothing moves', async () => {
    const feature = await service.given.feature();
    const { id } = await added(service.api, feature);
    await service.api
      .post(strategiesOf(feature, 'set-sort-order'), [{ id, sortOrder: 0 }])
      .expect(200);
    await service.api.post(strategiesOf(feature, 'set-sort-order'), []).expect(200);
    expect(await typesOf(feature)).toEqual(['feature-strategy-add']);
  });

  test.each([
    [{}],
    [[{ id: 'x' }]],
    [[{ sortOrder: 1 }]],
    [[{ id: 'x', sortOrder: 0.5 }]],
    [[{ id: 'x', sortOrder: 1, more: 1 }]],
  ])('%j is 400', async (body) => {
    const feature = await service.given.feature();
    await service.api.post(strategiesOf(feature, 'set-sort-order'), body).expect(400);
  });
});
