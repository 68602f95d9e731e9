import type { HttpCall } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

/** Concurrent requests do not exceed the limits of stored objects. */

let service: TestService;
let project: string;
let feature: string;
beforeAll(async () => {
  service = await TestService.start();
  project = await service.given.project();
  feature = await service.given.feature();
});
afterAll(() => service.stop());

interface Kind {
  most: number;
  /** SQL that stores objects directly, up to almost the limit. */
  fill: string;
  add: () => HttpCall;
  count: string;
}

const KINDS: [string, () => Kind][] = [
  [
    'banners',
    () => ({
      most: 20,
      fill: `INSERT INTO banner (enabled, content)
             SELECT true, '{"message": "x"}' FROM generate_series(1, $1::int)`,
      add: () => service.api.post('/api/admin/banners', { message: 'x' }),
      count: 'SELECT count(*)::int AS count FROM banner',
    }),
  ],
  [
    'release plan templates',
    () => ({
      most: 200,
      fill: `INSERT INTO release_plan_template (id, name, created_by_user_id)
             SELECT gen_random_uuid(), 'template ' || n, 1 FROM generate_series(1, $1::int) n`,
      add: () => service.api.post('/api/admin/release-plan-templates', { name: unique() }),
      count: 'SELECT count(*)::int AS count FROM release_plan_template',
    }),
  ],
  [
    'context fields of a project',
    () => ({
      most: 100,
      fill: `INSERT INTO context_field (name, project)
             SELECT 'field-' || n, '${project}' FROM generate_series(1, $1::int) n`,
      add: () => service.api.post(`/api/admin/projects/${project}/context`, { name: unique() }),
      count: `SELECT count(*)::int AS count FROM context_field WHERE project = '${project}'`,
    }),
  ],
  [
    'links of a feature',
    () => ({
      most: 50,
      fill: `UPDATE feature SET links = (
               SELECT jsonb_agg(jsonb_build_object('id', 'link-' || n, 'url', 'https://x.test',
                        'title', null)) FROM generate_series(1, $1::int) n)
              WHERE name = '${feature}'`,
      add: () =>
        service.api.post(`/api/admin/projects/default/features/${feature}/link`, {
          url: 'https://x.test',
        }),
      count: `SELECT jsonb_array_length(links) AS count FROM feature WHERE name = '${feature}'`,
    }),
  ],
];

test.each(KINDS)('%s', async (_, kindOf) => {
  const { most, fill, add, count } = kindOf();
  await service.sql(fill, [most - 2]);
  const answers = await Promise.all(Array.from({ length: 5 }, add));
  const statuses = answers.map(({ status }) => Math.floor(status / 100));
  expect(statuses.sort()).toEqual([2, 2, 4, 4, 4]);
  expect(await service.sql(count)).toEqual([{ count: most }]);
  const { body } = await add().expect(400);
  expect(body).toMatchObject({ name: 'ExceedsLimitError' });
  expect(body.message).toContain(`at most ${most} `);
});
