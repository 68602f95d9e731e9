import { DataSource } from 'typeorm';
import { at, FEATURES } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { CLIENT_TOKEN, FRONTEND_TOKEN, TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const eventTypes = async (feature: string): Promise<string[]> => {
  const rows = await service.sql<{ type: string }>(
    'SELECT type FROM event WHERE feature_name = $1 ORDER BY id',
    [feature],
  );
  return rows.map((row) => row.type);
};
const isOn = async (feature: string, environment = 'production'): Promise<boolean> =>
  (await service.api.get(at(feature, environment)).expect(200)).body.enabled as boolean;
const CREATED_AND_ON = ['feature-created', 'feature-strategy-add', 'feature-environment-enabled'];

describe('turning a feature off', () => {
  test('answers the feature as a reading that follows does, and records who did it', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const off = await service.api.post(`${at(feature, 'production')}/off`).expect(200);
    expect(off.body).toEqual((await service.api.get(at(feature)).expect(200)).body);
    expect(off.body.enabled).toBe(false);
    expect(await eventTypes(feature)).toEqual([...CREATED_AND_ON, 'feature-environment-disabled']);
    const [event] = await service.sql(
      `SELECT * FROM event WHERE feature_name = $1 ORDER BY id DESC LIMIT 1`,
      [feature],
    );
    expect(event).toMatchObject({
      project: 'default',
      environment: 'production',
      created_by: 'admin',
      created_by_user_id: -42,
      data: null,
      pre_data: null,
      tags: [],
    });
  });

  test('keeps the tags of that moment in the event', async () => {
    const feature = await service.given.feature({
      enabledIn: ['production'],
      tags: [{ type: 'simple', value: 'of-the-moment' }],
    });
    await service.api.post(`${at(feature, 'production')}/off`).expect(200);
    const [event] = await service.sql<{ tags: object }>(
      `SELECT tags FROM event WHERE feature_name = $1 ORDER BY id DESC LIMIT 1`,
      [feature],
    );
    expect(event!.tags).toEqual([{ type: 'simple', value: 'of-the-moment' }]);
  });

  test('leaves the other environments as they are', async () => {
    const feature = await service.given.feature({ enabledIn: ['production', 'development'] });
    const { body } = await service.api.post(`${at(feature, 'production')}/off`).expect(200);
    expect(body.enabled).toBe(true);
    expect(body.environments.map((e: { enabled: boolean }) => e.enabled)).toEqual([true, false]);
  });

  test.each([
    ['no body', undefined, undefined],
    ['a JSON body', '{"some":"thing"}', 'application/json'],
    ['malformed JSON', '{"some', 'application/json'],
    ['a text', 'please', 'text/plain'],
    ['a form', 'a=b', 'application/x-www-form-urlencoded'],
  ])('works with %s', async (_, body, type) => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const call = service.api.post(`${at(feature, 'production')}/off`);
    await (type ? call.set('content-type', type).send(body) : call).expect(200);
    expect(await isOn(feature)).toBe(false);
  });

  test('changes nothing and records nothing when the feature is off', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const first = await service.api.post(`${at(feature, 'production')}/off`).expect(200);
    const again = await service.api.post(`${at(feature, 'production')}/off`).expect(200);
    expect(again.body).toEqual(first.body);
    expect(await eventTypes(feature)).toEqual([...CREATED_AND_ON, 'feature-environment-disabled']);
    const never = await service.given.feature();
    await service.api.post(`${at(never, 'production')}/off`).expect(200);
    expect(await eventTypes(never)).toEqual(['feature-created']);
  });

  test('records exactly one event for many calls at once', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await Promise.all(
      Array.from({ length: 24 }, () =>
        service.api.post(`${at(feature, 'production')}/off`).expect(200),
      ),
    );
    expect(await eventTypes(feature)).toEqual([...CREATED_AND_ON, 'feature-environment-disabled']);
  });

  test('does not happen when its event cannot be written', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await service.sql(
      "ALTER TABLE event ADD CONSTRAINT no_more CHECK (type <> 'feature-environment-disabled') NOT VALID",
    );
    try {
      const { body } = await service.api.post(`${at(feature, 'production')}/off`);
      expect(body).toMatchObject({
        name: 'UnknownError',
        message: expect.not.stringContaining('no_more'),
      });
    } finally {
      await service.sql('ALTER TABLE event DROP CONSTRAINT no_more');
    }
    expect(await isOn(feature)).toBe(true);
  });

  test('does not wait for somebody who changes another feature in the same environment', async () => {
    const [one, other] = [
      await service.given.feature({ enabledIn: ['production'] }),
      await service.given.feature({ enabledIn: ['production'] }),
    ];
    const slow = service.service.app.get(DataSource).createQueryRunner();
    await slow.startTransaction();
    await slow.query('UPDATE feature_environment SET enabled = false WHERE feature_name = $1', [
      other,
    ]);
    await service.api
      .post(`${at(one, 'production')}/off`)
      .timeout(20_000)
      .expect(200);
    await slow.rollbackTransaction();
    await slow.release();
  });

  test.each(['off', 'on'])(
    'or on succeeds where PostgreSQL breaks it off to resolve a deadlock, and records one event: %s',
    async (to) => {
      const feature = await service.given.feature({ enabledIn: ['production'] });
      if (to === 'on') await service.api.post(`${at(feature, 'production')}/off`).expect(200);
      const before = await eventTypes(feature);
      const other = service.service.app.get(DataSource).createQueryRunner();
      await other.startTransaction();
      // The row that the switch locks last is locked first, and then one that the switch has locked
      // already.
      await other.query(
        'UPDATE feature_collaborator SET last_event_id = last_event_id WHERE feature_name = $1',
        [feature],
      );
      const switched = service.api
        .post(`${at(feature, 'production')}/${to}`)
        .then((response) => response);
      await service.untilBlocked();
      await other.query(
        'UPDATE feature_environment SET variants = variants WHERE feature_name = $1',
        [feature],
      );
      await other.commitTransaction();
      await other.release();
      const { status, body } = await switched;
      expect([status, body.enabled]).toEqual([200, to === 'on']);
      expect(await eventTypes(feature)).toEqual([
        ...before,
        to === 'on' ? 'feature-environment-enabled' : 'feature-environment-disabled',
      ]);
    },
  );
});

describe('turning a feature on', () => {
  test('is refused where the environment is taken from the project at the very moment', async () => {
    const project = await service.given.project();
    const feature = unique();
    await service.api
      .post(`/api/admin/projects/${project}/features`, { name: feature })
      .expect(201);
    const other = service.service.app.get(DataSource).createQueryRunner();
    await other.startTransaction();
    await other.query(
      'UPDATE feature_environment SET variants = variants WHERE feature_name = $1',
      [feature],
    );
    await other.query(
      "DELETE FROM project_environment WHERE project = $1 AND environment = 'production'",
      [project],
    );
    const switched = service.api
      .post(`${at(feature, 'production').replace('default', project)}/on`)
      .then((response) => response);
    await service.untilBlocked();
    await other.commitTransaction();
    await other.release();
    expect(await switched).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('"production"') },
    });
    expect(await eventTypes(feature)).toEqual(['feature-created']);
  });

  test('adds the default strategy where there is none, and keeps it the next time', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await service.api.post(`${at(feature, 'production')}/off`).expect(200);
    const on = await service.api.post(`${at(feature, 'production')}/on`).expect(200);
    expect(on.body).toEqual((await service.api.get(at(feature)).expect(200)).body);
    expect(on.body.environments[1].strategies).toMatchObject([
      {
        name: 'flexibleRollout',
        parameters: { rollout: '100', stickiness: 'default', groupId: feature },
        sortOrder: 0,
        disabled: false,
      },
    ]);
    expect(await eventTypes(feature)).toEqual([
      ...CREATED_AND_ON,
      'feature-environment-disabled',
      'feature-environment-enabled',
    ]);
  });

  test('adds one strategy and one event for many calls at once', async () => {
    const feature = await service.given.feature();
    await Promise.all(
      Array.from({ length: 16 }, () =>
        service.api.post(`${at(feature, 'production')}/on`).expect(200),
      ),
    );
    expect(await eventTypes(feature)).toEqual(CREATED_AND_ON);
  });

  test('uses the default strategy of the project environment', async () => {
    const strategy = {
      name: 'flexibleRollout',
      title: 'a quarter',
      parameters: { rollout: '25', stickiness: 'userId', groupId: '' },
      constraints: [],
    };
    await service.sql(
      "UPDATE project_environment SET default_strategy = $1 WHERE environment = 'development'",
      [JSON.stringify(strategy)],
    );
    const feature = await service.given.feature({ enabledIn: ['development'] });
    const { body } = await service.api.get(at(feature, 'development')).expect(200);
    expect(body.strategies).toMatchObject([
      { title: 'a quarter', parameters: { rollout: '25', stickiness: 'userId', groupId: feature } },
    ]);
  });

  test('adds the default strategy beside disabled ones, or makes those active when asked to', async () => {
    const disabled = (feature: string): Promise<unknown> =>
      service.sql(
        "INSERT INTO feature_strategy (feature_name, environment, name, disabled) VALUES ($1, 'production', 'default', true)",
        [feature],
      );
    const [added, activated] = [await service.given.feature(), await service.given.feature()];
    await disabled(added);
    await disabled(activated);
    const first = await service.api.post(`${at(added, 'production')}/on`).expect(200);
    expect(
      first.body.environments[1].strategies.map((s: { disabled: boolean }) => s.disabled),
    ).toEqual([true, false]);
    const second = await service.api
      .post(`${at(activated, 'production')}/on?shouldActivateDisabledStrategies=true`)
      .expect(200);
    expect(
      second.body.environments[1].strategies.map((s: { disabled: boolean }) => s.disabled),
    ).toEqual([false]);
    expect(await eventTypes(activated)).toEqual([
      'feature-created',
      'feature-strategy-update',
      'feature-environment-enabled',
    ]);
  });
});

describe('turning on or off does not work:', () => {
  let feature: string;
  beforeAll(async () => {
    feature = await service.given.feature({ enabledIn: ['production'] });
    await service.sql("INSERT INTO project (id, name) VALUES ('other', 'other')");
    await service.sql(
      "INSERT INTO project_environment (project, environment) VALUES ('other', 'production')",
    );
  });
  afterAll(async () => {
    expect(await isOn(feature)).toBe(true);
    expect(await eventTypes(feature)).toEqual(CREATED_AND_ON);
  });

  test.each(['on', 'off'])('%s for what does not exist', async (state) => {
    const gone = await service.api.post(`${at('nosuch', 'production')}/${state}`).expect(404);
    expect(gone.body).toMatchObject({
      name: 'NotFoundError',
      id: expect.any(String),
      details: [{ message: gone.body.message }],
    });
    await service.api.post(`${at(feature, 'nosuch')}/${state}`).expect(404);
    await service.api.post(`${at(feature, 'default')}/${state}`).expect(404); // exists, but the project lacks it
    await service.api
      .post(`/api/admin/projects/nosuch/features/${feature}/environments/production/${state}`)
      .expect(404);
    await service.api.post(`${at('%00', 'production')}/${state}`).expect(400);
    await service.api.post(`${at('%E0%A4%A', 'production')}/${state}`).expect(400);
  });

  test.each(['on', 'off'])(
    '%s for a feature of another project, and nobody learns which',
    async (state) => {
      const { body } = await service.api
        .post(`/api/admin/projects/other/features/${feature}/environments/production/${state}`)
        .expect(404);
      expect(JSON.stringify(body)).not.toContain('default');
    },
  );

  test.each(['on', 'off'])('%s for an archived feature', async (state) => {
    const archived = await service.given.feature({ enabledIn: ['production'] });
    await service.api.delete(at(archived)).expect(202);
    const { body } = await service.api.post(`${at(archived, 'production')}/${state}`).expect(400);
    expect(body.name).toBe('ArchivedFeatureError');
    expect((await eventTypes(archived)).at(-1)).toBe('feature-archived');
  });

  test.each(['on', 'off'])('%s for nobody, strangers and SDKs', async (state) => {
    const path = `${at(feature, 'production')}/${state}`;
    expect((await service.api.as().post(path).expect(401)).body.name).toBe(
      'AuthenticationRequired',
    );
    expect((await service.api.as({ token: 'nosuch' }).post(path).expect(401)).body.name).toBe(
      'UnauthorizedError',
    );
    await service.api.as({ token: CLIENT_TOKEN }).post(path).expect(403);
    await service.api.as({ token: FRONTEND_TOKEN }).post(path).expect(403);
  });
});

describe('of several features,', () => {
  const bulk = (state: string, environment = 'production'): string =>
    `/api/admin/projects/default/bulk_features/environments/${environment}/${state}`;

  test('all of them are turned on and off, each with its event', async () => {
    const features = [await service.given.feature(), await service.given.feature()];
    await service.api.post(bulk('on'), { features: [...features, features[0]] }).expect(200, '');
    for (const feature of features) expect(await isOn(feature)).toBe(true);
    await service.api.post(bulk('off'), { features }).expect(200, '');
    await service.api.post(bulk('off'), { features }).expect(200, '');
    for (const feature of features)
      expect(await eventTypes(feature)).toEqual([
        ...CREATED_AND_ON,
        'feature-environment-disabled',
      ]);
    await service.api.post(bulk('on'), { features: [] }).expect(200);
  });

  test('none is when one is unknown or archived', async () => {
    const [feature, archived] = [
      await service.given.feature(),
      await service.given.feature({ archived: true }),
    ];
    await service.api.post(bulk('on'), { features: [feature, 'nosuch'] }).expect(404);
    await service.api.post(bulk('on'), { features: [feature, archived] }).expect(400);
    await service.api.post(bulk('on', 'nosuch'), { features: [feature] }).expect(404);
    await service.api.post(bulk('on'), {}).expect(400);
    await service.api.post(bulk('on'), { features: feature }).expect(400);
    expect(await isOn(feature)).toBe(false);
    expect(await eventTypes(feature)).toEqual(['feature-created']);
  });

  test('two that overlap in reverse order both succeed', async () => {
    const features = await Promise.all(Array.from({ length: 8 }, () => service.given.feature()));
    await Promise.all([
      service.api.post(bulk('on'), { features }).expect(200),
      service.api.post(bulk('on'), { features: [...features].reverse() }).expect(200),
    ]);
    for (const feature of features) expect(await eventTypes(feature)).toEqual(CREATED_AND_ON);
  });
});

test('paths are read without regard to case, with a trailing and a doubled leading slash', async () => {
  const feature = await service.given.feature();
  await service.api.get(`/API/Admin/projects/default/features/${feature}`).expect(200);
  await service.api.get(`${FEATURES}/${feature}/`).expect(200);
  await service.api.get(`/${FEATURES}/${feature}`).expect(200);
});
