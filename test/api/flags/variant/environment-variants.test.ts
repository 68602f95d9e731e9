import { at } from '../../../support/api.js';
import { eventsOf } from '../../../support/events.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const a = { name: 'a', weight: 1000, weightType: 'variable' };
const b = { name: 'b', weight: 1000, weightType: 'variable' };
const batched = { ...a, stickiness: 'default' };
const variantsIn = (feature: string, environment: string): string =>
  `${at(feature, environment)}/variants`;
const batchOf = (feature: string): string => `${at(feature)}/variants-batch`;
const read = async (feature: string, environment: string) =>
  (await service.api.get(variantsIn(feature, environment)).expect(200)).body.variants;
const written = (feature: string) =>
  eventsOf(service, feature, 'feature-environment-variants-updated');

describe('writing the variants of one environment', () => {
  test('changes that environment alone, and records it', async () => {
    const feature = await service.given.feature();
    await service.api.put(`${at(feature)}/variants`, [a]).expect(200);
    const before = await written(feature);
    const answer = await service.api.put(variantsIn(feature, 'production'), [b]).expect(200);
    expect(answer.body).toEqual({ version: 1, variants: [b] });
    expect(await read(feature, 'production')).toEqual([b]);
    expect(await read(feature, 'development')).toEqual([a]);
    const events = (await written(feature)).slice(before.length);
    expect(events).toMatchObject([
      { environment: 'production', data: { variants: [b] }, preData: { variants: [a] } },
    ]);
  });

  test('patches that environment alone, and records it', async () => {
    const feature = await service.given.feature();
    await service.api.put(`${at(feature)}/variants`, [a]).expect(200);
    const before = await written(feature);
    const patch = [{ op: 'replace', path: '/0/name', value: 'b' }];
    const answer = await service.api.patch(variantsIn(feature, 'development'), patch).expect(200);
    expect(answer.body.variants).toEqual([b]);
    expect(await read(feature, 'development')).toEqual([b]);
    expect(await read(feature, 'production')).toEqual([a]);
    const events = (await written(feature)).slice(before.length);
    expect(events).toMatchObject([
      { environment: 'development', data: { variants: [b] }, preData: { variants: [a] } },
    ]);
  });

  test('is refused while the feature has no variants in any environment', async () => {
    const feature = await service.given.feature();
    const put = await service.api.put(variantsIn(feature, 'production'), [a]).expect(403);
    const patch = await service.api
      .patch(variantsIn(feature, 'production'), [{ op: 'add', path: '/-', value: a }])
      .expect(403);
    expect([put.body.name, patch.body.name]).toEqual([
      'InvalidOperationError',
      'InvalidOperationError',
    ]);
    expect(await read(feature, 'production')).toEqual([]);
    expect(await written(feature)).toEqual([]);
  });

  test('is possible where another environment has variants', async () => {
    const feature = await service.given.feature();
    await service.api
      .put(batchOf(feature), { environments: ['development'], variants: [a] })
      .expect(200);
    await service.api.put(variantsIn(feature, 'production'), [b]).expect(200);
    expect(await read(feature, 'production')).toEqual([b]);
  });

  test('refuses environments that the project lacks, be they known elsewhere', async () => {
    const feature = await service.given.feature();
    for (const environment of ['no-such-environment', 'default']) {
      await service.api.get(variantsIn(feature, environment)).expect(404);
      await service.api.put(variantsIn(feature, environment), [a]).expect(404);
      await service.api.patch(variantsIn(feature, environment), []).expect(404);
    }
    await service.api.get(variantsIn('no-such-feature', 'production')).expect(404);
    await service.api.put(variantsIn('no-such-feature', 'production'), [a]).expect(404);
  });

  test('refuses client tokens', async () => {
    const feature = await service.given.feature();
    await service.api
      .as({ token: CLIENT_TOKEN })
      .put(variantsIn(feature, 'production'), [a])
      .expect(403);
    await service.api
      .as({ token: CLIENT_TOKEN })
      .put(batchOf(feature), { environments: ['production'], variants: [a] })
      .expect(403);
    expect(await written(feature)).toEqual([]);
  });
});

describe('writing the variants of some environments', () => {
  test('writes to each of them, with the stickiness of the reference, and records each that changes', async () => {
    const feature = await service.given.feature();
    await service.api
      .put(batchOf(feature), { environments: ['development'], variants: [a] })
      .expect(200);
    const before = await written(feature);
    const batch = { environments: ['production', 'development', 'production'], variants: [a] };
    expect((await service.api.put(batchOf(feature), batch).expect(200)).body).toEqual({
      version: 1,
      variants: [batched],
    });
    expect(await read(feature, 'production')).toEqual([batched]);
    expect((await written(feature)).slice(before.length).map((event) => event.environment)).toEqual(
      ['production'],
    );
  });

  test('writes to none when the project lacks one', async () => {
    const feature = await service.given.feature();
    for (const environment of ['no-such-environment', 'default']) {
      await service.api
        .put(batchOf(feature), { environments: ['production', environment], variants: [a] })
        .expect(404);
    }
    expect(await read(feature, 'production')).toEqual([]);
    expect(await written(feature)).toEqual([]);
  });

  test('looks at the project', async () => {
    const feature = await service.given.feature();
    const path = `/api/admin/projects/no-such-project/features/${feature}/variants-batch`;
    await service.api.put(path, { environments: ['production'], variants: [a] }).expect(404);
    expect(await written(feature)).toEqual([]);
  });

  test.each([
    ['no environments', { variants: [a] }],
    ['an empty list of environments', { environments: [], variants: [a] }],
    [
      'variants that cannot be used',
      { environments: ['production'], variants: [{ ...a, colour: 'red' }] },
    ],
    [
      'only fixed variants',
      { environments: ['production'], variants: [{ ...a, weightType: 'fix' }] },
    ],
  ])('refuses %s, and changes nothing', async (_, batch) => {
    const feature = await service.given.feature();
    await service.api.put(batchOf(feature), batch).expect(400);
    expect(await read(feature, 'production')).toEqual([]);
    expect(await written(feature)).toEqual([]);
  });
});
