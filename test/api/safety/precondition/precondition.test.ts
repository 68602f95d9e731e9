import { accessTo, group, MEMBER, role, somebody } from '../../../support/access.js';
import { at, FEATURES } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** The tag of the object at a path. */
const tagAt = async (path: string): Promise<string> =>
  String((await service.api.get(path).expect(200)).headers['etag']);

const eventsOf = (feature: string): Promise<{ id: number }[]> =>
  service.sql<{ id: number }>('SELECT id FROM event WHERE feature_name = $1', [feature]);

interface Scene {
  /** Path that reads the object. */
  readonly path: string;
  /** A write, whose path is {@link path} unless it is given. */
  readonly method: 'put' | 'patch' | 'post' | 'delete';
  readonly at?: string;
  readonly body?: object;
}

const created = async (path: string, body: object): Promise<Record<string, string>> =>
  (await service.api.post(path, body)).body as Record<string, string>;

const VARIANTS = [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }];

/** An object of each kind with a write that changes it. */
const SCENES: Record<string, () => Promise<Scene>> = {
  feature: async () => ({
    path: at(await service.given.feature()),
    method: 'put',
    body: { description: unique(), type: 'release' },
  }),
  'feature environment': async () => {
    const path = at(await service.given.feature(), 'production');
    return { path, method: 'post', at: `${path}/on` };
  },
  strategy: async () => {
    const path = `${at(await service.given.feature(), 'production')}/strategies`;
    const { id } = await created(path, { name: 'default' });
    return { path: `${path}/${id}`, method: 'put', body: { name: 'default', title: unique() } };
  },
  'list of variants': async () => ({
    path: `${at(await service.given.feature())}/variants`,
    method: 'put',
    body: VARIANTS,
  }),
  project: async () => ({
    path: `/api/admin/projects/${await service.given.project()}`,
    method: 'put',
    body: { name: unique() },
  }),
  'project by its overview': async () => {
    const path = `/api/admin/projects/${await service.given.project()}`;
    const body = { mode: 'protected' };
    return { path: `${path}/overview`, method: 'put', at: `${path}/settings`, body };
  },
  'environment by its settings': async () => {
    const name = await service.given.environment();
    const path = `/api/admin/environments/${name}`;
    const body = { type: 'preproduction' };
    return { path, method: 'put', at: `/api/admin/environments/update/${name}`, body };
  },
  environment: async () => {
    const path = `/api/admin/environments/${await service.given.environment()}`;
    return { path, method: 'post', at: `${path}/off` };
  },
  segment: async () => {
    const name = unique('segment');
    const { id } = await created('/api/admin/segments', { name, constraints: [] });
    return {
      path: `/api/admin/segments/${id}`,
      method: 'put',
      body: { name, description: unique(), constraints: [] },
    };
  },
  'context field': async () => {
    const name = unique('field');
    await created('/api/admin/context', { name });
    return {
      path: `/api/admin/context/${name}`,
      method: 'put',
      body: { name, description: unique() },
    };
  },
  'strategy definition': async () => {
    const name = unique('strategy');
    await created('/api/admin/strategies', { name, parameters: [] });
    return {
      path: `/api/admin/strategies/${name}`,
      method: 'put',
      body: { name, description: unique(), parameters: [] },
    };
  },
  'tag type': async () => {
    const name = unique('type');
    await created('/api/admin/tag-types', { name, description: '' });
    return {
      path: `/api/admin/tag-types/${name}`,
      method: 'put',
      body: { description: unique() },
    };
  },
  role: async () => {
    const id = await role(service, 'root-custom', 'CREATE_PROJECT');
    return {
      path: `/api/admin/roles/${id}`,
      method: 'put',
      body: {
        name: unique('role'),
        description: unique(),
        type: 'root-custom',
        permissions: [{ name: 'CREATE_SEGMENT' }],
      },
    };
  },
  group: async () => {
    const id = await group(service, []);
    return {
      path: `/api/admin/groups/${id}`,
      method: 'put',
      body: { name: unique('group'), users: [] },
    };
  },
  user: async () => {
    const { id } = await somebody(service);
    return {
      path: `/api/admin/user-admin/${id}`,
      method: 'put',
      body: { name: unique('name') },
    };
  },
  'release plan template': async () => {
    const { id } = await created('/api/admin/release-plan-templates', { name: unique() });
    return {
      path: `/api/admin/release-plan-templates/${id}`,
      method: 'put',
      body: { name: unique(), description: unique() },
    };
  },
  schedule: async () => {
    const feature = await service.given.feature();
    const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const schedule = { action: 'on', at: later(1) };
    const { id } = await created(`${at(feature, 'production')}/schedule`, schedule);
    return {
      path: `/api/admin/projects/default/schedules/${id}`,
      method: 'put',
      body: { action: 'on', at: later(2) },
    };
  },
  'change request': async () => {
    const project = await service.given.project();
    const place = `/api/admin/projects/${project}/environments/production/change-requests`;
    await service.api
      .put(`${place}/config`, { changeRequestsEnabled: true, requiredApprovals: 1 })
      .expect(204);
    const feature = unique();
    await created(`/api/admin/projects/${project}/features`, { name: feature });
    const change = { feature, action: 'updateEnabled', payload: { enabled: true } };
    const { id } = await created(place, change);
    const path = `/api/admin/projects/${project}/change-requests/${id}`;
    return { path, method: 'put', at: `${path}/title`, body: { title: unique() } };
  },
  'access to a project': async () => {
    const { id } = await somebody(service);
    const path = accessTo(await service.given.project());
    return { path, method: 'post', body: { roles: [MEMBER], users: [id], groups: [] } };
  },
  'tags of a feature': async () => {
    const path = `/api/admin/features/${await service.given.feature()}/tags`;
    return { path, method: 'post', body: { type: 'simple', value: unique('tag') } };
  },
  addon: async () => {
    const body = {
      provider: 'webhook',
      enabled: true,
      events: ['feature-created'],
      parameters: { url: 'https://example.com/hook' },
    };
    const { id } = await created('/api/admin/addons', body);
    return {
      path: `/api/admin/addons/${id}`,
      method: 'put',
      body: { ...body, description: unique() },
    };
  },
};

/** A setting that was never set. */
const setting = (path: string, body: object) => async (): Promise<Scene> => ({
  path,
  method: 'post',
  body,
});
Object.assign(SCENES, {
  application: async () => {
    const path = `/api/admin/metrics/applications/${unique('app')}`;
    await service.api.post(path, { color: 'red' }).expect(202);
    return { path, method: 'post', body: { description: unique() } };
  },
  'invite link': async () => {
    const link = { name: unique(), expiresAt: new Date(Date.now() + 86_400_000).toISOString() };
    const { secret } = await created('/api/admin/invite-link/tokens', link);
    return {
      path: `/api/admin/invite-link/tokens/${secret}`,
      method: 'put',
      body: { enabled: false },
    };
  },
  'maintenance mode': setting('/api/admin/maintenance', { enabled: false }),
  'OpenID Connect': setting('/api/admin/auth/oidc/settings', { acrValues: 'a' }),
  SAML: setting('/api/admin/auth/saml/settings', { entityId: 'https://idp.example.com' }),
  'security settings': setting('/api/admin/auth/security/settings', { confirmationMinutes: 5 }),
} satisfies typeof SCENES);

const write = ({ path, method, at: other, body }: Scene, tag: string) =>
  service.api[method](other ?? path, body as never).set('If-Match', tag);

describe.each(Object.keys(SCENES))('the version of one %s', (kind) => {
  test('is a strong tag, and If-Match lets one change through', async () => {
    const scene = await SCENES[kind]!();
    const tag = await tagAt(scene.path);
    expect(tag).toMatch(/^"[a-z-]+:[0-9a-f]{20}:[\w-]{16}"$/);
    expect(await tagAt(scene.path)).toBe(tag);
    await service.api.get(scene.path).set('If-None-Match', tag).expect(304);

    const changed = await write(scene, tag);
    expect(changed.status).toBeLessThan(300);
    const next = await tagAt(scene.path);
    expect(next.split(':')[1]).not.toBe(tag.split(':')[1]);
    if (!scene.at && !scene.path.includes('/variants'))
      expect(next.startsWith(String(changed.headers['etag']).slice(0, -1))).toBe(true);

    const before = await service.api.get(scene.path).expect(200);
    const refused = await write(scene, tag).expect(412);
    expect(refused.body.name).toBe('PreconditionFailedError');
    expect(refused.headers['etag']).toMatch(/^"/);
    expect(refused.body.current).toBeDefined();
    if (!scene.at && !scene.path.includes('/variants')) {
      expect(refused.body.current).toEqual(before.body);
      expect(refused.headers['etag']).toBe(next);
    }
    expect((await service.api.get(scene.path).expect(200)).body).toEqual(before.body);
  });
});

describe('a feature', () => {
  const describeAs = (feature: string, tag: string, description = unique()) =>
    service.api.put(at(feature), { description, type: 'release' }).set('If-Match', tag);

  test('of several writers with the same tag, exactly one wins', async () => {
    const feature = await service.given.feature();
    const tag = await tagAt(at(feature));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => describeAs(feature, tag, `writer ${n}`)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
    const winner = answers.find(({ status }) => status === 200)!;
    const { body } = await service.api.get(at(feature)).expect(200);
    expect(body.description).toBe(winner.body.description);
    expect(await eventsOf(feature)).toHaveLength(2);
  });

  test('that others switch meanwhile is switched once per tag', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const tag = await tagAt(at(feature, 'production'));
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () =>
        service.api.post(`${at(feature, 'production')}/off`).set('If-Match', tag),
      ),
      service.api.post(`${at(feature, 'development')}/on`).expect(200),
      service.api.post(`${at(feature, 'production')}/off`).expect(200),
    ]);
    const won = answers.slice(0, 4).filter(({ status }) => status === 200);
    expect(won.length).toBeLessThanOrEqual(1);
    const off = await service.sql(
      `SELECT FROM event WHERE feature_name = $1 AND type = 'feature-environment-disabled'`,
      [feature],
    );
    expect(off).toHaveLength(1);
  });

  test('has another version after any of its parts has changed', async () => {
    const feature = await service.given.feature();
    const parent = await service.given.feature();
    const strategies = `${at(feature, 'production')}/strategies`;
    const tags = `/api/admin/features/${feature}/tags`;
    const changes = [
      () => service.api.post(strategies, { name: 'default' }).expect(200),
      () => service.api.post(`${at(feature, 'production')}/on`).expect(200),
      () => service.api.post(tags, { type: 'simple', value: 'part' }).expect(201),
      () => service.api.delete(`${tags}/simple/part`).expect(200),
      () => service.api.post(`${at(feature)}/dependencies`, { feature: parent }).expect(200),
      () => service.api.put(`${at(feature)}/variants`, VARIANTS).expect(200),
      () => service.api.post(`${at(feature)}/lifecycle/complete`, { status: 'kept' }).expect(200),
      () => service.api.post(`${at(feature)}/lifecycle/uncomplete`).expect(200),
    ];
    let seen = await tagAt(at(feature));
    for (const change of changes) {
      await change();
      await describeAs(feature, seen).expect(412);
      seen = await tagAt(at(feature));
    }
  });

  test('keeps its version when it is used or marked as a favorite, but not its tag', async () => {
    const feature = await service.given.feature();
    const { api } = await somebody(service, 'Admin');
    const tag = String((await api.get(at(feature)).expect(200)).headers['etag']);
    await api.post(`${at(feature)}/favorites`).expect(200);
    await service.sql(
      `INSERT INTO feature_environment_usage (feature_name, environment, last_seen_at, hour)
       VALUES ($1, 'production', now(), now())`,
      [feature],
    );
    await api.get(at(feature)).set('If-None-Match', tag).expect(200);
    await describeAs(feature, tag).expect(200);
  });

  test('answers its new tag, which the next change may require', async () => {
    const feature = await service.given.feature();
    const first = await describeAs(feature, await tagAt(at(feature))).expect(200);
    const second = await describeAs(feature, first.headers['etag']!).expect(200);
    await service.api
      .post(`${at(feature, 'production')}/on`)
      .set('If-Match', second.headers['etag']!)
      .expect(200);
    await describeAs(feature, second.headers['etag']!).expect(412);
  });

  test('keeps its variants in several environments when others have changed it', async () => {
    const feature = await service.given.feature();
    const tag = await tagAt(at(feature));
    const body = { environments: ['development', 'production'], variants: VARIANTS };
    const replace = () => service.api.put(`${at(feature)}/variants-batch`, body);
    await describeAs(feature, tag).expect(200);
    await replace().set('If-Match', tag).expect(412);
    const { body: kept } = await service.api.get(`${at(feature)}/variants`).expect(200);
    expect(kept.variants).toEqual([]);
    await replace()
      .set('If-Match', await tagAt(at(feature)))
      .expect(200);
  });

  test('is compared with lists of strong tags, and with *', async () => {
    const feature = await service.given.feature();
    const tag = await tagAt(at(feature));
    await describeAs(feature, `W/${tag}`).expect(412);
    await describeAs(feature, '"other"').expect(412);
    await describeAs(feature, tag.replace('feature:', 'project:')).expect(412);
    await describeAs(feature, `"other", ${tag}`).expect(200);
    await describeAs(feature, `,, ${await tagAt(at(feature))} ,`).expect(200);
    await describeAs(feature, '*').expect(200);
  });

  test.each(['', 'tag', '"open', '"a" "b"', '*, "a"'])(
    'If-Match: %s is refused, and nothing changes',
    async (header) => {
      const feature = await service.given.feature();
      await describeAs(feature, header).expect(400);
      expect(await eventsOf(feature)).toHaveLength(1);
    },
  );

  test('that does not exist is 404 with any precondition', async () => {
    await describeAs(unique('absent'), '*').expect(404);
    await describeAs(unique('absent'), '"feature:1"').expect(404);
  });

  test('the permission is checked first', async () => {
    const feature = await service.given.feature();
    const { api } = await somebody(service);
    const { body } = await api
      .put(at(feature), { type: 'release' })
      .set('If-Match', '"other"')
      .expect(403);
    expect(body.current).toBeUndefined();
  });

  test('a body that is refused changes nothing, and the tag stays valid', async () => {
    const feature = await service.given.feature();
    const tag = await tagAt(at(feature));
    await service.api.put(at(feature), { type: 'unknown' }).set('If-Match', tag).expect(400);
    await describeAs(feature, tag).expect(200);
  });

  test('a repeated request with a key gets its first answer, not 412', async () => {
    const feature = await service.given.feature();
    const tag = await tagAt(at(feature));
    const send = () => describeAs(feature, tag, 'once').set('Idempotency-Key', feature);
    const first = await send().expect(200);
    const second = await send().expect(200);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
    await describeAs(feature, tag).set('Idempotency-Key', `${feature} again`).expect(412);
    await describeAs(feature, await tagAt(at(feature)))
      .set('Idempotency-Key', `${feature} again`)
      .expect(200);
  });

  test('is archived only in the version that was seen', async () => {
    const feature = await service.given.feature();
    const tag = await tagAt(at(feature));
    await describeAs(feature, tag).expect(200);
    const { body } = await service.api.delete(at(feature)).set('If-Match', tag).expect(412);
    expect(body.current.name).toBe(feature);
    await service.api
      .delete(at(feature))
      .set('If-Match', await tagAt(at(feature)))
      .expect(202);
  });
});

test('an operation without versions refuses If-Match instead of ignoring it', async () => {
  const name = unique();
  const { body } = await service.api.post(FEATURES, { name }).set('If-Match', '*').expect(400);
  expect(body.message).toContain('does not support the header If-Match');
  expect(await eventsOf(name)).toHaveLength(0);
});

test('a former state has no version, so nobody changes what they have not seen', async () => {
  const segment = await created('/api/admin/segments', { name: unique('seg'), constraints: [] });
  const path = `/api/admin/segments/${segment['id']}`;
  const then = new Date().toISOString();
  await service.api.put(path, { name: unique('seg'), constraints: [] }).expect(204);
  const former = await service.api.get(`${path}?asOf=${then}`).expect(200);
  expect(former.body.name).toBe(segment['name']);
  expect(former.headers['etag'] ?? '').not.toContain('segment:');
  const feature = await service.given.feature();
  const { headers } = await service.api.get(`${at(feature)}?asOf=${new Date().toISOString()}`);
  expect(headers['etag'] ?? '').not.toContain('feature:');
});
