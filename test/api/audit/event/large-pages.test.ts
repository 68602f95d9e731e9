import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { IMPORT } from '../../exchange/transfer/files.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

interface Page {
  events: { id: number }[];
}

const values = Array.from({ length: 200 }, (_, n) => `user-number-${n}`);
const constraints = Array.from({ length: 25 }, () => ({
  ...{ contextName: 'userId', operator: 'IN', values },
}));

test('a page of events that is sent in parts is the same as smaller ones', async () => {
  const project = await service.given.project();
  const names = Array.from({ length: 12 }, () => unique());
  const data = {
    features: names.map((name) => ({ name })),
    featureStrategies: names.map((featureName) => ({ name: 'default', featureName, constraints })),
    tagTypes: [],
  };
  await service.api.post(IMPORT, { project, environment: 'development', data }).expect(200);
  for (const path of ['search/events?project=IS:', 'events?project=']) {
    const asked = `/api/admin/${path}${project}&limit=1000`;
    const { text, body, headers } = await service.api.get(asked).expect(200);
    expect(text.length).toBeGreaterThan(500_000);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const { events } = body as Page;
    expect(events.length).toBeGreaterThan(names.length);
    if (path.startsWith('events')) continue;
    expect(body.total).toBe(events.length);
    for (const offset of [0, 7, events.length - 1]) {
      const query = `project=IS:${project}&limit=1&offset=${offset}`;
      const { body: one } = await service.api.get(`/api/admin/search/events?${query}`).expect(200);
      expect((one as Page).events).toEqual([events[offset]]);
    }
  }
});

test('a page of more than a hundred events that are too large together is refused', async () => {
  const project = await service.given.project();
  await service.sql(
    `INSERT INTO event (type, created_by, created_by_user_id, project, data, created_at, tags)
     SELECT 'project-updated', 'somebody', 1, $1, jsonb_build_object('name', repeat('x', 300000)),
            now(), '[]' FROM generate_series(1, 110)`,
    [project],
  );
  const path = `/api/admin/search/events?project=IS:${project}&limit=`;
  const { body } = await service.api.get(`${path}1000`).expect(400);
  expect(body.message).toContain('Choose a smaller limit');
  expect((await service.api.get(`${path}100`).expect(200)).body.events).toHaveLength(100);
});
