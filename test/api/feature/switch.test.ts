import { at } from '../../support/api.js';
import { TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const eventTypes = async (feature: string): Promise<string[]> => {
  const rows = await service.sql<{ type: string }>('SELECT type FROM event WHERE feature_name = $1 ORDER BY id', [feature]);
  return rows.map((row) => row.type);
};

describe('turning off', () => {
  test('answers the feature as a reading that follows does, and records who did it', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const off = await service.api.post(`${at(feature, 'production')}/off`).expect(200);
    const read = await service.api.get(at(feature)).expect(200);
    expect(off.body).toEqual(read.body);
    expect(off.body.enabled).toBe(false);
    expect(await eventTypes(feature)).toEqual([
      'feature-created',
      'feature-strategy-add',
      'feature-environment-enabled',
      'feature-environment-disabled',
    ]);
  });

  test('changes nothing and records nothing when the feature is off', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const first = await service.api.post(`${at(feature, 'production')}/off`).expect(200);
    const before = await eventTypes(feature);
    const again = await service.api.post(`${at(feature, 'production')}/off`).expect(200);
    expect(again.body).toEqual(first.body);
    expect(await eventTypes(feature)).toEqual(before);
  });

  test('records exactly one event for many calls at once', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await Promise.all(Array.from({ length: 24 }, () => service.api.post(`${at(feature, 'production')}/off`).expect(200)));
    expect((await eventTypes(feature)).filter((type) => type === 'feature-environment-disabled')).toHaveLength(1);
  });
});
