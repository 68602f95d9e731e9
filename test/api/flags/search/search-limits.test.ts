import { TestService } from '../../../support/service.js';

/** Limits of a single search. */

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const SEARCH = '/api/admin/search/features';
const EVENTS = '/api/admin/search/events';
const values = (count: number, value: (n: number) => string = (n) => `v${n}`): string =>
  Array.from({ length: count }, (_, n) => value(n)).join(',');

const FILTERS: [string, (count: number) => string][] = [
  ['words', (count) => `${SEARCH}?query=${values(count)}`],
  ['projects', (count) => `${SEARCH}?project=IS_ANY_OF:${values(count)}`],
  ['tags', (count) => `${SEARCH}?tag=INCLUDE_ANY_OF:${values(count, (n) => `simple:t${n}`)}`],
  ['segments', (count) => `${SEARCH}?segment=INCLUDE_ALL_OF:${values(count)}`],
  ['features of events', (count) => `${EVENTS}?feature=IS_ANY_OF:${values(count)}`],
  ['creators of events', (count) => `${EVENTS}?createdBy=IS_ANY_OF:${values(count, String)}`],
  ['environments of events', (count) => `${EVENTS}?environment=IS_ANY_OF:${values(count)}`],
];

test.each(FILTERS)('a search accepts up to fifty %s', async (_, path) => {
  await service.api.get(path(50)).expect(200);
});

test.each(FILTERS)(
  'more than fifty %s are refused, with the limit in the message',
  async (_, path) => {
    const { body } = await service.api.get(path(51)).expect(400);
    expect(body.details[0].message).toContain('50');
  },
);

test('thousands of words are refused before anything is searched, and the same word many times is one', async () => {
  const words = await service.api
    .get(`${SEARCH}?query=${values(3_000, (n) => n.toString(36))}`)
    .expect(400);
  expect(words.body.details).toEqual([
    { message: expect.stringMatching(/^query must be about at most 50 /), path: '/query/query' },
  ]);
  await service.api.get(`${SEARCH}?query=${values(3_000, () => 'w')}`).expect(200);
});

test('a text that is looked for in all events is short', async () => {
  await service.api.post('/api/admin/events/search', { query: 'x'.repeat(1_000) }).expect(200);
  await service.api.post('/api/admin/events/search', { query: 'x'.repeat(1_001) }).expect(400);
});
