import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { give, group, OWNER, role, somebody, type SignedIn } from '../../../support/access.js';
import { type Api, at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { USERS } from '../../../support/people.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';

/** Callers who lose their rights while their request waits for something. */

const FEATURES = '/api/admin/projects/default/features';
/** Longer than a look at a caller counts. */
const WAIT_MS = 700;

let service: TestService;
let holder: Client;
beforeAll(async () => {
  service = await TestService.start({ DATABASE_POOL_MAX: '16' });
  holder = new Client({ connectionString: service.databaseUrl });
  await holder.connect();
});
afterEach(() => holder.query('ROLLBACK'));
afterAll(async () => {
  await holder.end();
  await service.stop();
});

type Headers = Record<string, string>;

/** The credentials of a session. */
const sessionOf = ({ api }: SignedIn): Headers => (api as unknown as { headers: Headers }).headers;
const bearer = (token: string): Headers => ({ authorization: token });

/** Sends a request except for the last byte of its body. @returns Sends it; with the status. */
async function withoutEnd(
  method: string,
  path: string,
  body: object,
  credentials: Headers,
): Promise<() => Promise<number>> {
  const text = JSON.stringify(body);
  const headers = { ...credentials, 'content-type': 'application/json' };
  const sent = request(service.url + path, {
    method,
    headers: { ...headers, 'content-length': Buffer.byteLength(text) },
  });
  const status = new Promise<number>((resolve, reject) => {
    sent.once('response', (response) => (response.resume(), resolve(response.statusCode!)));
    sent.once('error', reject);
  });
  sent.write(text.slice(0, -1));
  await sleep(WAIT_MS / 4);
  return () => (sent.end(text.slice(-1)), status);
}

const demote = (one: SignedIn): PromiseLike<unknown> =>
  service.api.put(`${USERS}/${one.id}`, { rootRole: 'Viewer' }).expect(200);
const remove = (one: SignedIn): PromiseLike<unknown> =>
  service.api.delete(`${USERS}/${one.id}`).expect(200);

describe('a caller whose body arrives slowly', () => {
  const token = (): object => ({
    tokenName: unique('token'),
    type: 'client',
    environment: 'development',
  });

  test.each([
    ['demoted', demote, 403],
    ['deleted', remove, 401],
  ])('creates no feature once %s', async (_, lose, refusal) => {
    const admin = await somebody(service, 'Admin');
    const name = unique();
    const finish = await withoutEnd('POST', FEATURES, { name }, sessionOf(admin));
    await lose(admin);
    await sleep(WAIT_MS);
    expect(await finish()).toBe(refusal);
    await service.api.get(at(name)).expect(404);
  });

  test.each([
    ['an API token', '/api/admin/api-tokens', token],
    ['a user', USERS, () => ({ username: unique('new'), rootRole: 'Admin' })],
    [
      'a role',
      '/api/admin/roles',
      () => ({ name: unique(), type: 'root-custom', permissions: [] }),
    ],
  ])('creates no %s once demoted, however short the wait was', async (_, path, body) => {
    const admin = await somebody(service, 'Admin');
    const finish = await withoutEnd('POST', path, body(), sessionOf(admin));
    await demote(admin);
    expect(await finish()).toBe(403);
  });

  test('is unknown once the token is deleted', async () => {
    const { secret } = (
      await service.api
        .post('/api/admin/api-tokens', { tokenName: unique('token'), type: 'admin' })
        .expect(201)
    ).body;
    const name = unique();
    const finish = await withoutEnd('POST', FEATURES, { name }, bearer(secret as string));
    await service.api.delete(`/api/admin/api-tokens/${secret as string}`).expect(200);
    await sleep(WAIT_MS);
    expect(await finish()).toBe(401);
    await service.api.get(at(name)).expect(404);
  });

  test('finds no project that has become private meanwhile', async () => {
    const project = await service.given.project();
    const one = await somebody(service, 'Editor');
    const path = `/api/admin/projects/${project}/features`;
    const finish = await withoutEnd('POST', path, { name: unique() }, sessionOf(one));
    await service.api
      .put(`/api/admin/projects/${project}`, { name: project, mode: 'private' })
      .expect(200);
    await sleep(WAIT_MS);
    expect(await finish()).toBe(404);
  });

  test('goes on when nothing was taken away', async () => {
    const admin = await somebody(service, 'Admin');
    const finish = await withoutEnd('POST', FEATURES, { name: unique() }, sessionOf(admin));
    await give(service, 'default', [OWNER], { users: [admin.id] });
    await sleep(WAIT_MS);
    expect(await finish()).toBe(201);
  });
});

describe('a caller whose request waits', () => {
  /** Holds the row of a feature. */
  const hold = async (feature: string): Promise<void> => {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM feature WHERE name = $1 FOR UPDATE', [feature]);
  };
  const statusOf = (call: PromiseLike<{ status: number }>): Promise<number> =>
    Promise.resolve(call).then(({ status }) => status);

  test('for a lock changes nothing once demoted', async () => {
    const admin = await somebody(service, 'Admin');
    const feature = await service.given.feature();
    await hold(feature);
    const answer = statusOf(admin.api.put(at(feature), { description: 'changed' }));
    await service.untilBlocked();
    await demote(admin);
    await sleep(WAIT_MS);
    await holder.query('ROLLBACK');
    expect(await answer).toBe(403);
    const { body } = await service.api.get(at(feature)).expect(200);
    expect(body.description).toBeNull();
  });

  test('for a turn changes nothing once deleted', async () => {
    const admin = await somebody(service, 'Admin');
    const feature = await service.given.feature();
    await hold(feature);
    const change = (api: Api): Promise<number> =>
      statusOf(api.put(at(feature), { description: 'changed' }));
    const all = Array.from({ length: 12 }, () => change(admin.api));
    await service.untilBlocked();
    await remove(admin);
    await sleep(WAIT_MS);
    await holder.query('ROLLBACK');
    expect(new Set(await Promise.all(all))).toEqual(new Set([401]));
    const { body } = await service.api.get(at(feature)).expect(200);
    expect(body.description).toBeNull();
  });

  test('to be switched on does not once demoted', async () => {
    const admin = await somebody(service, 'Admin');
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await holder.query('BEGIN');
    await holder.query('SELECT FROM feature_environment WHERE feature_name = $1 FOR UPDATE', [
      feature,
    ]);
    const answer = statusOf(admin.api.post(`${at(feature, 'production')}/off`));
    await until(async () => (await service.sql(WAITING)).length > 0);
    await demote(admin);
    await sleep(WAIT_MS);
    await holder.query('ROLLBACK');
    expect(await answer).toBe(403);
    const { body } = await service.api.get(at(feature, 'production')).expect(200);
    expect(body.enabled).toBe(true);
  });

  test('to read something does not see it once demoted', async () => {
    const readers = await role(service, 'root-custom', 'READ_ROLE');
    const one = await somebody(service, readers);
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE tag_type IN ACCESS EXCLUSIVE MODE');
    const answer = statusOf(one.api.get('/api/admin/tag-types'));
    await service.untilBlocked();
    await remove(one);
    await sleep(WAIT_MS);
    await holder.query('ROLLBACK');
    expect(await answer).toBe(401);
  });
});

test('callers who gain permissions while they wait, or change their own group, are not refused', async () => {
  const admin = await somebody(service, 'Admin');
  const id = await group(service, [admin.id]);
  await admin.api.put(`/api/admin/groups/${id}`, { name: unique('group'), users: [] }).expect(200);
  await admin.api.delete(`/api/admin/groups/${id}`).expect(200);
  await service.api.as({ token: ADMIN_TOKEN }).get('/api/admin/user').expect(200);
});

const WAITING =
  "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
