import { TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/**
 * Lists of this service alone, with the most that a page has. Lists of Unleash replace a limit out
 * of range, as Unleash does.
 */
const LISTS = {
  '/api/admin/search/api-tokens': 1000,
  '/api/admin/search/segments': 1000,
  '/api/admin/search/users': 1000,
  '/api/admin/search/groups': 1000,
  '/api/admin/metrics/edges': 100,
  '/api/admin/denied-requests': 1000,
  '/api/admin/schedules': 100,
};

test.each(Object.entries(LISTS))(
  '%s refuses a page that it would not give, so that nobody takes a short page for the last',
  async (path, most) => {
    await service.api.get(`${path}?limit=${most}&offset=1000000`).expect(200);
    await service.api.get(path).expect(200);
    for (const page of [
      `limit=${most + 1}`,
      'limit=0',
      'limit=many',
      'limit=1.5',
      'limit=',
      'offset=-1',
      'offset=many',
    ]) {
      const { body } = await service.api.get(`${path}?${page}`).expect(400);
      expect(JSON.stringify(body)).toContain(page.split('=')[0]);
    }
  },
);

test('a search for accounts refuses a limit out of range', async () => {
  const accounts = '/api/admin/user-admin/access';
  await service.api.get(`${accounts}?limit=1000`).expect(200);
  for (const limit of ['0', '1001', 'many'])
    await service.api.get(`${accounts}?limit=${limit}`).expect(400);
});
