import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { give, OWNER, serviceAccount, somebody } from '../../../support/access.js';
import { IdempotencyService } from '../../../../src/safety/idempotency/idempotency.service.js';
import { type Api, at, FEATURES } from '../../../support/api.js';
import { onServer } from '../../../support/fresh-database.js';
import { unique } from '../../../support/given.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const eventsOf = (feature: string, type?: string): Promise<{ id: number }[]> =>
  service.sql<{ id: number }>(
    'SELECT id FROM event WHERE feature_name = $1 AND type = COALESCE($2, type) ORDER BY id',
    [feature, type ?? null],
  );

describe('the same request with the same key', () => {
  test('is carried out once, and answered alike', async () => {
    const name = unique();
    const create = () =>
      service.api.post(FEATURES, { name }).set('Idempotency-Key', `create ${name}`).expect(201);
    const first = await create();
    const second = await create();
    expect(second.body).toEqual(first.body);
    expect(second.headers['location']).toBe(first.headers['location']);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await eventsOf(name)).toHaveLength(1);
  });

  test('turns a feature off once, even when somebody has turned it on since', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const off = () =>
      service.api.post(`${at(feature, 'production')}/off`).set('Idempotency-Key', `"${feature}"`);
    const first = await off().expect(200);
    await service.api.post(`${at(feature, 'production')}/on`).expect(200);
    const second = await off().expect(200);
    expect(second.body).toEqual(first.body);
    expect(await eventsOf(feature, 'feature-environment-disabled')).toHaveLength(1);
    const { body } = await service.api.get(at(feature, 'production')).expect(200);
    expect(body.enabled).toBe(true);
  });

  test('at the same time waits for the first one', async () => {
    const name = unique();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        service.api.post(FEATURES, { name }).set('Idempotency-Key', name).expect(201),
      ),
    );
    const replayed = answers.filter(({ headers }) => headers['idempotency-replayed']);
    expect(replayed).toHaveLength(7);
    expect(await eventsOf(name)).toHaveLength(1);
  });

  test('that failed is carried out again, because it changed nothing', async () => {
    const [project, key] = [unique('project'), unique('key')];
    const create = () =>
      service.api
        .post(`/api/admin/projects/${project}/features`, { name: `${project}-feature` })
        .set('Idempotency-Key', key);
    await create().expect(404);
    await service.given.project({ id: project });
    await create().expect(201);
    expect(await eventsOf(`${project}-feature`)).toHaveLength(1);
  });

  test('repeats responses without a body', async () => {
    const feature = await service.given.feature();
    const archive = () =>
      service.api.delete(`${FEATURES}/${feature}`).set('Idempotency-Key', feature).expect(202);
    await archive();
    const second = await archive();
    expect(second.text).toBe('');
    expect(await eventsOf(feature, 'feature-archived')).toHaveLength(1);
  });

  test('repeats a response with secrets without these, and says so', async () => {
    const create = () =>
      service.api
        .post('/api/admin/api-tokens', {
          type: 'client',
          tokenName: 'kept',
          environment: 'default',
        })
        .set('Idempotency-Key', 'a token');
    const first = await create().expect(201);
    const second = await create().expect(201);
    expect(first.body.secret).toMatch(/^\*:default\.[0-9a-f]+$/);
    expect(second.body).toEqual({ ...first.body, secret: '*****' });
    expect(second.headers['idempotency-secrets']).toBe('omitted');
    const rows = await service.sql('SELECT body FROM idempotency_record');
    expect(JSON.stringify(rows)).not.toContain(first.body.secret);
  });
});

test('a deletion is repeated even if the permission for it is gone with what was deleted', async () => {
  const owner = await somebody(service, 'Viewer');
  const project = await service.given.project();
  const path = `/api/admin/projects/${project}`;
  await give(service, project, [OWNER], { users: [owner.id] });
  const remove = (api = owner.api, at = path) => api.delete(at).set('Idempotency-Key', project);
  await remove().expect(200);
  const other = await somebody(service);
  for (const refused of [
    await owner.api.delete(path),
    await remove(owner.api, `${path}-2`),
    await remove(other.api),
  ])
    expect([403, 404]).toContain(refused.status);
  const { headers } = await remove().expect(200);
  expect(headers['idempotency-replayed']).toBe('true');
});

test('the record of a request does not help to guess its password', async () => {
  const { id } = await somebody(service, 'Viewer');
  const path = `/api/admin/user-admin/${id}/change-password`;
  const key = unique('key');
  const change = (password: string) =>
    service.api.post(path, { password }).set('Idempotency-Key', key);
  await change('Password-of-the-tests-2').expect(200);
  expect((await change('Password-of-the-tests-2').expect(200)).headers).toMatchObject({
    'idempotency-replayed': 'true',
  });
  await change('Password-of-the-tests-3').expect(422);
  const guess = JSON.stringify(['POST', path, { password: 'Password-of-the-tests-2' }]);
  const guessed = createHash('sha256').update(guess).digest('hex');
  const [row] = await service.sql<{ fingerprint: string }>(
    `SELECT encode(fingerprint, 'hex') AS fingerprint FROM idempotency_record WHERE key = $1`,
    [key],
  );
  expect(row!.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(row!.fingerprint).not.toBe(guessed);
});

test('another request with the same key is refused, and changes nothing', async () => {
  const [one, other] = [unique(), unique()];
  const key = unique('key');
  await service.api.post(FEATURES, { name: one }).set('Idempotency-Key', key).expect(201);
  const { body } = await service.api
    .post(FEATURES, { name: other })
    .set('Idempotency-Key', key)
    .expect(422);
  expect(body.name).toBe('IdempotencyKeyReusedError');
  expect(await eventsOf(other)).toHaveLength(0);
  await service.api
    .post(`${at(one, 'production')}/on`)
    .set('Idempotency-Key', key)
    .expect(422);
});

test('the same key of another caller is another key', async () => {
  const [one, other] = [unique(), unique()];
  const { api } = await serviceAccount(service, 'Admin');
  for (const [caller, name] of [
    [service.api, one],
    [api, other],
  ] as const)
    await caller.post(FEATURES, { name }).set('Idempotency-Key', 'shared').expect(201);
  expect(await eventsOf(other)).toHaveLength(1);
});

test.each(['', ' ', 'ä', 'x'.repeat(256), '""', 'tab\there'])(
  'the key %j is refused, and nothing changes',
  async (key) => {
    const name = unique();
    const response = await fetch(`${service.url}${FEATURES}`, {
      method: 'POST',
      headers: {
        authorization: ADMIN_TOKEN,
        'content-type': 'application/json',
        'idempotency-key': Buffer.from(key).toString('latin1'),
      },
      body: JSON.stringify({ name }),
    });
    expect(response.status).toBe(400);
    expect(await eventsOf(name)).toHaveLength(0);
  },
);

test('two keys are refused, and nothing changes', async () => {
  const feature = await service.given.feature();
  const status = await new Promise((resolve, failed) => {
    request(`${service.url}${at(feature, 'production')}/on`, {
      method: 'POST',
      headers: { authorization: ADMIN_TOKEN, 'idempotency-key': ['a', 'b'] },
    })
      .on('response', (answer) => resolve(answer.resume().statusCode))
      .on('error', failed)
      .end();
  });
  expect(status).toBe(400);
  expect(await eventsOf(feature)).toHaveLength(1);
});

test('a key expires after a day', async () => {
  const feature = await service.given.feature();
  const on = () =>
    service.api
      .post(`${at(feature, 'production')}/on`)
      .set('Idempotency-Key', feature)
      .expect(200);
  await on();
  await service.api.post(`${at(feature, 'production')}/off`).expect(200);
  await service.sql(
    `UPDATE idempotency_record SET created_at = now() - interval '24 hours' WHERE key = $1`,
    [feature],
  );
  await on();
  expect(await eventsOf(feature, 'feature-environment-enabled')).toHaveLength(2);
});

test.each([
  ['keys', 'generate_series(1, 100000) AS n', 'NULL'],
  ['kept responses', 'generate_series(1, 260) AS n', "repeat('x', 1048576)"],
])('a caller with too many %s is refused, and others are not', async (_, rows, body) => {
  const { api } = await serviceAccount(service, 'Admin');
  const feature = await service.given.feature();
  const on = (caller: Api, key: string) =>
    caller.post(`${at(feature, 'production')}/on`).set('Idempotency-Key', key);
  await on(api, 'first').expect(200);
  // On a connection without time limits: 260 MB take long on a busy machine.
  await onServer(
    service.databaseUrl,
    `INSERT INTO idempotency_record (caller, key, fingerprint, status, body)
     SELECT r.caller, 'many ' || n, r.fingerprint, 200, ${body}
       FROM idempotency_record r, ${rows} WHERE r.key = 'first'`,
  );
  await service.service.app.get(IdempotencyService).expire();
  expect((await on(api, unique()).expect(429)).text).toMatch(/without a key/);
  await api.post(`${at(feature, 'production')}/off`).expect(200);
  await on(service.api, unique()).expect(200);
  await service.sql(`DELETE FROM idempotency_record WHERE key = 'first' OR key LIKE 'many %'`);
});

test('reads ignore the header', async () => {
  const feature = await service.given.feature();
  const read = () => service.api.get(at(feature)).set('Idempotency-Key', 'read').expect(200);
  await read();
  await service.api.put(at(feature), { type: 'kill-switch' }).expect(200);
  expect((await read()).body.type).toBe('kill-switch');
});

test('a change whose record cannot be written does not happen', async () => {
  const name = unique();
  await service.sql(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'full'; END $$`,
  );
  await service.sql(
    `CREATE TRIGGER refuse BEFORE UPDATE ON idempotency_record FOR EACH ROW EXECUTE FUNCTION refuse()`,
  );
  const create = () => service.api.post(FEATURES, { name }).set('Idempotency-Key', name);
  await create().expect(500);
  expect(await eventsOf(name)).toHaveLength(0);
  await service.sql('DROP TRIGGER refuse ON idempotency_record');
  await create().expect(201);
});

test('failed confirmations count, even though the rest of the request is undone', async () => {
  const { api } = await somebody(service);
  const attempts = () => service.sql('SELECT FROM attempt');
  const before = (await attempts()).length;
  await api
    .post('/api/admin/user/confirmation/password', { password: 'wrong' })
    .set('Idempotency-Key', 'guess')
    .expect(401);
  expect((await attempts()).length).toBeGreaterThan(before);
});

test('a change with an idempotency key is announced after its commit', async () => {
  const feature = await service.given.feature({ enabledIn: ['production'] });
  await service.api
    .post(`${at(feature, 'production')}/off`)
    .set('Idempotency-Key', feature)
    .expect(200);
  await sleep(0);
  const { body } = await service.api
    .get(`/api/client/features/${feature}?environment=production`)
    .expect(200);
  expect(body.enabled).toBe(false);
});
