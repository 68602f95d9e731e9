import * as fc from 'fast-check';
import { at } from '../../../support/api.js';
import { TestService } from '../../../support/service.js';
import { added, segment, strategiesOf } from './support.js';

let service: TestService;
let segments: number[];
beforeAll(async () => {
  service = await TestService.start();
  segments = [await segment(service, 'first'), await segment(service, 'second')];
});
afterAll(() => service.stop());

interface Strategy {
  id: string;
  sortOrder: number;
}

/** Where the stored JSON differs from the strategies. */
const wrong = (): Promise<unknown[]> =>
  service.sql(
    `SELECT feature_name, environment, strategies
       FROM feature_environment LEFT JOIN feature_strategy_list USING (feature_name, environment)
      WHERE strategies::text IS DISTINCT FROM strategies_json(feature_name, environment)::text`,
  );

const listed = async (feature: string): Promise<Strategy[]> =>
  (await service.api.get(strategiesOf(feature)).expect(200)).body as Strategy[];

/** One of several changes to the strategies of a feature. */
type Change = 'add' | 'title' | 'disable' | 'segments' | 'no segments' | 'delete' | 'reorder';
const CHANGES: Change[] = [
  'add',
  'title',
  'disable',
  'segments',
  'no segments',
  'delete',
  'reorder',
];

async function apply(change: Change, feature: string, choice: number): Promise<void> {
  const all = await listed(feature);
  const one = all[choice % Math.max(all.length, 1)];
  if (change === 'add' || !one) {
    await added(service.api, feature, { name: 'default', segments: segments.slice(choice % 3) });
    return;
  }
  const path = strategiesOf(feature, one.id);
  const patch = (field: string, value: unknown): Promise<unknown> =>
    service.api.patch(path, [{ op: 'replace', path: `/${field}`, value }]).expect(200);
  if (change === 'title') await patch('title', `title ${choice}`);
  if (change === 'disable') await patch('disabled', choice % 2 === 0);
  if (change === 'segments') await patch('segments', segments);
  if (change === 'no segments') await patch('segments', []);
  if (change === 'delete') await service.api.delete(path).expect(200);
  if (change === 'reorder')
    await service.api
      .post(
        `${strategiesOf(feature)}/set-sort-order`,
        all.reverse().map(({ id }, sortOrder) => ({ id, sortOrder })),
      )
      .expect(200);
}

test('the stored strategies are those of the feature after any sequence of changes', async () => {
  const change = fc.tuple(fc.constantFrom(...CHANGES), fc.nat(20));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const feature = await service.given.feature();
      for (const [kind, choice] of changes) await apply(kind, feature, choice);
      expect(await wrong()).toEqual([]);
      const { body } = await service.api.get(at(feature)).expect(200);
      const { environments } = body as { environments: { name: string; strategies: unknown }[] };
      const inFeature = environments.find(({ name }) => name === 'development')!.strategies;
      for (const strategy of inFeature as Strategy[])
        expect(
          (await service.api.get(strategiesOf(feature, strategy.id)).expect(200)).body,
        ).toEqual(strategy);
    }),
    { numRuns: 8 },
  );
});

test('concurrent changes of one feature are all stored', async () => {
  const feature = await service.given.feature();
  const [first] = [await added(service.api, feature)];
  await Promise.all([
    ...Array.from({ length: 8 }, () =>
      added(service.api, feature, { name: 'default', segments }).then(() => undefined),
    ),
    service.api
      .patch(strategiesOf(feature, first.id), [{ op: 'add', path: '/title', value: 'new' }])
      .expect(200),
    service.api.post(`${at(feature, 'development')}/on`).expect(200),
  ]);
  expect(await wrong()).toEqual([]);
  expect(await listed(feature)).toHaveLength(9);
});

test('copies, imports and deleted environments leave no wrong strategies', async () => {
  const feature = await service.given.feature();
  await added(service.api, feature, { name: 'default', segments });
  await service.api.post(`${at(feature)}/clone`, { name: `${feature}-copy` }).expect(201);
  const { body } = await service.api
    .post('/api/admin/features-batch/export', { features: [feature], environment: 'development' })
    .expect(200);
  await service.api
    .post('/api/admin/features-batch/import', {
      project: 'default',
      environment: 'production',
      data: body as object,
    })
    .expect(200);
  expect(await wrong()).toEqual([]);
  await service.sql('DELETE FROM feature_strategy_segment WHERE segment_id = $1', [segments[0]]);
  expect(await wrong()).toEqual([]);
  await service.api.delete(`/api/admin/projects/default/environments/development`).expect(200);
  expect(await wrong()).toEqual([]);
});
