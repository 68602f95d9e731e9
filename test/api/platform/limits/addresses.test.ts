import { longestBlock } from '../../../support/event-loop.js';
import { TestService } from '../../../support/service.js';

/**
 * Tests that parsing any URL is fast, and that names of JavaScript properties in URLs have no
 * effect.
 */

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** Almost the largest size of headers that Node.js accepts. */
const LENGTH = 15_000;
/** Much longer than parsing a URL should take, which is less than a millisecond. */
const CEILING_MS = 60;

test.each(['?', '%3f', '&', '=', '[', '%', '/', ';', '.'])(
  'an address with %s as often as fits is read in no time',
  async (part) => {
    const path = `/health?${part.repeat(LENGTH / part.length)}`;
    const blocks: number[] = [];
    while (blocks.length < 5) blocks.push(await longestBlock(() => service.api.get(path).then()));
    expect(Math.min(...blocks)).toBeLessThan(CEILING_MS);
  },
);

test('objects whose properties hide how to make a text of them are refused like others', async () => {
  const hidden = { toString: 1, valueOf: 1 };
  await service.api
    .post('/api/admin/context', {
      name: 'plan',
      legalValues: [{ value: hidden }, { value: hidden }],
    })
    .expect(400);
  await service.api
    .get('/api/admin/search/features?query[toString]=1&query[valueOf]=1&project[toString]=1')
    .expect(400);
});
