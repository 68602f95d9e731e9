import { give, MEMBER, OWNER, role, somebody } from '../../../support/access.js';
import { BROWSER, EmergencyLinkScene } from '../../../support/emergency-link-scene.js';
import { later } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let scene: EmergencyLinkScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await EmergencyLinkScene.create(service);
});
afterAll(() => service.stop());

const DAY_MINUTES = 24 * 60;

describe('creating an emergency link', () => {
  test('answers its address once, and records an event without the secret', async () => {
    const feature = await scene.feature();
    const expiresAt = later();
    const { body } = await scene.add({ feature, expiresAt, reason: ' On call ' }).expect(201);
    const { url, ...link } = body;
    expect(link).toEqual({
      id: expect.any(Number),
      project: scene.project,
      feature,
      tag: null,
      environment: 'production',
      reason: 'On call',
      singleUse: false,
      expiresAt,
      state: 'usable',
      conflict: null,
      uses: 0,
      usedAt: null,
      revokedAt: null,
      createdBy: { id: scene.owner.id, username: expect.any(String), imageUrl: expect.anything() },
      createdAt: expect.any(String),
    });
    expect(url).toMatch(/^http.*\/emergency\/[\w-]{43}$/);
    const listed = await scene.owner.api.get(scene.path).expect(200);
    expect(listed.body.links[0]).toEqual(link);
    const secret = url.split('/').at(-1);
    const events = await service.api.get(`/api/admin/events?project=${scene.project}`).expect(200);
    expect(events.body.events[0]).toMatchObject({
      type: 'emergency-link-created',
      featureName: feature,
      environment: 'production',
      data: { emergencyLinkId: link.id, tag: null, reason: 'On call', singleUse: false, expiresAt },
    });
    const rows = await service.sql('SELECT l, e FROM emergency_link l, event e');
    for (const text of [listed.text, events.text, JSON.stringify(rows)])
      expect(text).not.toContain(secret);
  });

  test('is told with the feature or the tag that it is for', async () => {
    const feature = await scene.feature({ tag: 'told' });
    await scene.link({ feature });
    await scene.link({ tag: { type: 'simple', value: 'told' } });
    const query = `project=IS:${scene.project}&type=IS:emergency-link-created&limit=2`;
    const { body } = await service.api.get(`/api/admin/search/events?${query}`).expect(200);
    const [ofTag, ofFeature] = (body.events as { summary: string }[]).map((one) => one.summary);
    expect(ofTag).toContain('for turning off what has the tag **simple:told** in the environment');
    expect(ofFeature).toMatch(new RegExp(`for turning off .*features/${feature}\\)`));
  });

  test('is listed for projects that exist only, also for admin tokens', async () => {
    await service.api.get('/api/admin/projects/nothing/emergency-links').expect(404);
    await scene.owner.api.get('/api/admin/projects/nothing/emergency-links').expect(404);
  });

  test.each([
    ['without feature and tag', {}, /either a feature or a tag/],
    ['with both', { feature: 'a', tag: { type: 'simple', value: 'aa' } }, /either a feature/],
    ['that has expired', { feature: 'f', expiresAt: later(-1) }, /in the future/],
    ['that lasts too long', { feature: 'f', expiresAt: later(367 * DAY_MINUTES) }, /366 days/],
    ['without an end', { feature: 'f', expiresAt: null }, /expiresAt/],
    ['with a long reason', { feature: 'f', reason: 'a'.repeat(201) }, /reason/],
    ['with two lines', { feature: 'f', reason: 'a\nb' }, /one line/],
  ])('is refused %s', async (_, link, message) => {
    const feature = await scene.feature();
    const { body } = await scene
      .add('feature' in link && link.feature === 'f' ? { ...link, feature } : link)
      .expect(400);
    expect(JSON.stringify(body)).toMatch(message);
  });

  test.each(['-18:00', '+18:00'])('may expire at a time with the offset %s', async (offset) => {
    const at = new Date(Math.floor(Date.parse(later()) / 1000) * 1000 + 48 * 3_600_000);
    const local = new Date(at.getTime() + (offset.startsWith('-') ? -18 : 18) * 3_600_000);
    const expiresAt = local.toISOString().slice(0, 19) + offset;
    const { body } = await scene.add({ feature: await scene.feature(), expiresAt }).expect(201);
    expect(body.expiresAt).toBe(at.toISOString());
  });

  test('is refused for what the project does not have', async () => {
    await scene.add({ feature: 'nothing' }).expect(404);
    await scene.add({ tag: { type: 'simple', value: 'nothing' } }).expect(404);
    await scene.add({ feature: await scene.feature(), environment: 'nowhere' }).expect(404);
  });

  test('needs the permission to turn off in the environment', async () => {
    const feature = await scene.feature();
    const offOnly = await role(service, 'custom', {
      name: 'DISABLE_FEATURE_ENVIRONMENT',
      environment: 'production',
    });
    const [stranger, onCall] = [await somebody(service), await somebody(service)];
    await give(service, scene.project, [offOnly], { users: [onCall.id] });
    await scene.add({ feature }, stranger.api).expect(403);
    await scene.add({ feature, environment: 'development' }, onCall.api).expect(403);
    const { id, path } = await scene.link({ feature }, onCall.api);
    await stranger.api.delete(`${scene.path}/${id}`).expect(403);
    await scene.use(path).expect(200);
    await onCall.api.delete(`${scene.path}/${id}`).expect(204);
  });

  test('is possible 100 times in a project, and links that have ended make room', async () => {
    const full = await EmergencyLinkScene.create(service);
    const feature = await full.feature();
    const first = await full.link({ feature });
    await service.sql(
      `INSERT INTO emergency_link (secret_hash, feature_name, environment, single_use, expires_at,
         created_by_user_id)
       SELECT sha256(n::text::bytea), $1, 'production', false, now() + interval '1 day', $2
         FROM generate_series(1, 99) n`,
      [feature, full.owner.id],
    );
    const { body } = await full.add({ feature }).expect(400);
    expect(body).toMatchObject({ name: 'ExceedsLimitError' });
    await full.owner.api.delete(`${full.path}/${first.id}`).expect(204);
    await full.link({ feature });
    const listed = await full.owner.api.get(full.path).expect(200);
    expect(listed.body.links).toHaveLength(100);
    await full.use(first.path).expect(404);
  });
});

describe('using an emergency link', () => {
  test('turns the feature off without credentials, in the name of its owner', async () => {
    const feature = await scene.feature();
    const { id, path } = await scene.link({ feature, reason: 'On call' });
    const { body, headers } = await scene.use(path).expect(200);
    expect(body).toMatchObject({
      project: scene.project,
      environment: 'production',
      features: [{ name: feature, enabled: false }],
      owner: scene.owner.username,
    });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(await scene.isOn(feature)).toBe(false);
    const name = `Emergency link ${id}: On call`;
    expect(await scene.offEvents(feature)).toMatchObject([
      {
        createdBy: scene.owner.username,
        createdByUserId: scene.owner.id,
        token: { type: 'emergency-link', id: String(id), name },
        data: { reason: name },
      },
    ]);
    expect(await scene.listed(id)).toMatchObject({ uses: 1, usedAt: expect.any(String) });
  });

  test('works by a page without scripts, and opening the page changes nothing', async () => {
    const feature = await scene.feature();
    const { path } = await scene.link({ feature, reason: '<b>"On call" & more</b>' });
    const before = await scene.open(path).expect(200);
    expect(before.type).toBe('text/html');
    expect(before.text).toContain(feature);
    expect(before.text).toContain('<form method="post"><button>');
    expect(before.text).toContain('&lt;b&gt;&quot;On call&quot; &amp; more&lt;/b&gt;');
    expect(before.text).not.toMatch(/<script|<b>"/);
    expect(before.headers['content-security-policy']).toMatch(
      /default-src 'none';.*form-action 'self'/,
    );
    expect(before.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    await scene.service.api.as().get(path).expect(200);
    await fetch(service.url + path, { method: 'HEAD' });
    expect(await scene.isOn(feature)).toBe(true);

    // As a browser sends a form of a page without a referrer.
    const after = await fetch(service.url + path, {
      method: 'POST',
      headers: {
        accept: BROWSER,
        origin: 'null',
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      },
      body: '',
    });
    expect(after.status).toBe(200);
    expect(await after.text()).toContain('Turned off in production');
    expect(await scene.isOn(feature)).toBe(false);
  });

  test.each(['dryRun=true', 'dryrun=true', 'guard=block'])(
    'turns nothing off with %s, which it does not support',
    async (query) => {
      const feature = await scene.feature();
      const { path } = await scene.link({ feature });
      const { text } = await scene.use(`${path}?${query}`).expect(400);
      expect(text).toContain('Nothing was changed.');
      expect(await scene.isOn(feature)).toBe(true);
    },
  );

  test('turns off all features of the project that have its tag then, and no others', async () => {
    const other = await EmergencyLinkScene.create(service);
    const foreign = await other.feature({ tag: 'shop' });
    const first = await scene.feature({ tag: 'shop' });
    const { path } = await scene.link({ tag: { type: 'simple', value: 'shop' } });
    const second = await scene.feature({ tag: 'shop' });
    const untouched = await scene.feature();
    const page = await scene.open(path).expect(200);
    expect(page.text).toMatch(new RegExp(`${first}.*${second}`, 's'));
    const { body } = await scene.use(path).expect(200);
    expect(body.tag).toEqual({ type: 'simple', value: 'shop' });
    expect(body.features).toHaveLength(2);
    expect(await Promise.all([first, second, untouched].map((one) => scene.isOn(one)))).toEqual([
      false,
      false,
      true,
    ]);
    expect(await other.isOn(foreign)).toBe(true);
    expect(await scene.offEvents(second)).toMatchObject([{ token: { type: 'emergency-link' } }]);
  });

  test('records nothing more for a feature that is off, and can be repeated', async () => {
    const feature = await scene.feature();
    const { id, path } = await scene.link({ feature });
    await scene.use(path).expect(200);
    await scene.use(path).expect(200);
    expect(await scene.offEvents(feature)).toHaveLength(1);
    await scene.turnOn(feature);
    await scene.use(path).expect(200);
    expect(await scene.isOn(feature)).toBe(false);
    expect(await scene.listed(id)).toMatchObject({ uses: 3, state: 'usable' });
  });

  test('can be undone like every turning off, but its creation cannot', async () => {
    const feature = await scene.feature();
    const { path } = await scene.link({ feature });
    const created = await service.api
      .get(`/api/admin/events?project=${scene.project}&limit=1`)
      .expect(200);
    const undo = (id: number) => service.api.post(`/api/admin/events/${id}/undo`);
    const { body } = await undo(created.body.events[0].id).expect(409);
    expect(body.message).toMatch(/Revoke the emergency link instead/);
    await scene.use(path).expect(200);
    const [event] = await scene.offEvents(feature);
    await undo(event!.id).expect(200);
    expect(await scene.isOn(feature)).toBe(true);
  });
});

describe('an emergency link is useless', () => {
  const refused = async (path: string, status: number, message: RegExp): Promise<void> => {
    const { body } = await scene.use(path).expect(status);
    expect(body.message).toMatch(message);
    const page = await scene.open(path).expect(status);
    expect(page.type).toBe('text/html');
    expect(page.text).not.toContain('<form');
  };

  test('when it has expired, and with another secret', async () => {
    const feature = await scene.feature();
    const { id, path } = await scene.link({ feature });
    await scene.expire(id);
    await refused(path, 410, /has expired/);
    await refused(`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`, 404, /no such/);
    await refused('/emergency/x', 404, /no such/);
    expect(await scene.isOn(feature)).toBe(true);
    expect(await scene.listed(id)).toMatchObject({ state: 'expired' });
  });

  test('when it was revoked, which is recorded once', async () => {
    const feature = await scene.feature();
    const { id, path } = await scene.link({ feature });
    await scene.owner.api.delete(`${scene.path}/${id}`).expect(204);
    await scene.owner.api.delete(`${scene.path}/${id}`).expect(204);
    await scene.owner.api.delete(`${scene.path}/999999`).expect(404);
    await refused(path, 410, /was revoked/);
    expect(await scene.isOn(feature)).toBe(true);
    const { body } = await service.api
      .get(`/api/admin/events?project=${scene.project}`)
      .expect(200);
    const revoked = (
      body.events as { type: string; preData: { emergencyLinkId: number } }[]
    ).filter(
      ({ type, preData }) => type === 'emergency-link-revoked' && preData.emergencyLinkId === id,
    );
    expect(revoked).toHaveLength(1);
  });

  test('when its owner may not turn off any more, or was deleted', async () => {
    const own = await EmergencyLinkScene.create(service, [MEMBER]);
    const feature = await own.feature();
    const { id, path } = await own.link({ feature });
    await give(service, own.project, [await role(service, 'custom', 'UPDATE_FEATURE')], {
      users: [own.owner.id],
    });
    const roles = `/api/admin/projects/${own.project}/users/${own.owner.id}/roles`;
    await service.api.put(roles, { roles: [] }).expect(200);
    await refused(path, 403, /may not turn features off there any more/);
    expect(await own.listed(id)).toMatchObject({
      conflict: 'Its owner may not turn features off there any more.',
    });
    await service.api.put(roles, { roles: [OWNER] }).expect(200);
    await own.open(path).expect(200);
    expect(await own.listed(id)).toMatchObject({ conflict: null });
    await service.api.delete(`/api/admin/user-admin/${own.owner.id}`).expect(200);
    await refused(path, 403, /no longer exists/);
    expect(await own.isOn(feature)).toBe(true);
    const { body } = await service.api.get(own.path).expect(200);
    expect(body.links).toMatchObject([
      { id, conflict: expect.stringContaining('no longer exists') },
    ]);
  });

  test('when its feature is archived, until that is revived', async () => {
    const feature = await scene.feature();
    const { id, path } = await scene.link({ feature, singleUse: true });
    const at = `/api/admin/projects/${scene.project}`;
    await service.api.delete(`${at}/features/${feature}`).expect(202);
    const page = await scene.open(path).expect(200);
    expect(page.text).toContain('The feature is archived');
    await scene.use(path).expect(400);
    expect(await scene.listed(id)).toMatchObject({ uses: 0, conflict: 'The feature is archived.' });
    await service.api.post(`/api/admin/archive/revive/${feature}`).expect(200);
    await scene.turnOn(feature);
    await scene.use(path).expect(200);
    expect(await scene.isOn(feature)).toBe(false);
    await service.api.delete(`${at}/features/${feature}`).expect(202);
    await service.api.delete(`/api/admin/archive/${feature}`).expect(200);
    await scene.use(path).expect(404);
  });

  test('when its environment leaves the project', async () => {
    const own = await EmergencyLinkScene.create(service);
    const { id, path } = await own.link({ feature: await own.feature(), singleUse: true });
    await service.api
      .delete(`/api/admin/projects/${own.project}/environments/production`)
      .expect(200);
    await own.use(path).expect(404);
    expect((await own.open(path).expect(404)).text).toContain('has no environment');
    expect(await own.listed(id)).toMatchObject({ uses: 0, conflict: /no longer has/ as never });
  });

  test('says so when no feature has its tag any more', async () => {
    const feature = await scene.feature({ tag: 'brief' });
    const { path } = await scene.link({ tag: { type: 'simple', value: 'brief' } });
    await service.api.delete(`/api/admin/features/${feature}/tags/simple/brief`).expect(200);
    const { body } = await scene.use(path).expect(200);
    expect(body.features).toEqual([]);
    expect((await scene.open(path).expect(200)).text).toContain('No feature has the tag');
    expect(await scene.isOn(feature)).toBe(true);
  });
});

test('a feature that moves takes its links along, where its owner may use them', async () => {
  const [from, to] = [await EmergencyLinkScene.create(service), await service.given.project()];
  const feature = await from.feature();
  const { id, path } = await from.link({ feature });
  await service.api
    .post(`/api/admin/projects/${from.project}/features/${feature}/changeProject`, {
      newProjectId: to,
    })
    .expect(200);
  await from.use(path).expect(403);
  await give(service, to, [MEMBER], { users: [from.owner.id] });
  await from.use(path).expect(200);
  const { body } = await service.api.get(`/api/admin/projects/${to}/emergency-links`).expect(200);
  expect(body.links).toMatchObject([{ id, project: to, uses: 1 }]);
});
