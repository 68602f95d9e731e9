import { OPERATIONS } from '../../../support/hostile.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** Lists of Unleash, which replaces a limit out of range. */
const AS_IN_UNLEASH = ['/api/admin/search/events', '/api/admin/addons/{id}/events'];
/** What a list is of, where that has to exist. */
const EXISTING: Record<string, string> = { projectId: 'default', environment: 'development' };

/**
 * Every list that announces how many entries a page has, with the most of them and whether it has
 * an offset.
 */
const LISTS = OPERATIONS.flatMap(({ method, template, query, pageSize }) =>
  method === 'GET' && pageSize?.maximum && !AS_IN_UNLEASH.includes(template)
    ? [[template, pageSize.maximum, query.includes('offset')] as const]
    : [],
);

test.each(LISTS)(
  '%s refuses a page that it would not give, so that nobody takes a short page for the last',
  async (template, most, hasOffset) => {
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => EXISTING[name] ?? '1');
    for (const usual of ['', `?limit=${most}`, '?limit=1'])
      expect([200, 404]).toContain((await service.api.get(`${path}${usual}`)).status);
    for (const page of [
      `limit=${most + 1}`,
      'limit=0',
      'limit=many',
      'limit=1.5',
      'limit=',
      ...(hasOffset ? ['offset=-1', 'offset=many'] : []),
    ]) {
      const { body } = await service.api.get(`${path}?${page}`).expect(400);
      expect(JSON.stringify(body)).toContain(page.split('=')[0]);
    }
  },
);
