import { unique } from '../../../support/given.js';
import { person, signedIn, USERS } from '../../../support/people.js';
import { TestService } from '../../../support/service.js';

const SEARCH = '/api/admin/search/users';

interface Found {
  users: { id: number; username?: string }[];
  total: number;
}

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const addressOf = (path: string, query: Record<string, string>): string =>
  `${path}?${new URLSearchParams(query).toString()}`;

const find = async (query: Record<string, string>): Promise<Found> =>
  (await service.api.get(addressOf(SEARCH, query)).expect(200)).body as Found;

const idsOf = ({ users }: { users: { id: number }[] }): number[] => users.map(({ id }) => id);

describe('searching users', () => {
  test('finds parts of all names in any letter case, and takes no letter for a pattern', async () => {
    const mark = unique('Mark_');
    const byName = await person(service, { name: `Zoë ${mark}` });
    const byAddress = await person(service, { email: `${unique(mark)}@example.com` });
    await person(service);

    const found = await find({ query: ` ${mark.toUpperCase()} ` });

    expect(idsOf(found)).toEqual([byName.id, byAddress.id]);
    expect(found.total).toBe(2);
    const { body } = await service.api.get(`${USERS}/${byName.id}`).expect(200);
    expect(found.users[0]).toEqual(body);
    expect(await find({ query: mark.replace('_', '%') })).toEqual({ users: [], total: 0 });
  });

  test('does not join the end of one name with the start of the next', async () => {
    const name = unique('first');
    const { username } = await person(service, { name });
    expect((await find({ query: `${name}${username}` })).total).toBe(0);
    expect((await find({ query: `${name} ${username}` })).total).toBe(0);
  });

  test('answers a page, and how many there are', async () => {
    const mark = unique('page');
    const ids: number[] = [];
    for (const letter of ['c', 'A', 'b'])
      ids.push((await person(service, { name: `${letter} ${mark}` })).id);
    const [c, a, b] = ids;
    const page = { query: mark, sortBy: 'name', limit: '2' };

    expect(await find(page)).toMatchObject({ users: [{ id: a }, { id: b }], total: 3 });
    expect(await find({ ...page, offset: '2' })).toMatchObject({ users: [{ id: c }], total: 3 });
    expect(await find({ ...page, offset: '9' })).toEqual({ users: [], total: 3 });
    expect(idsOf(await find({ ...page, sortOrder: 'desc' }))).toEqual([c, b]);
    expect(idsOf(await find({ query: mark }))).toEqual(ids);
    const backwards = { query: mark, sortBy: 'createdAt', sortOrder: 'desc' };
    expect(idsOf(await find(backwards))).toEqual([b, a, c]);
  });

  test('sorts by when users were seen, with those who never were at the end', async () => {
    const mark = unique('seen');
    const never = await person(service, { name: mark });
    const seen = await person(service, { name: mark });
    await signedIn(service, seen.username);

    for (const sortOrder of ['asc', 'desc'])
      expect(idsOf(await find({ query: mark, sortBy: 'seenAt', sortOrder }))).toEqual([
        seen.id,
        never.id,
      ]);
  });

  test('lists neither service accounts nor the service itself nor deleted users', async () => {
    const { id } = await person(service);
    await service.api.delete(`${USERS}/${id}`).expect(200);
    const account = { name: 'robot', username: unique('robot'), rootRole: 3 };
    const robot = await service.api.post('/api/admin/service-account', account).expect(201);

    const { users } = await find({ limit: '1000' });

    expect(idsOf({ users })).not.toContain(id);
    expect(idsOf({ users })).not.toContain(robot.body.id);
    expect(idsOf({ users }).every((each) => each > 0)).toBe(true);
  });

  test.each([
    ['a text that is too long', { query: 'x'.repeat(256) }],
    ['an unknown property', { sortBy: 'password_hash' }],
    ['an unknown direction', { sortOrder: 'up; DROP TABLE app_user' }],
  ])('refuses %s', async (_, query: Record<string, string>) => {
    await service.api.get(addressOf(SEARCH, query)).expect(400);
  });

  test('answers at most 1,000 users, and 50 without a limit', async () => {
    await service.sql(
      `INSERT INTO app_user (name) SELECT 'many ' || n FROM generate_series(1, 1001) n`,
      [],
    );
    const many = { query: 'many ' };
    expect((await find({ ...many, limit: '1000' })).users).toHaveLength(1000);
    const { users, total } = await find(many);
    expect([users.length, total]).toEqual([50, 1001]);
  });

  test('is for administrators only', async () => {
    const editor = await person(service, { rootRole: 'Editor' });
    await (await signedIn(service, editor.username)).get(SEARCH).expect(403);
    await service.api.as().get(SEARCH).expect(401);
  });
});

test('suggestions come from any part of a name or address, and are limited to nothing else', async () => {
  const mark = unique('mid');
  const ann = await person(service, { username: `ann${mark}`, email: `ann@${mark}.example.com` });
  const bob = await person(service, { name: `Bob O${mark}` });
  const suggested = async (q: string): Promise<number[]> =>
    (await service.api.get(addressOf(`${USERS}/search`, { q })).expect(200)).body.map(
      ({ id }: { id: number }) => id,
    );
  expect((await suggested(mark)).sort()).toEqual([ann.id, bob.id].sort());
  expect(await suggested(`@${mark.toUpperCase()}.ex`)).toEqual([ann.id]);
  expect(await suggested(mark.replace('m', '_'))).toEqual([]);
});

describe('searching those who can get access', () => {
  const accounts = async (query: Record<string, string>) =>
    (await service.api.get(addressOf(`${USERS}/access`, query)).expect(200)).body as {
      users: { id: number; name?: string }[];
      groups: { name: string; userCount: number }[];
    };

  test('finds users, service accounts and groups by their names, some of each', async () => {
    const mark = unique('Access');
    const ben = await person(service, { name: `Ben ${mark}` });
    const ann = await person(service, { name: `ann ${mark}` });
    const account = { name: `Cron ${mark}`, username: unique('cron'), rootRole: 3 };
    const cron = await service.api.post('/api/admin/service-account', account).expect(201);
    for (const letter of ['b', 'a'])
      await service.api
        .post('/api/admin/groups', { name: `${letter} ${mark}`, users: [{ user: { id: ben.id } }] })
        .expect(201);

    const all = await accounts({ query: mark.toLowerCase() });
    expect(idsOf(all)).toEqual([ann.id, ben.id, cron.body.id]);
    expect(all.groups).toMatchObject([
      { name: `a ${mark}`, userCount: 1 },
      { name: `b ${mark}`, userCount: 1 },
    ]);
    const some = await accounts({ query: mark, limit: '1' });
    expect(idsOf(some)).toEqual([ann.id]);
    expect(some.groups).toMatchObject([{ name: `a ${mark}` }]);
    expect(await accounts({ query: unique('nobody') })).toEqual({ users: [], groups: [] });
  });

  test('answers in the shape of the whole list', async () => {
    const { id, username } = await person(service);
    const whole = await accounts({});
    const some = await accounts({ query: username });
    const one = (found: typeof whole): unknown => found.users.find((user) => user.id === id);
    expect(one(some)).toEqual(one(whole));
    expect(Object.keys(some).sort()).toEqual(Object.keys(whole).sort());
  });

  test('refuses a text that is too long', async () => {
    await service.api.get(`${USERS}/access?query=${'x'.repeat(256)}`).expect(400);
  });
});
