import { at } from '../../../support/api.js';
import { latestEvent, undo } from '../../../support/undoing.js';
import { TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';
import { EXPORT } from '../../exchange/transfer/files.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

test('statistics and exports after an undo are those from before the undone change', async () => {
  const feature = await service.given.feature({
    enabledIn: ['production'],
    tags: [{ type: 'simple', value: 'undone' }],
  });
  const counts = async () => {
    const { body } = await service.api.get('/api/admin/instance-admin/statistics').expect(200);
    const { featureToggles, archivedFeatureToggles, strategies, segments } = body;
    return { featureToggles, archivedFeatureToggles, strategies, segments };
  };
  const exported = async () => {
    const query = { environment: 'production', features: [feature] };
    return (await service.api.post(EXPORT, query).expect(200)).body;
  };
  const before = { counts: await counts(), exported: await exported() };
  await service.api.delete(at(feature)).expect(202);
  await until(async () => (await counts()).featureToggles < before.counts.featureToggles);
  expect((await exported()).features).toEqual([]);
  await undo(service, await latestEvent(service, 'feature-archived')).expect(200);
  await until(async () => (await counts()).featureToggles === before.counts.featureToggles);
  expect(await counts()).toEqual(before.counts);
  expect(await exported()).toEqual(before.exported);
});
