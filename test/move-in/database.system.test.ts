import { readFileSync } from 'node:fs';
import { auditLines, verifyAuditLog } from '../../verify/audit-verifier.js';
import { withDatabaseSource } from '../../verify/database-source.js';
import { compareClients, type Compared } from '../../admin/move-in/comparison.js';
import type { ClientToken } from '../../admin/move-in/source/source.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { CLIENT_TOKEN, TestService } from '../support/service.js';
import { untilSealed } from '../support/sealing.js';
import type { Outcome } from '../support/programs.js';
import { counted, migrate, migrateInProcess, PASSWORD, Source } from './support.js';

/** Moves from a database of Unleash while the service runs. */

const CLIENT = '*:staging.secret-of-all-projects';
const STAGES = ['initial', 'pre-live', 'live', 'completed', 'archived'];

/** The rows that a move writes, without events, which the service records, too. */
async function contents(service: TestService): Promise<unknown> {
  const tables = {
    feature: '',
    feature_strategy: '',
    event: "WHERE transaction_id = '0'",
    app_user: '',
    project: '',
    role: '',
  };
  const counts = await service.sql(
    `SELECT (SELECT count(*) FROM api_token) AS tokens, ${Object.entries(tables)
      .map(
        ([name, where]) =>
          `(SELECT json_agg(to_jsonb(t) - 'seen_at' ORDER BY t::text)
              FROM ${name} t ${where}) AS ${name}`,
      )
      .join()}`,
  );
  return counts[0];
}

describe('an Unleash 6', () => {
  let service: TestService;
  let source: Source;
  let outcome: Outcome;
  beforeAll(async () => {
    service = await TestService.start();
    // An SDK is connected during the move.
    await service.api.as({ token: CLIENT_TOKEN }).get('/api/client/features').expect(200);
    source = await Source.create('unleash-6.sql');
    // The events of the move are then older than a seal.
    await untilSealed(service);
    const from = { UNLEASH_DATABASE_URL: source.url };
    outcome = await migrateInProcess(from, service.databaseUrl);
  });
  afterAll(async () => {
    await service.stop();
    await source.drop();
  });

  test('is reported with what was moved and what could not be, and without secrets', () => {
    expect(outcome.err).not.toMatch(/error/i);
    expect(outcome.code).toBe(1);
    expect(counted(outcome.out, 'features')).toEqual([4, 0, 0, 2]);
    expect(counted(outcome.out, 'events')).toEqual([2, 0, 0, 0]);
    expect(counted(outcome.out, 'API tokens')).toEqual([3, 0, 0, 1]);
    expect(outcome.out).toContain('has blank: not movable: its name must be made of letters');
    expect(outcome.out).toMatch(
      /bad-constraint: not movable: a strategy in development: .*operator/,
    );
    expect(outcome.out).toContain('parent: without the tag x:unusable, which was not moved');
    expect(outcome.out).toContain('Releaser: without FLY, which does not exist here');
    expect(outcome.out).toContain('a b: not movable: its id must be');
    expect(outcome.out).toContain('lost: not movable: none of its projects was moved');
    expect(outcome.out + outcome.err).not.toMatch(/secret-of|\$2|user:0011/);
  });

  test('has its features with everything', async () => {
    const { body } = await service.api
      .get('/api/admin/projects/payments/features/pay.fast')
      .expect(200);
    expect(body).toMatchObject({
      type: 'experiment',
      description: 'Pays fast',
      stale: true,
      impressionData: true,
      createdAt: '2024-04-01T09:30:00.000Z',
      createdBy: { name: 'Anna' },
      tags: [{ type: 'team', value: 'red' }],
      lifecycle: { stage: 'completed', status: 'kept' },
      lastSeenAt: '2024-07-01T10:20:30.000Z',
    });
    const [staging] = body.environments.filter((one: { name: string }) => one.name === 'staging');
    expect(staging).toMatchObject({
      enabled: true,
      variants: [
        { name: 'a', weight: 1000, overrides: [{ contextName: 'userId', values: ['7'] }] },
      ],
      strategies: [
        { name: 'byShop', parameters: { shops: 'a,b' }, disabled: true, sortOrder: 0 },
        {
          id: '0e0a9d6e-0000-4000-8000-000000000001',
          title: 'Some',
          parameters: { rollout: '35', stickiness: 'userId', groupId: 'pay.fast' },
          constraints: [{ contextName: 'userId', operator: 'NUM_GT', value: '5', inverted: true }],
          variants: [{ name: 'red', weight: 1000, stickiness: 'default', payload: { value: 'r' } }],
          segments: [5],
        },
      ],
    });
    const child = await service.api.get('/api/admin/projects/default/features/child').expect(200);
    expect(child.body.dependencies).toMatchObject([{ feature: 'parent' }]);
    const [old] = await service.sql<{ at: Date }>(
      "SELECT archived_at AS at FROM feature WHERE name = 'old'",
    );
    expect(old!.at.toISOString()).toBe('2024-05-01T00:00:00.000Z');
    const stages = await service.sql<{ stage: string }>(
      "SELECT stage FROM feature_lifecycle WHERE feature_name = 'parent'",
    );
    expect(STAGES).toContain(stages[0]!.stage);
  });

  test('has its projects, environments, segments, fields and strategies', async () => {
    const { body: project } = await service.api
      .get('/api/admin/projects/payments/overview')
      .expect(200);
    expect(project).toMatchObject({
      name: 'Payments',
      mode: 'private',
      featureLimit: 50,
      defaultStickiness: 'userId',
      featureNaming: { pattern: '^pay\\..+$', example: 'pay.fast' },
    });
    const { body: start } = await service.api
      .get('/api/admin/projects/default/overview')
      .expect(200);
    expect(start).toMatchObject({ name: 'Start', description: 'Everything begins here' });
    const { body: environments } = await service.api.get('/api/admin/environments').expect(200);
    expect(environments.environments.map((one: { name: string }) => one.name)).toContain('staging');
    const { body: segment } = await service.api.get('/api/admin/segments/5').expect(200);
    expect(segment).toMatchObject({ name: 'Adults', constraints: [{ values: ['eu'] }] });
    const { body: region } = await service.api.get('/api/admin/context/region').expect(200);
    expect(region.legalValues).toEqual([{ value: 'eu', description: 'Europe' }]);
    const { body: userId } = await service.api.get('/api/admin/context/userId').expect(200);
    expect(userId).toMatchObject({ description: 'The person', stickiness: true });
    await service.api.get('/api/admin/strategies/byShop').expect(200);
    const [defaults] = await service.sql(
      "SELECT segment_id AS segment FROM default_strategy_segment WHERE project = 'payments'",
    );
    expect(defaults).toEqual({ segment: 5 });
  });

  test('serves its segments at once, also when SDKs were connected before', async () => {
    const { body } = await service.api
      .as({ token: CLIENT })
      .get('/api/client/features')
      .set('Unleash-Client-Spec', '5.0.0')
      .expect(200);
    expect(body.segments).toMatchObject([{ id: 5, name: 'Adults' }]);
  });

  test('has its people: passwords, roles, groups and tokens work', async () => {
    const login = await fetch(`${service.url}/auth/simple/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'anna', password: PASSWORD }),
    });
    expect(login.status).toBe(200);
    const anna = service.api.as({ token: 'user:00112233445566778899' });
    expect((await anna.get('/api/admin/user').expect(200)).body.user).toMatchObject({
      id: 7,
      email: 'anna@example.com',
    });
    const access = (await service.api.get('/api/admin/projects/payments/access').expect(200)).body;
    expect(access.users).toMatchObject([
      { name: 'Anna', roleId: 4 },
      { name: 'Robot', roleId: 9 },
    ]);
    expect(access.groups).toMatchObject([{ name: 'Cashiers', roleId: 5 }]);
    const { body: role } = await service.api.get('/api/admin/roles/9').expect(200);
    expect(role.permissions).toEqual([
      expect.objectContaining({ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'staging' }),
    ]);
    const admin = service.api.as({ token: '*:*.secret-of-an-admin' });
    await admin.get('/api/admin/projects').expect(200);
    const features = await service.api
      .as({ token: CLIENT })
      .get('/api/client/features')
      .expect(200);
    expect(features.body.features.map((one: { name: string }) => one.name)).toContain('pay.fast');
  });

  test('has its events and its usage, and all counts and seals include them', async () => {
    const { body } = await service.api.get('/api/admin/events/pay.fast').expect(200);
    const types = body.events.map((one: { type: string }) => one.type);
    expect(types).toEqual(['feature-environment-enabled', 'feature-created']);
    expect(body.events[0]).toMatchObject({
      createdAt: '2024-04-02T09:30:00.000Z',
      createdBy: 'gone',
      data: { odd: 'ab' },
    });
    const usage = await service.api
      .get('/api/admin/client-metrics/features/pay.fast/raw')
      .expect(200);
    expect(usage.body.data).toContainEqual(
      expect.objectContaining({ appName: 'shop', yes: 7, no: 3, variants: { red: 7 } }),
    );
    const [tally] = await service.sql<{ events: number }>(
      "SELECT sum(events)::int AS events FROM event_type_tally WHERE type = 'feature-created'",
    );
    expect(tally!.events).toBe(1);
    await untilSealed(service);
  });

  test('has an audit log that verifies, and says which events were moved in', async () => {
    const address = { url: service.databaseUrl, ssl: false } as const;
    const found = await withDatabaseSource(address, (source) =>
      verifyAuditLog(source, { ids: [], keys: [], checkpoints: [] }),
    );
    expect(found.findings).toEqual([]);
    expect(auditLines(found).join(' ')).toMatch(/ 2 events are older .* moved in from another/);
  });

  test('moves nothing twice', async () => {
    const before = await contents(service);
    const again = await migrate(service.databaseUrl, '--database', source.url);
    expect(counted(again.out, 'features')).toEqual([0, 4, 0, 2]);
    for (const kind of ['roles in projects', 'dependencies', 'favorites', 'hours of usage']) {
      const [moved = 0, , kept = 0] = counted(outcome.out, kind);
      expect([kind, moved]).not.toEqual([kind, 0]);
      expect([kind, ...counted(again.out, kind).slice(0, 3)]).toEqual([kind, 0, moved + kept, 0]);
    }
    expect(again.out).toContain('Nothing was changed.');
    expect(await contents(service)).toEqual(before);
  });

  test('shows that SDKs get the same, from both', async () => {
    const addresses = ['--source-url', service.url, '--target-url', service.url];
    const compared = await migrate(service.databaseUrl, '--database', source.url, ...addresses);
    expect(compared.out).toContain('staging: equal, 3 features');
  });

  test('is compared with all tokens, and counts a feature once that several serve', async () => {
    const tokens: ClientToken[] = [];
    for (const tokenName of ['one', 'other']) {
      const token = { tokenName, type: 'client', environment: 'production', projects: ['default'] };
      const { body } = await service.api.post('/api/admin/api-tokens', token).expect(201);
      tokens.push({ environment: 'production', isForAll: false, secret: body.secret });
    }
    const compare = (by: ClientToken[]): Promise<Compared[]> =>
      compareClients(service.url, service.url, by);
    const both = await compare(tokens);
    expect(both).toEqual(await compare(tokens.slice(0, 1)));
    expect(both[0]!.features).toBeGreaterThan(0);
  });

  test('can be continued with what was added since', async () => {
    await source.run(
      "INSERT INTO features VALUES ('late', now(), '', 'release', false, 'default')",
    );
    await source.run(
      "INSERT INTO events (created_at, type, created_by, project, feature_name) VALUES (now(), 'feature-created', 'anna', 'default', 'late')",
    );
    const more = await migrate(service.databaseUrl, '--database', source.url);
    expect(counted(more.out, 'features')).toEqual([1, 4, 0, 2]);
    expect(counted(more.out, 'events')).toEqual([1, 0, 0, 0]);
    await service.api.get('/api/admin/projects/default/features/late').expect(200);
  });
});

test('an Unleash 7 has links, link templates, fields of projects and its other built-in roles', async () => {
  const service = await TestService.start();
  const source = await Source.create('unleash-6.sql', 'unleash-7.sql');
  try {
    await migrate(service.databaseUrl, '--database', source.url);
    const feature = '/api/admin/projects/payments/features/pay.fast';
    const { body } = await service.api.get(feature).expect(200);
    expect(body.links).toMatchObject([{ url: 'https://example.com/pay', title: 'Plan' }]);
    const [field] = await service.sql<{ project: string }>(
      "SELECT project FROM context_field WHERE name = 'till'",
    );
    expect(field).toEqual({ project: 'payments' });
    const access = (await service.api.get('/api/admin/projects/payments/access').expect(200)).body;
    expect(access.roles.map((one: { name: string }) => one.name)).toContain('Reader');
  } finally {
    await service.stop();
    await source.drop();
  }
});

describe('what exists here already', () => {
  test('stays as it is, and is reported; a dry run says the same and changes nothing', async () => {
    const service = await TestService.start();
    const source = await Source.create('unleash-6.sql');
    try {
      await service.api
        .post('/api/admin/projects/default/features')
        .send({ name: 'parent', description: 'Of this service' })
        .expect(201);
      const before = await contents(service);
      const dry = await migrate(service.databaseUrl, '--database', source.url, '--dry-run');
      expect(counted(dry.out, 'features')).toEqual([3, 0, 1, 2]);
      expect(dry.out).toContain('parent: exists here already, and stays as it is');
      expect(await contents(service)).toEqual(before);
      const moved = await migrate(service.databaseUrl, '--database', source.url);
      expect(counted(moved.out, 'features')).toEqual([3, 0, 1, 2]);
      const { body } = await service.api.get('/api/admin/projects/default/features/parent');
      expect(body.description).toBe('Of this service');
    } finally {
      await service.stop();
      await source.drop();
    }
  });
});

test('nothing is moved past a policy that refuses, until it only warns', async () => {
  const service = await TestService.start();
  const source = await Source.create('unleash-6.sql');
  try {
    const put = (enforcement: string) =>
      service.api.put('/api/admin/policy', { namePattern: 'shop-.+', enforcement }).expect(200);
    await put('refuse');
    const before = await contents(service);
    for (const args of [['--dry-run'], []]) {
      const refused = await migrate(service.databaseUrl, '--database', source.url, ...args);
      expect(refused).toMatchObject({
        code: 2,
        err: expect.stringContaining('Let each policy only warn (enforcement "warn")'),
      });
    }
    expect(await contents(service)).toEqual(before);
    await put('warn');
    const { out } = await migrate(service.databaseUrl, '--database', source.url);
    expect(counted(out, 'features')[0]).toBeGreaterThan(0);
  } finally {
    await service.stop();
    await source.drop();
  }
});

describe('what cannot be moved from says what to do', () => {
  let target: TestDatabase;
  let empty: Source;
  beforeAll(async () => {
    target = await createTestDatabase();
    empty = await Source.create();
  });
  afterAll(async () => {
    await target.drop();
    await empty.drop();
  });

  test('a server that is not reached', async () => {
    const url = 'postgres://user:hidden@127.0.0.1:1/unleash';
    const { code, err } = await migrate(target.url, '--database', url);
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringMatching(/127\.0\.0\.1:1\/unleash cannot be read: .*Check its address/),
    });
    expect(err).not.toContain('hidden');
  });

  test('a database of something else, and one of an older version', async () => {
    const other = await migrate(target.url, '--database', empty.url);
    expect(other).toMatchObject({
      code: 2,
      err: expect.stringContaining('There are no tables of Unleash in the database.'),
    });
    await empty.run(readFileSync('test/move-in/unleash-6.sql', 'utf8'));
    await empty.run('ALTER TABLE features DROP COLUMN archived_at');
    const old = await migrate(target.url, '--database', empty.url);
    expect(old.err).toContain('older than version 6: features.archived_at is missing');
    await empty.run('DROP TABLE segments');
    const part = await migrate(target.url, '--database', empty.url);
    expect(part.err).toContain('it has no segments');
  });

  test('no source at all', async () => {
    const { code, err } = await migrate(target.url);
    expect({ code, err }).toEqual({
      code: 2,
      err: 'Use either --database or --url. See --help.\n',
    });
  });
});
