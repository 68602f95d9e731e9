import { at } from '../../../support/api.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const CHANGES: [type: string, change: (feature: string) => Promise<unknown>][] = [
  [
    'feature-metadata-updated',
    (feature) => service.api.put(at(feature), { description: 'later' }).expect(200),
  ],
  [
    'feature-untagged',
    (feature) => service.api.delete(`/api/admin/features/${feature}/tags/simple/moved`).expect(200),
  ],
  [
    'feature-environment-variants-updated',
    (feature) =>
      service.api
        .put(`${at(feature)}/variants`, [
          { name: 'one', weight: 1000, weightType: 'variable', stickiness: 'default' },
        ])
        .expect(200),
  ],
];

// Unleash recorded some events without what was before, and moving in takes them over.
test.each(CHANGES)(
  'a former state is refused, not guessed, when %s does not say what was before',
  async (type, change) => {
    const feature = await service.given.feature();
    const tag = { type: 'simple', value: 'moved' };
    await service.api.post(`/api/admin/features/${feature}/tags`, tag).expect(201);
    const moment = new Date().toISOString();
    await change(feature);
    const silenced = await service.sql(
      'UPDATE event SET pre_data = NULL WHERE feature_name = $1 AND type = $2 RETURNING id',
      [feature, type],
    );
    expect(silenced).not.toHaveLength(0);

    for (const read of [
      `${at(feature)}?asOf=${moment}`,
      `${at(feature)}/compare?from=${moment}`,
      `/api/admin/projects/default/compare?from=${moment}`,
    ]) {
      const { body } = await service.api.get(read).expect(409);
      expect(body.name).toBe('HistoryIncompleteError');
      expect(body.message).toContain(type);
    }
    await service.api.delete(at(feature)).expect(202);
    await service.api.delete(`/api/admin/archive/${feature}`).expect(200);
  },
);
