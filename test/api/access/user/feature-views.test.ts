import type { Api } from '../../../support/api.js';
import { person, signedIn } from '../../../support/people.js';
import { recorder } from '../../../support/recorder.js';
import { TestService } from '../../../support/service.js';

const VIEWS = '/api/admin/user/feature-views';
const COLUMNS = '/api/admin/user/feature-columns';

let service: TestService;
let api: Api;
let id: number;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  const { username, ...rest } = await person(service, { rootRole: 'Viewer' });
  id = rest.id;
  api = await signedIn(service, username);
});

const listed = async (by = api): Promise<unknown[]> => (await by.get(VIEWS).expect(200)).body.views;
const chosen = async (): Promise<unknown> =>
  (await api.get('/api/admin/user').expect(200)).body.featureColumns;

test('a view is saved, renamed and deleted, and nothing is recorded', async () => {
  const recorded = await recorder(service);
  const query = 'on=production&unused=true&columns=createdAt';
  const { body, headers } = await api.post(VIEWS, { name: ' Live ', query }).expect(201);
  expect(body).toEqual({ id: expect.any(Number), name: 'Live', query });
  expect(headers['location']).toBe(`feature-views/${body.id}`);
  await api.post(VIEWS, { name: 'all', query: '' }).expect(201);
  expect(await listed()).toMatchObject([{ name: 'all' }, { name: 'Live' }]);

  const renamed = { name: 'Live, unused', query };
  expect((await api.put(`${VIEWS}/${body.id}`, renamed).expect(200)).body).toEqual({
    id: body.id,
    ...renamed,
  });
  await api.delete(`${VIEWS}/${body.id}`).expect(200);
  expect(await listed()).toMatchObject([{ name: 'all' }]);
  expect(await recorded()).toEqual([]);
});

test('nobody reads, changes or deletes views of others, not even administrators', async () => {
  const { body } = await api.post(VIEWS, { name: 'mine', query: 'q=cart' }).expect(201);
  const { username } = await person(service, { rootRole: 'Admin' });
  const other = await signedIn(service, username);
  expect(await listed(other)).toEqual([]);
  expect(await listed(service.api)).toEqual([]);
  await other.put(`${VIEWS}/${body.id}`, { name: 'theirs', query: '' }).expect(404);
  await other.delete(`${VIEWS}/${body.id}`).expect(404);
  await other.post(VIEWS, { name: 'mine', query: '' }).expect(201);
  expect(await listed()).toEqual([body]);
});

test('names of views are unique for each user, and views have bounds', async () => {
  await api.post(VIEWS, { name: 'one', query: '' }).expect(201);
  const { body } = await api.post(VIEWS, { name: 'two', query: '' }).expect(201);
  await api.post(VIEWS, { name: 'one', query: '' }).expect(409);
  await api.put(`${VIEWS}/${body.id}`, { name: 'one', query: '' }).expect(409);
  await api.post(VIEWS, { name: ' ', query: '' }).expect(400);
  await api.post(VIEWS, { name: 'x'.repeat(101), query: '' }).expect(400);
  await api.post(VIEWS, { name: 'long', query: 'x'.repeat(2001) }).expect(400);
});

test('a user has at most 50 views, also when many are saved at once', async () => {
  await service.sql(
    `INSERT INTO feature_view (user_id, name, query)
     SELECT $1, 'view ' || n, '' FROM generate_series(1, 48) n`,
    [id],
  );
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => api.post(VIEWS, { name: `more ${n}`, query: '' }).then()),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400, 400]);
  expect(await listed()).toHaveLength(50);
});

test('chosen columns are returned with the user until they are forgotten', async () => {
  expect(await chosen()).toBeUndefined();
  const columns = ['environment:production', 'createdAt'];
  await api.put(COLUMNS, { columns }).expect(200);
  expect(await chosen()).toEqual(columns);
  await api.put(COLUMNS, { columns: [] }).expect(200);
  expect(await chosen()).toEqual([]);
  await api.put(COLUMNS, {}).expect(200);
  expect(await chosen()).toBeUndefined();
  await api.put(COLUMNS, { columns: ['x'.repeat(121)] }).expect(400);
  await api.put(COLUMNS, { columns: Array(101).fill('type') }).expect(400);
});

test('admin tokens have neither views nor columns, and a deleted user leaves none behind', async () => {
  await service.api.post(VIEWS, { name: 'one', query: '' }).expect(403);
  await service.api.put(COLUMNS, { columns: [] }).expect(403);
  await api.post(VIEWS, { name: 'one', query: '' }).expect(201);
  await api.put(COLUMNS, { columns: [] }).expect(200);
  await api.put('/api/admin/user/notification-settings', { muted: ['stale'] }).expect(200);
  await service.api.delete(`/api/admin/user-admin/${id}`).expect(200);
  const left = await service.sql(
    `SELECT user_id FROM feature_view WHERE user_id = $1
     UNION ALL SELECT user_id FROM feature_columns WHERE user_id = $1
     UNION ALL SELECT user_id FROM notification_setting WHERE user_id = $1`,
    [id],
  );
  expect(left).toEqual([]);
});
