import { createHash } from 'node:crypto';
import { untilSealed } from '../../../support/sealing.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

test('the leaf of an event is the same in every version, or older seals would no longer verify', async () => {
  await service.sql(
    `INSERT INTO event (id, type, created_by, created_by_user_id, created_at, feature_name, project,
                          environment, data, pre_data, tags, token, address)
       OVERRIDING SYSTEM VALUE
       VALUES (1000000, 'a', 'b', -42, '2026-01-02T03:04:05.678901Z', 'c', 'd', 'e',
               '{"z": 1.50, "a": {"é": [1e21, null, "\\u20ac\\n"]}}', '{}',
               '[{"type": "simple", "value": "v"}]', '{"type": "api-token", "name": "n", "id": "i"}',
               '192.0.2.1'),
              (1000001, 'a', 'b', 1, '2026-01-02T03:04:05Z', NULL, NULL, NULL, NULL, NULL, '[]', NULL,
               NULL)`,
  );
  await untilSealed(service);
  const texts = {
    1000000:
      '{"createdAt":"2026-01-02T03:04:05.678Z","createdBy":"b","createdByUserId":-42,' +
      '"data":{"a":{"é":[1e+21,null,"€\\n"]},"z":1.5},"environment":"e","featureName":"c",' +
      '"id":1000000,"ip":"192.0.2.1","preData":{},"project":"d",' +
      '"tags":[{"type":"simple","value":"v"}],"token":{"id":"i","name":"n","type":"api-token"},"type":"a"}',
    1000001:
      '{"createdAt":"2026-01-02T03:04:05.000Z","createdBy":"b","createdByUserId":1,"data":null,' +
      '"environment":null,"featureName":null,"id":1000001,"preData":null,"project":null,' +
      '"tags":[],"type":"a"}',
  };
  for (const [id, text] of Object.entries(texts)) {
    const { body } = await service.api.get(`/api/admin/events/${id}/proof`).expect(200);
    expect(body.event).toEqual(JSON.parse(text));
    expect(body.leafHash).toBe(createHash('sha256').update('\0').update(text).digest('hex'));
  }
});
