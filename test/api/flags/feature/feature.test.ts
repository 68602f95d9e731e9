import { at, FEATURES } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

interface EventRow {
  type: string;
  data: Record<string, unknown> | null;
  preData: Record<string, unknown> | null;
  createdBy: string;
  createdByUserId: number;
}
const events = (feature: string): Promise<EventRow[]> =>
  service.sql<EventRow>(
    `SELECT type, data, pre_data AS "preData", created_by AS "createdBy", created_by_user_id AS "createdByUserId"
       FROM event WHERE feature_name = $1 ORDER BY id`,
    [feature],
  );

describe('creating a feature', () => {
  test('gives what is left out its default, and records the feature', async () => {
    const name = unique();
    const { body } = await service.api.post(FEATURES, { name }).expect(201);
    expect(body).toEqual({
      name,
      description: null,
      type: 'release',
      project: 'default',
      stale: false,
      createdAt: expect.any(String),
      lastSeenAt: null,
      impressionData: false,
      archivedAt: null,
      archived: false,
    });
    expect(await events(name)).toEqual([
      {
        type: 'feature-created',
        data: body,
        preData: null,
        createdBy: 'admin',
        createdByUserId: -42,
      },
    ]);
  });

  test('keeps variants in every environment, with their weights', async () => {
    const name = unique();
    const sent = ['b', 'a'].map((letter) => ({ name: letter, weight: 1, stickiness: 'default' }));
    await service.api.post(FEATURES, { name, variants: sent }).expect(201);

    const variants = ['a', 'b'].map((letter) => ({
      ...{ name: letter, weight: 500, weightType: 'variable', stickiness: 'default' },
    }));
    const { body } = await service.api.get(`${at(name)}?variantEnvironments=true`).expect(200);
    for (const environment of body.environments) expect(environment.variants).toEqual(variants);
    const recorded = await events(name);
    expect(recorded.map(({ type }) => type)).toEqual([
      'feature-created',
      ...Array(2).fill('feature-environment-variants-updated'),
    ]);
    expect(recorded[1]).toMatchObject({ data: { variants }, preData: { variants: [] } });
  });

  test('takes everything that can be said, and creates the tags that are missing', async () => {
    const name = unique();
    const properties = {
      type: 'kill-switch',
      description: 'stops it all',
      impressionData: true,
      createdAt: '2031-01-02T03:04:05.678Z',
    };
    await service.api
      .post(FEATURES, { name, ...properties, tags: [{ type: 'simple', value: `t-${name}` }] })
      .expect(201);
    const { body } = await service.api.get(at(name)).expect(200);
    expect(body).toMatchObject({
      ...properties,
      tags: [{ type: 'simple', value: `t-${name}` }],
      lifecycle: { stage: 'initial' },
      enabled: false,
    });
    expect((await events(name)).map((e) => e.type)).toEqual(['feature-created', 'feature-tagged']);
  });

  test('shows every field of the specification', async () => {
    const { body } = await service.api
      .get(at(await service.given.feature({ enabledIn: ['production'] })))
      .expect(200);
    // prettier-ignore
    expect(Object.keys(body).sort()).toEqual(['archived', 'archivedAt', 'children', 'collaborators', 'createdAt', 'createdBy', 'dependencies', 'description',
      'enabled', 'environments', 'favorite', 'impressionData', 'lastSeenAt', 'lifecycle', 'name', 'project', 'stale', 'strategies', 'tags', 'type', 'variants']);
    expect(body.environments.map((e: { name: string }) => e.name)).toEqual([
      'development',
      'production',
    ]);
    expect(body.environments[1]).toMatchObject({
      enabled: true,
      hasStrategies: true,
      hasEnabledStrategies: true,
      variantCount: 0,
    });
    expect(body.strategies).toEqual(body.environments[1].strategies);
  });

  test.each([
    ['a blank', 'a b'],
    ['a slash', 'a/b'],
    ['a percent sign', 'a%b'],
    ['a letter beyond ASCII', 'fé'],
    ['a dot alone', '.'],
    ['two dots', '..'],
    ['nothing', ''],
    ['101 characters', 'x'.repeat(101)],
    ['null', null],
  ])('refuses a name of %s', async (_, name) => {
    const before = await service.sql('SELECT FROM feature');
    const { body } = await service.api.post(FEATURES, { name }).expect(400);
    expect(body).toMatchObject({
      name: 'BadDataError',
      id: expect.any(String),
      message: expect.any(String),
    });
    expect(body.details[0].path).toBe('/body/name');
    expect(await service.sql('SELECT FROM feature')).toHaveLength(before.length);
  });

  test.each([
    ['an unknown type', { type: 'nosuch' }],
    ['no type at all', { type: null }],
    ['a flag that is neither true nor false', { impressionData: 'yes' }],
    ['a date that is none', { createdAt: 'yesterday' }],
    ['variants of one name', { variants: ['a', 'a'].map((one) => ({ name: one, weight: 1 })) }],
    ['a variant without a weight', { variants: [{ name: 'a' }] }],
    ['a tag of one character', { tags: [{ type: 'simple', value: 'x' }] }],
    ['a tag of 51 characters', { tags: [{ type: 'simple', value: 'x'.repeat(51) }] }],
    ['a tag of an unknown type', { tags: [{ type: 'nosuch', value: 'xyz' }] }],
    ['a text that cannot be stored', { description: 'a\u0000b' }],
  ])('refuses %s and leaves nothing behind', async (_, properties) => {
    const name = unique();
    await service.api.post(FEATURES, { name, ...properties }).expect(400);
    await service.api.get(at(name)).expect(404);
    expect(await events(name)).toEqual([]);
  });

  test('refuses a name that is taken, by an archived feature too', async () => {
    const [live, archived] = [
      await service.given.feature(),
      await service.given.feature({ archived: true }),
    ];
    for (const name of [live, archived]) {
      expect((await service.api.post(FEATURES, { name }).expect(409)).body.name).toBe(
        'NameExistsError',
      );
      expect(await events(name)).toHaveLength(1);
      await service.api.post('/api/admin/features/validate', { name }).expect(409);
    }
    await service.api.post('/api/admin/features/validate', { name: unique() }).expect(200);
  });

  test('of many at once with one name, exactly one is created', async () => {
    const name = unique();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => service.api.post(FEATURES, { name })),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect(await events(name)).toHaveLength(1);
  });

  test('refuses an unknown project', async () => {
    await service.api.post('/api/admin/projects/nosuch/features', { name: unique() }).expect(404);
  });
});

describe('the body of a request', () => {
  const raw = (text: string, type?: string) => {
    const test = service.api.post(FEATURES);
    return (type ? test.set('content-type', type) : test).send(text);
  };

  test('must be JSON', async () => {
    const { body } = await raw('{"name": "broken"', 'application/json').expect(400);
    expect(body.name).toBe('BadDataError');
    expect(JSON.stringify(body)).not.toMatch(/broken|node_modules|stack/);
    await raw('[]', 'application/json').expect(400);
    await raw('"text"', 'application/json').expect(400);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/vnd.api+json',
    'application/json; charset=klingon',
  ])('must not be %s', async (type) => {
    expect((await raw('{"name":"x"}', type).expect(415)).body.name).toBe('ContentTypeError');
  });

  test.each([
    ['lists', '['.repeat(40_000) + ']'.repeat(40_000)],
    ['objects', '{"a":'.repeat(15_000) + '1' + '}'.repeat(15_000)],
  ])('must not nest %s without end', async (_, deep) => {
    const name = unique();
    expect(
      (await raw(`{"name": "${name}", "unknown": ${deep}}`, 'application/json').expect(400)).body
        .name,
    ).toBe('BadDataError');
    await service.api.get(at(name)).expect(404);
  });

  test('is at most 100 KiB', async () => {
    const name = unique();
    const { body } = await service.api
      .post(FEATURES, { name, description: 'x'.repeat(102_400) })
      .expect(413);
    expect(body).toMatchObject({
      name: 'PayloadTooLargeError',
      error: { limit: 102_400, type: 'entity.too.large' },
    });
    await service.api
      .post(FEATURES, { name, description: 'x'.repeat(102_400 - name.length - 30) })
      .expect(201);
  });
});

describe('replacing a feature', () => {
  test('gives what is left out its default, the description excepted', async () => {
    const feature = await service.given.feature({
      type: 'experiment',
      description: 'first',
      impressionData: true,
      stale: true,
    });
    const before = (await events(feature))[0]!.data;
    const { body } = await service.api.put(at(feature), {}).expect(200);
    expect(body).toMatchObject({
      name: feature,
      type: 'release',
      description: 'first',
      impressionData: false,
      stale: false,
    });
    expect((await events(feature)).at(-1)).toMatchObject({
      type: 'feature-metadata-updated',
      data: body,
      preData: before,
    });
  });

  test('refuses another name, an unknown type and an archived feature, and changes nothing', async () => {
    const [feature, archived] = [
      await service.given.feature({ description: 'd' }),
      await service.given.feature({ archived: true }),
    ];
    await service.api.put(at(feature), { name: 'other', description: 'x' }).expect(400);
    await service.api.put(at(feature), { type: 'nosuch', description: 'x' }).expect(400);
    expect((await service.api.put(at(archived), { description: 'x' }).expect(400)).body.name).toBe(
      'ArchivedFeatureError',
    );
    await service.api.put(at('nosuch'), {}).expect(404);
    expect((await service.api.get(at(feature)).expect(200)).body.description).toBe('d');
    expect(await events(feature)).toHaveLength(1);
    expect(await events(archived)).toHaveLength(1);
  });
});

describe('patching a feature', () => {
  test('changes what the steps say, and records staleness by an event of its own', async () => {
    const feature = await service.given.feature();
    const steps = [
      { op: 'replace', path: '/description', value: 'patched' },
      { op: 'add', path: '/impressionData', value: true },
      { op: 'replace', path: '/stale', value: true },
    ];
    const { body } = await service.api.patch(at(feature), steps).expect(200);
    expect(body).toMatchObject({
      description: 'patched',
      impressionData: true,
      stale: true,
      type: 'release',
    });
    expect((await events(feature)).map((e) => e.type)).toEqual([
      'feature-created',
      'feature-metadata-updated',
      'feature-stale-on',
    ]);
  });

  test('leaves the name and what features do not have alone', async () => {
    const feature = await service.given.feature();
    const steps = [
      { op: 'replace', path: '/name', value: 'renamed' },
      { op: 'add', path: '/nosuch', value: 'x' },
    ];
    expect((await service.api.patch(at(feature), steps).expect(200)).body.name).toBe(feature);
  });

  test.each([
    ['a path that leads nowhere', [{ op: 'replace', path: '/nosuch/deep', value: 1 }]],
    ['the operation test', [{ op: 'test', path: '/stale', value: false }]],
    ['an unknown operation', [{ op: 'frobnicate', path: '/stale' }]],
    ['a missing path', [{ op: 'remove' }]],
    ['a replacement without a value', [{ op: 'replace', path: '/description' }]],
    ['a wrong value', [{ op: 'replace', path: '/stale', value: 'maybe' }]],
    ['an object instead of a list', { op: 'replace', path: '/description', value: 'x' }],
  ])('refuses %s and changes nothing', async (_, steps) => {
    const feature = await service.given.feature({ description: 'd' });
    await service.api.patch(at(feature), steps).expect(400);
    expect(await events(feature)).toHaveLength(1);
  });
});

describe('listing features', () => {
  test('shows live features of the project by name, narrowed by prefix and by any of some tags', async () => {
    const prefix = unique('list');
    const [a, b] = [`${prefix}-a`, `${prefix}-b`];
    await service.given.feature({ name: b, tags: [{ type: 'simple', value: `${prefix}-1` }] });
    await service.given.feature({ name: a, enabledIn: ['development'] });
    await service.given.feature({ name: `${prefix}-c`, archived: true });
    const list = async (query: string): Promise<string[]> =>
      (
        (await service.api.get(`${FEATURES}?${query}`).expect(200)).body.features as {
          name: string;
        }[]
      ).map((f) => f.name);
    expect(await list(`namePrefix=${prefix}`)).toEqual([a, b]);
    expect(await list(`tag=simple:${prefix}-1`)).toEqual([b]);
    expect(await list(`tag=simple:${prefix}-1&tag=simple:nosuch&namePrefix=${prefix}`)).toEqual([
      b,
    ]);
    expect(await list(`namePrefix=%25${prefix}`)).toEqual([]);
    await service.api.get(`${FEATURES}?tag=without-colon`).expect(400);
    const { body } = await service.api.get(`${FEATURES}?namePrefix=${prefix}`).expect(200);
    expect(body.features[0].environments[0]).toMatchObject({
      name: 'development',
      enabled: true,
      hasStrategies: true,
      hasEnabledStrategies: true,
    });
    expect(body.features[0].tags).toBeUndefined();
  });
});

describe('archiving a feature', () => {
  test('takes the feature away, once', async () => {
    const feature = await service.given.feature();
    await service.api.delete(at(feature)).expect(202);
    await service.api.delete(at(feature)).expect(202);
    await service.api.get(at(feature)).expect(404);
    expect((await events(feature)).map((e) => e.type)).toEqual([
      'feature-created',
      'feature-archived',
    ]);
    await service.api.delete(at('nosuch')).expect(404);
  });
});

describe('collaborators', () => {
  test('are those who changed the feature, the most recent first', async () => {
    const feature = await service.given.feature();
    const [user] = await service.sql<{ id: number }>(
      "INSERT INTO app_user (username, name) VALUES ('collab', 'Col Lab') RETURNING id",
    );
    await service.sql('INSERT INTO feature_collaborator SELECT $1, $2, 0', [feature, user!.id]);
    const before = (await service.api.get(at(feature)).expect(200)).body.collaborators.users as {
      id: number;
      name: string;
    }[];
    expect(before.map((u) => u.id)).toEqual([-42, user!.id]);
    expect(before[1]!.name).toBe('Col Lab');
    await service.sql(
      'UPDATE feature_collaborator SET last_event_id = 9000000 WHERE user_id = $1',
      [user!.id],
    );
    await service.sql('UPDATE app_user SET deleted_at = now() WHERE id = $1', [user!.id]);
    const { body } = await service.api.get(at(feature)).expect(200);
    expect(body.collaborators.users[0]).toMatchObject({ id: user!.id, name: 'unknown' });
  });

  test('keep their place when an earlier event of theirs is recorded later', async () => {
    const feature = await service.given.feature();
    const last = async (): Promise<unknown> =>
      (
        await service.sql<{ last: string }>(
          'SELECT last_event_id AS last FROM feature_collaborator WHERE feature_name = $1',
          [feature],
        )
      )[0]?.last;
    await service.sql(
      'UPDATE feature_collaborator SET last_event_id = 9000000 WHERE feature_name = $1',
      [feature],
    );
    await service.api.put(at(feature), { description: 'changed' }).expect(200);
    await service.api.post(`${at(feature)}/environments/production/on`).expect(200);
    expect(Number(await last())).toBe(9_000_000);
  });
});
