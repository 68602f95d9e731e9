import { randomUUID } from 'node:crypto';
import { UnitOfWork } from '../../../../src/core/event/unit-of-work.js';
import { SYSTEM } from '../../../../src/core/event/actor.js';
import { StrategySegments } from '../../../../src/flags/feature/strategy/strategy-segments.js';
import { at } from '../../../support/api.js';
import { TestService } from '../../../support/service.js';
import { added, eventsOf, segment, strategiesOf } from './support.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const HERE = { projectId: 'default', environment: 'development' };
const set = (id: string, ids: number[], place = HERE): Promise<boolean> =>
  service.service.app
    .get(UnitOfWork)
    .run(SYSTEM, (tx) => service.service.app.get(StrategySegments).set(id, place, ids, tx));

test('setting the segments of a strategy by its id records the change, once', async () => {
  const feature = await service.given.feature();
  const strategy = await added(service.api, feature);
  const id = await segment(service, 'one');
  expect(await set(strategy.id, [id])).toBe(true);
  expect(await set(strategy.id, [id])).toBe(true);
  expect((await eventsOf(service, feature)).slice(1)).toMatchObject([
    {
      type: 'feature-strategy-update',
      data: { segments: [id] },
      preData: { segments: [] },
      environment: 'development',
    },
  ]);
});

test.each([
  ['an unknown id', { ...HERE }, randomUUID()],
  ['a malformed id', { ...HERE }, 'abc'],
  ['another project', { ...HERE, projectId: 'other' }, undefined],
  ['another environment', { ...HERE, environment: 'production' }, undefined],
])('%s names no strategy, and nothing is changed', async (_, place, strategyId) => {
  const feature = await service.given.feature();
  const strategy = await added(service.api, feature);
  const id = await segment(service, `segment of ${feature}`);
  expect(await set(strategyId ?? strategy.id, [id], place)).toBe(false);
  expect((await service.api.get(strategiesOf(feature)).expect(200)).body).toEqual([strategy]);
});

test('segments of strategies of an archived feature stay', async () => {
  const feature = await service.given.feature();
  const strategy = await added(service.api, feature);
  await service.api.delete(at(feature)).expect(202);
  await expect(set(strategy.id, [])).rejects.toThrow('archived');
});
