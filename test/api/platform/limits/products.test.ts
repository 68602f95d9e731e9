import { request } from 'node:http';
import { FEATURES } from '../../../support/api.js';
import { expectResponsive } from '../../../support/event-loop.js';
import { recorder } from '../../../support/recorder.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ PLAYGROUND_ANSWER_LIMIT_MB: '1' });
});
afterAll(() => service.stop());

const ids = (count: number): number[] => Array.from({ length: count }, (_, id) => id);

test('at most so many tags are put on features at once, each tag of each feature counted', async () => {
  const recorded = await recorder(service);
  const tags = ids(700).map((n) => ({ type: 'simple', value: `tag-${n}` }));
  const body = {
    features: ids(1_500).map((n) => `f${n}`),
    tags: { addedTags: tags, removedTags: [] },
  };
  await expectResponsive(async () => {
    const { body: error } = await service.api
      .put('/api/admin/projects/default/tags', body)
      .expect(400);
    expect(error.message).toContain('1050000 changes');
  });
  expect(await recorded()).toEqual([]);
});

test('ids that are repeated count once, and roles are given to so many at most', async () => {
  const path = '/api/admin/projects/default/access';
  await expectResponsive(() =>
    service.api
      .post(path, { roles: [5], users: Array(9_999).fill(1), groups: [] })
      .expect(200)
      .then(),
  );
  const { body } = await service.api
    .post(path, { roles: ids(100), users: ids(1_000), groups: [] })
    .expect(400);
  expect(body.message).toContain('100000 role assignments');
});

test('the playground does not answer more than it may', async () => {
  for (const name of ids(30))
    await service.api.post(FEATURES, { name: `feature-${name}` }).expect(201);
  const context = {
    appName: 'x',
    userId: ids(200).join(),
    properties: { long: 'x'.repeat(4_000) },
  };
  const body = { environments: ['development', 'production'], projects: '*', context };
  await expectResponsive(async () => {
    const { body: error } = await service.api
      .post('/api/admin/playground/advanced', body)
      .expect(400);
    expect(error.message).toContain('larger than 1 MiB');
  });
});

test('an error tells no more than twenty things, however much is wrong', async () => {
  const constraints = ids(900).map(() => ({}));
  const path = `${FEATURES}/feature-0/environments/development/strategies`;
  const { body, text } = await service.api.post(path, { name: 'default', constraints }).expect(400);
  expect(body.details).toHaveLength(20);
  expect(text.length).toBeLessThan(20_000);
});

test('the OpenAPI files are sent with a tag, and compressed', async () => {
  for (const file of ['openapi.json', 'openapi.yaml']) {
    const first = await service.api.get(`/docs/${file}`).expect(200);
    expect(first.headers['content-encoding']).toBe('gzip');
    await service.api.get(`/docs/${file}`).set('If-None-Match', first.headers['etag']!).expect(304);
  }
  // The client does not read what it gets, since unpacking blocks the event loop that they share.
  const unread = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { 'accept-encoding': 'gzip' };
      request(`${service.url}/docs/openapi.yaml`, { headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode!));
      })
        .on('error', reject)
        .end();
    });
  await expectResponsive(async () => {
    expect(new Set(await Promise.all(ids(20).map(unread)))).toEqual(new Set([200]));
  });
});

test.each([
  ['more items than a body may have', `[${'0,'.repeat(40_000)}0]`],
  ['more levels than a body may have', `${'['.repeat(100)}${']'.repeat(100)}`],
  ['a text that cannot be stored', '[{"name": "a\\u0000"}]'],
  ['no JSON', '[1,]'],
  ['brackets that do not match', '[1}'],
])('a body with %s is refused', async (_, body) => {
  const path = `${FEATURES}/feature-0/variants`;
  await service.api
    .put(path)
    .set('content-type', 'application/json')
    .send(body as never)
    .expect(400);
});
