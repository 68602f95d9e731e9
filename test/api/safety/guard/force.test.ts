import { Client } from 'pg';
import { give, role, serviceAccount, somebody } from '../../../support/access.js';
import type { Api } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { at, GuardScene, offOf, typesOf } from '../../../support/guard-scene.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let scene: GuardScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = new GuardScene(service);
});
afterAll(() => service.stop());

describe('forcing a change that the guard stops', () => {
  const reason = 'Checkout is failing – INC-4711';
  const force = (api: Api, path: string, body?: object) =>
    api.post(path, body).query({ force: true, reason });

  test('turns off what is in use, and its event has the reason', async () => {
    const id = await scene.project('block');
    const { parent } = await scene.parentOf(id);
    const { body } = await force(service.api, offOf(id, parent)).expect(200);
    expect(body).not.toHaveProperty('warnings');
    expect(await scene.isOn(id, parent)).toBe(false);
    const [event] = await scene.offEvents(parent);
    expect(event).toMatchObject({ data: { reason }, preData: null, environment: 'production' });
    const found = await service.api
      .get('/api/admin/search/events')
      .query({ query: 'INC-4711', project: `IS:${id}` })
      .expect(200);
    expect(found.body.events).toMatchObject([{ featureName: parent, data: { reason } }]);
  });

  test('overrides a parameter that blocks, and works in bulk', async () => {
    const id = await scene.project();
    const { parent, children } = await scene.parentOf(id);
    const query = { guard: 'block', force: true, reason };
    await service.api.post(offOf(id, parent)).query(query).expect(200);
    const bulk = `/api/admin/projects/${id}/bulk_features/environments/production/off`;
    expect((await force(service.api, bulk, { features: children }).expect(200)).text).toBe('');
    const [event] = await scene.offEvents(children[0]!);
    expect(event!.data).toEqual({ reason });
  });

  test.each([
    ['without a reason', 'force=true', /requires the parameter reason/],
    ['with an empty reason', 'force=true&reason=', /reason/],
    ['with a blank reason', 'force=true&reason=%20%20', /reason/],
    ['with a long reason', `force=true&reason=${'a'.repeat(501)}`, /reason/],
    ['with a line break', 'force=true&reason=a%0Ab', /one line/],
    ['with a control character', 'force=true&reason=a%00b', /one line/],
    ['with two reasons', 'force=true&reason=a&reason=b', /reason/],
    ['with a reason only', 'reason=because', /only used with force/],
    ['with a reason and force=false', 'force=false&reason=because', /only used with force/],
    ['with an unknown force', 'force=maybe&reason=because', /force/],
    ['with an unknown guard', 'guard=strict', /guard/],
    ['with two guards', 'guard=none&guard=block', /guard/],
  ])('is refused %s, and nothing changes', async (_, query, message) => {
    const id = await scene.project('block');
    const { parent } = await scene.parentOf(id);
    const features = [parent];
    const requests = [
      service.api.post(`${offOf(id, parent)}?${query}`),
      service.api.post(
        `/api/admin/projects/${id}/bulk_features/environments/production/off?${query}`,
        { features },
      ),
      service.api.delete(`${at(id, parent)}?${query}`),
      service.api.post(`/api/admin/projects/${id}/archive?${query}`, { features }),
    ];
    for (const request of requests) {
      const { body } = await request.expect(400);
      expect(JSON.stringify(body)).toMatch(message);
    }
    expect(await scene.isOn(id, parent)).toBe(true);
    expect(await scene.offEvents(parent)).toEqual([]);
  });

  test('is allowed to everybody who may turn features off', async () => {
    const id = await scene.project('block');
    const { parent } = await scene.parentOf(id);
    const onCall = await somebody(service, 'Viewer');
    const roles = [await role(service, 'custom', 'DISABLE_FEATURE_ENVIRONMENT')];
    await give(service, id, roles, { users: [onCall.id] });
    await onCall.api.post(offOf(id, parent)).expect(409);
    await force(onCall.api, offOf(id, parent)).expect(200);
    expect(await scene.offEvents(parent)).toMatchObject([
      { data: { reason }, createdBy: onCall.username },
    ]);
    const viewer = await somebody(service, 'Viewer');
    await service.api.post(offOf(id, parent).replace(/off$/, 'on')).expect(200);
    await force(viewer.api, offOf(id, parent)).expect(403);
    expect(await scene.isOn(id, parent)).toBe(true);
  });

  test('on a feature that is off changes nothing', async () => {
    const id = await scene.project('block');
    const name = await scene.feature(id, []);
    await force(service.api, offOf(id, name)).expect(200);
    expect(await scene.offEvents(name)).toEqual([]);
  });
});

test('features of hidden projects are counted and not named', async () => {
  const id = await scene.project('block');
  const { parent, children } = await scene.parentOf(id);
  const hidden = await scene.project('none', { mode: 'private' });
  const secret = await scene.feature(hidden);
  await service.sql(
    'INSERT INTO feature_dependency (child, parent, enabled) VALUES ($1, $2, true)',
    [secret, parent],
  );
  const outsider = await serviceAccount(service, 'Editor');
  const { body, text } = await outsider.api.post(offOf(id, parent)).expect(409);
  expect(body.warnings).toMatchObject([{ type: 'dependents', count: 2, features: children }]);
  expect(text).not.toContain(secret);
  const { body: whole } = await service.api.post(offOf(id, parent)).expect(409);
  expect(whole.warnings[0].features).toEqual([...children, secret].sort());
});

describe('when a change is forced, together with', () => {
  test('a dry run, the warnings are shown and nothing is refused', async () => {
    const id = await scene.project('block');
    const { parent, children } = await scene.parentOf(id);
    const path = `${offOf(id, parent)}?dryRun=true`;
    const { body } = await service.api.post(path).expect(200);
    expect(body).toMatchObject({
      dryRun: true,
      feature: { name: parent },
      guard: 'block',
      warnings: [{ type: 'dependents', features: children }],
    });
    expect(body.feature).not.toHaveProperty('warnings');
    const features = [parent];
    const bulk = `/api/admin/projects/${id}/bulk_features/environments/production/off?dryRun=true`;
    const { body: all } = await service.api.post(bulk, { features }).expect(200);
    expect(all).toMatchObject({ guard: 'block', warnings: [{ type: 'dependents' }] });
    expect(await scene.isOn(id, parent)).toBe(true);
    const { body: forced } = await service.api
      .post(path)
      .query({ force: true, reason: 'test' })
      .expect(200);
    expect(forced).not.toHaveProperty('guard');
    const used = await scene.feature(id);
    await scene.evaluated(used, {});
    const archive = await service.api.delete(`${at(id, used)}?dryRun=true`).expect(200);
    expect(archive.body).toMatchObject({ guard: 'block', warnings: [{ type: 'evaluations' }] });
    const open = await scene.project();
    const { parent: other } = await scene.parentOf(open);
    const unguarded = await service.api.post(`${offOf(open, other)}?dryRun=true`).expect(200);
    expect(unguarded.body).not.toHaveProperty('guard');
    expect(unguarded.body).not.toHaveProperty('warnings');
    const warned = await service.api
      .post(`${offOf(open, other)}?dryRun=true&guard=warn`)
      .expect(200);
    expect(warned.body).toMatchObject({ guard: 'warn', warnings: [{ type: 'dependents' }] });
    expect(await scene.isOn(open, other)).toBe(true);
  });

  test('an idempotency key, a refusal is not kept and a success is repeated', async () => {
    const id = await scene.project('block');
    const { parent } = await scene.parentOf(id);
    const key = unique('key');
    const path = offOf(id, parent);
    await service.api.post(path).set('Idempotency-Key', key).expect(409);
    await service.api.post(path).set('Idempotency-Key', key).expect(409);
    expect(await scene.isOn(id, parent)).toBe(true);
    await service.api.put(`/api/admin/projects/${id}/guard`, { guard: 'warn' }).expect(200);
    const first = await service.api.post(path).set('Idempotency-Key', key).expect(200);
    const again = await service.api.post(path).set('Idempotency-Key', key).expect(200);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(typesOf(first.body.warnings)).toEqual(['dependents']);
    const used = await scene.feature(id);
    await scene.evaluated(used, {});
    const archive = () => service.api.delete(at(id, used)).set('Idempotency-Key', unique('key'));
    expect((await archive().expect(200)).body.warnings).toHaveLength(1);
  });

  test('a precondition, both are checked', async () => {
    const id = await scene.project('block');
    const { parent } = await scene.parentOf(id);
    const tag = (await service.api.get(at(id, parent)).expect(200)).headers['etag']!;
    await service.api.post(offOf(id, parent)).set('If-Match', tag).expect(409);
    const forced = () =>
      service.api
        .post(offOf(id, parent))
        .query({ force: true, reason: 'test' })
        .set('If-Match', tag);
    await forced().expect(200);
    await forced().expect(412);
    expect(await scene.offEvents(parent)).toHaveLength(1);
  });
});

test('a dependency that is added at the same time is seen, or comes later', async () => {
  const id = await scene.project('block');
  for (let round = 0; round < 25; round++) {
    const [parent, child] = [await scene.feature(id), await scene.feature(id)];
    const [added, off] = await Promise.all([
      scene.depend(id, child, parent),
      service.api.post(offOf(id, parent)),
    ]);
    expect(added.status).toBe(200);
    const types = await service.sql<{ type: string }>(
      `SELECT type FROM event WHERE feature_name = ANY ($1)
          AND type IN ('feature-dependency-added', 'feature-environment-disabled') ORDER BY id`,
      [[parent, child]],
    );
    // When it was added first, turning off has noticed it.
    if (types[0]!.type === 'feature-dependency-added') expect(off.status).toBe(409);
    else expect(off.status).toBe(200);
  }
});

test('turning off waits for a dependency that is being added, and then notices it', async () => {
  const id = await scene.project('block');
  const [parent, child] = [await scene.feature(id), await scene.feature(id)];
  const other = new Client({ connectionString: service.databaseUrl });
  await other.connect();
  try {
    await other.query('BEGIN');
    const names = [[parent, child]];
    await other.query(
      'SELECT FROM feature WHERE name = ANY ($1) ORDER BY name FOR NO KEY UPDATE',
      names,
    );
    await other.query(
      'INSERT INTO feature_dependency (child, parent, enabled) VALUES ($1, $2, true)',
      [child, parent],
    );
    const off = service.api.post(offOf(id, parent)).then(({ status }) => status);
    await service.untilBlocked();
    await other.query('COMMIT');
    expect(await off).toBe(409);
  } finally {
    await other.end();
  }
  expect(await scene.isOn(id, parent)).toBe(true);
});
