import { READ } from '../../../../src/safety/signal/signal.sql.js';
import { give, MEMBER, OWNER, somebody } from '../../../support/access.js';
import { eventsWithoutFeature } from '../../../support/events.js';
import { unique } from '../../../support/given.js';
import { SignalScene } from '../../../support/signal-scene.js';
import { TestService } from '../../../support/service.js';

/** More than PostgreSQL expects in tables without statistics. */
const MANY = 3_000;

let service: TestService;
let scene: SignalScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await SignalScene.create(service);
});
afterAll(() => service.stop());

/** A signal as the list of its project shows it. */
async function listed(id: number): Promise<unknown> {
  const { body } = await service.api.get(scene.path).expect(200);
  return (body.signals as { id: number }[]).find((one) => one.id === id);
}
const targetsOf = (...features: string[]) =>
  features.map((name) => ({ feature: name, environment: 'production' }));

const tagWith = (tag: { type: string; value: string }, feature: string) =>
  service.api.post(`/api/admin/features/${feature}/tags`, tag).expect(201);
/** A tag that features have. */
async function tagged(...features: string[]) {
  const tag = { type: 'simple', value: unique() };
  for (const feature of features) await tagWith(tag, feature);
  return tag;
}

describe('creating a signal', () => {
  test('shows its token once, and records no secret', async () => {
    const name = await scene.feature();
    const { token, id, name: called } = await scene.signal([name]);
    const listed = await scene.owner.api.get(scene.path).expect(200);
    expect(listed.body.signals[0]).toMatchObject({
      id,
      name: called,
      project: scene.project,
      uses: 0,
    });
    const rows = await service.sql('SELECT s, e FROM signal s, event e');
    for (const text of [listed.text, JSON.stringify(rows)]) expect(text).not.toContain(token);
  });

  test('binds it to each feature once, also in its event', async () => {
    const name = await scene.feature();
    const { id } = await scene.signal([name, name]);
    const created = await eventsWithoutFeature(service, 'signal-created');
    expect(created.at(-1)).toMatchObject({ data: { signalId: id, targets: targetsOf(name) } });
  });

  test('looks each feature of a tag up once, also after an import of many', async () => {
    const tag = await tagged(await scene.feature());
    const many = Array.from({ length: MANY }, () => unique());
    await service.sql(
      `INSERT INTO feature (name, project, type, created_by_user_id)
       SELECT n, $1, 'release', 1 FROM unnest($2::text[]) n`,
      [scene.project, many],
    );
    await service.sql(
      `INSERT INTO feature_tag (feature_name, type, value) SELECT n, $1, $2 FROM unnest($3::text[]) n`,
      [tag.type, tag.value, many],
    );
    const body = { name: unique().toLowerCase(), tags: [{ ...tag, environment: 'production' }] };
    const { body: signal } = await scene.owner.api.post(scene.path, body).expect(201);
    expect(signal.tags[0].features).toBe(MANY + 1);

    const plan = await service.sql(`EXPLAIN (ANALYZE) ${READ.text}`, [signal.id]);

    const skipped = [...JSON.stringify(plan).matchAll(/Rows Removed by \w+(?: \w+)?: (\d+)/g)];
    expect(Math.max(0, ...skipped.map(([, rows]) => Number(rows)))).toBeLessThan(MANY);
  });

  test('is listed for projects that exist only, also for admin tokens', async () => {
    await service.api.get('/api/admin/projects/nothing/signals').expect(404);
    await scene.owner.api.get('/api/admin/projects/nothing/signals').expect(404);
  });

  test('can be taken back in maintenance mode', async () => {
    const { id } = await scene.signal([await scene.feature()]);
    const maintenance = (enabled: boolean) =>
      service.api.post('/api/admin/maintenance', { enabled, refuseTurningOff: enabled });
    await maintenance(true).expect(204);
    try {
      await scene.owner.api.delete(`${scene.path}/${id}`).expect(204);
    } finally {
      await maintenance(false).expect(204);
    }
  });

  test('is refused for a name that is taken, and for what the project lacks', async () => {
    const name = await scene.feature();
    const { name: taken } = await scene.signal([name]);
    await scene.owner.api.post(scene.path, { name: taken, targets: targetsOf(name) }).expect(409);
    const other = { name: unique().toLowerCase() };
    await scene.owner.api.post(scene.path, { ...other, targets: targetsOf('nothing') }).expect(404);
    await scene.owner.api.post(scene.path, { ...other, targets: [] }).expect(400);
    await scene.owner.api
      .post(scene.path, { name: 'Not/good', targets: targetsOf(name) })
      .expect(400);
  });

  test('for a tag needs a feature of the project with it, and shows how many have it', async () => {
    const tag = await tagged(await scene.feature(), await scene.feature());
    const body = { name: unique().toLowerCase(), tags: [{ ...tag, environment: 'production' }] };
    const none = { ...body, tags: [{ ...body.tags[0]!, value: unique() }] };
    await scene.owner.api.post(scene.path, none).expect(404);
    const { body: created } = await scene.owner.api.post(scene.path, body).expect(201);
    const bound = { ...tag, environment: 'production' };
    expect(created.tags).toEqual([{ ...bound, features: 2, conflict: null }]);
    expect((await eventsWithoutFeature(service, 'signal-created')).at(-1)).toMatchObject({
      data: { targets: [], tags: [bound] },
    });
    await scene.owner.api.delete(`${scene.path}/${created.id}`).expect(204);
    expect((await eventsWithoutFeature(service, 'signal-deleted')).at(-1)).toMatchObject({
      preData: { name: body.name, tags: [bound] },
    });
  });

  test('needs the permission to turn off', async () => {
    const stranger = await somebody(service);
    const body = { name: unique().toLowerCase(), targets: targetsOf(await scene.feature()) };
    await stranger.api.post(scene.path, body).expect(403);
  });
});

describe('sending a signal', () => {
  test('turns off what it is bound to, and only that, in the name of its owner', async () => {
    const [one, two, other] = [await scene.feature(), await scene.feature(), await scene.feature()];
    const { id, name, token } = await scene.signal([one, two]);
    const { body } = await scene.send(
      { name, token },
      { alert: 'errors', more: 'x'.repeat(5_000) },
    );
    expect(body.turnedOff).toHaveLength(2);
    expect([await scene.isOn(one), await scene.isOn(two), await scene.isOn(other)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(await scene.isOn(one, 'development')).toBe(true);
    const { body: events } = await service.api.get(`/api/admin/events/${one}`).expect(200);
    expect(events.events[0]).toMatchObject({
      type: 'feature-environment-disabled',
      createdBy: scene.owner.username,
      token: { type: 'signal', id: String(id), name },
    });
    const received = (await eventsWithoutFeature(service, 'signal-received')).at(-1)!;
    const data = received.data as { name: string; payload: string };
    expect(data).toMatchObject({ signalId: id, name, targets: expect.any(Array) });
    expect(data.payload).toContain('"alert":"errors"');
    expect(data.payload).toHaveLength(1_000);
  });

  test('turns off what has its tag when it is sent, and nothing of other projects', async () => {
    const [one, later, removed] = [
      await scene.feature(),
      await scene.feature(),
      await scene.feature(),
    ];
    const tag = await tagged(one, removed);
    const elsewhere = await service.given.feature({ enabledIn: ['production'] });
    await service.api.post(`/api/admin/features/${elsewhere}/tags`, tag).expect(201);
    const direct = await scene.feature();
    const { body: signal } = await scene.owner.api
      .post(scene.path, {
        name: unique().toLowerCase(),
        targets: targetsOf(direct),
        tags: [{ ...tag, environment: 'production' }],
      })
      .expect(201);
    await tagWith(tag, later);
    await service.api
      .delete(`/api/admin/features/${removed}/tags/${tag.type}/${tag.value}`)
      .expect(200);
    const { body } = await scene.send(signal).expect(200);
    const off = (body.turnedOff as { feature: string }[]).map(({ feature }) => feature);
    expect(off.sort()).toEqual([one, later, direct].sort());
    expect([await scene.isOn(one), await scene.isOn(later), await scene.isOn(removed)]).toEqual([
      ...[false, false, true],
    ]);
    const { body: there } = await service.api
      .get(`/api/admin/projects/default/features/${elsewhere}/environments/production`)
      .expect(200);
    expect(there.enabled).toBe(true);
  });

  test('for a tag that nothing has any more turns nothing off, and the list says so', async () => {
    const feature = await scene.feature();
    const tag = await tagged(feature);
    const tags = [{ ...tag, environment: 'production' }];
    const { body: signal } = await scene.owner.api
      .post(scene.path, { name: unique().toLowerCase(), tags })
      .expect(201);
    await service.api
      .delete(`/api/admin/features/${feature}/tags/${tag.type}/${tag.value}`)
      .expect(200);
    const { body } = await scene.send(signal).expect(200);
    expect(body).toEqual({ turnedOff: [], skipped: [] });
    const { body: list } = await scene.owner.api.get(scene.path).expect(200);
    expect(list.signals[0].tags[0].conflict).toBe('No feature of the project has the tag.');
  });

  test('in two environments is one change', async () => {
    const name = await scene.feature();
    const environments = ['production', 'development'];
    const both = environments.map((environment) => ({ feature: name, environment }));
    const { name: called, token } = await scene.signal(both);
    await scene.send({ name: called, token }).expect(200);
    expect([await scene.isOn(name), await scene.isOn(name, 'development')]).toEqual([false, false]);
  });

  test.each(['dryRun=true', 'dryrun=true', 'guard=block'])(
    'to try it out, with %s, is refused instead of turning off',
    async (query) => {
      const feature = await scene.feature();
      const { name, token } = await scene.signal([feature]);
      const { body } = await scene.send({ name: `${name}?${query}`, token }).expect(400);
      expect(body.message).toContain('Nothing was changed.');
      expect(await scene.isOn(feature)).toBe(true);
    },
  );

  test('that says that the alert is over turns nothing off', async () => {
    const name = await scene.feature();
    const { name: called, token } = await scene.signal([name]);
    const { body } = await scene.send({ name: called, token }, { status: 'resolved' }).expect(200);
    expect(body).toEqual({ turnedOff: [], skipped: [] });
    expect(await scene.isOn(name)).toBe(true);
  });

  test('says what it leaves alone and why, which the list says before', async () => {
    const [live, archived] = [await scene.feature(), await scene.feature()];
    const { id, name, token } = await scene.signal([live, archived]);
    await service.api
      .delete(`/api/admin/projects/${scene.project}/features/${archived}`)
      .expect(202);
    const conflict = 'The feature is archived.';
    const left = { feature: archived, environment: 'production', conflict };
    const { body: list } = await scene.owner.api.get(scene.path).expect(200);
    const [listed] = list.signals.filter((one: { id: number }) => one.id === id);
    expect(listed.targets).toHaveLength(2);
    expect(listed.targets).toEqual(
      expect.arrayContaining([{ feature: live, environment: 'production', conflict: null }, left]),
    );
    const { body } = await scene.send({ name, token }).expect(200);
    expect(body).toEqual({
      turnedOff: [{ feature: live, environment: 'production' }],
      skipped: [left],
    });
  });

  test('with another token, of an unknown name or without one is refused in the same way', async () => {
    const name = await scene.feature();
    const [one, other] = [await scene.signal([name]), await scene.signal([name])];
    const answers = await Promise.all([
      scene.send({ ...one, token: other.token }),
      scene.send({ ...one, token: 'x'.repeat(43) }),
      scene.send({ ...one, name: 'nothing' }),
      service.api.as().post(`/api/signals/${one.name}`, {}),
    ]);
    const seen = answers.map(({ status, body }) => ({ status, ...body, id: '' }));
    expect(seen[0]).toMatchObject({ status: 401 });
    for (const answer of seen) expect(answer).toEqual(seen[0]);
    expect(await scene.isOn(name)).toBe(true);
  });

  test('is heard although its token was just sent to another address by mistake', async () => {
    const name = await scene.feature();
    const signal = await scene.signal([name]);
    const elsewhere = { authorization: `Bearer ${signal.token}` };
    await service.api
      .as()
      .get('/api/admin/projects')
      .set('authorization', elsewhere.authorization)
      .expect(401);
    await scene.send(signal).expect(200);
    expect(await scene.isOn(name)).toBe(false);
  });

  test('is refused after it was deleted', async () => {
    const { id, name, token } = await scene.signal([await scene.feature()]);
    await scene.owner.api.delete(`${scene.path}/${id}`).expect(204);
    await scene.send({ name, token }).expect(401);
  });

  test('turns nothing off when its owner may not do so any more', async () => {
    const person = await somebody(service);
    await give(service, scene.project, [OWNER], { users: [person.id] });
    const name = await scene.feature();
    const body = { name: unique().toLowerCase(), targets: targetsOf(name) };
    const { body: created } = await person.api.post(scene.path, body).expect(201);
    await service.sql('DELETE FROM project_user_role WHERE user_id = $1', [person.id]);
    await scene.send(created).expect(403);
    expect(await scene.isOn(name)).toBe(true);
    expect(await listed(created.id as number)).toMatchObject({
      conflict: 'Its owner may not turn features off there any more.',
    });
  });

  test('says without whose permission it turns nothing off where approvals are required', async () => {
    const own = await SignalScene.create(service, [MEMBER]);
    const name = await own.feature();
    const signal = await own.signal([name]);
    await service.api
      .put(`/api/admin/projects/${own.project}/environments/production/change-requests/config`, {
        ...{ changeRequestsEnabled: true, requiredApprovals: 1 },
      })
      .expect(204);
    const { body } = await own.send(signal).expect(403);
    expect(body.message).toMatch(/who owns this signal, may not do without.*another signal/);
    expect(await own.isOn(name)).toBe(true);
    expect((await service.api.get(own.path).expect(200)).body.signals).toMatchObject([
      { conflict: 'Changes require approvals there, and its owner may not do without.', uses: 0 },
    ]);
  });
});
