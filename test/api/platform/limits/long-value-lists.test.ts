import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const ACCESS = '/api/admin/projects/default/access';
const many = <T>(item: T): T[] => Array.from({ length: 4_000 }, () => item);

test.each([
  ['objects', { a: 1 }],
  ['texts', 'nobody'],
  ['lists', [1]],
  ['fractions', 1.5],
])('a long list of ids that holds %s is refused for the first of them alone', async (_, item) => {
  for (const groups of [many(item), [...many<unknown>(1), item]]) {
    const { body } = await service.api.post(ACCESS, { roles: [4], groups, users: [] }).expect(400);
    expect(body.details).toEqual([
      { message: 'each value in groups must be an integer number.', path: '/body/groups' },
    ]);
  }
});

test('long lists of numbers as text, and of texts as numbers, are still taken', async () => {
  const ids = { roles: [4], groups: many('2147483647'), users: [] };
  const { body } = await service.api.post(ACCESS, ids);
  expect(JSON.stringify(body)).not.toContain('must be an integer');

  const path = '/api/admin/projects/default/features/any/environments/development/strategies';
  const constraint = { contextName: 'userId', operator: 'IN', values: many(7) };
  const strategy = { name: 'default', constraints: [constraint] };
  const { body: refused } = await service.api.post(path, strategy);
  expect(JSON.stringify(refused)).not.toContain('must be a string');
});

test('a long list of texts that holds an object is refused', async () => {
  const name = await service.given.feature();
  const path = `/api/admin/projects/default/features/${name}/environments/development/strategies`;
  const constraint = { contextName: 'userId', operator: 'IN', values: [...many<unknown>('x'), {}] };
  const strategy = { name: 'default', constraints: [constraint] };
  const { body } = await service.api.post(path, strategy).expect(400);
  expect(body.details[0].message).toBe('each value in values must be a string.');
});
