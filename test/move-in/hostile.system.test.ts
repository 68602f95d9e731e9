import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { TestService } from '../support/service.js';
import { counted, migrate, Source } from './support.js';

/** Contents and behaviour of a source that must not stop the move. */

describe('a source with values that cannot be stored', () => {
  let service: TestService;
  let source: Source;
  let out: string;
  beforeAll(async () => {
    service = await TestService.start();
    source = await Source.create('unleash-6.sql');
    await source.run(`
      INSERT INTO features (name, project, created_at) VALUES
        ('PARENT', 'default', 'infinity'), ('before-christ', 'default', '0044-03-15 BC');
      INSERT INTO features (name, project, created_at) VALUES ('repaired', 'default', now());
      INSERT INTO feature_environments VALUES ('development', 'repaired', true, '[
        {"name": "a", "weight": 333.5, "weightType": "fix", "payload": {"type": "csv", "value": ""}},
        {"name": "b", "weight": 666.5, "weightType": "variable", "payload": {}}]');
      INSERT INTO feature_strategies VALUES ('0e0a9d6e-0000-4000-8000-00000000000a', 'repaired',
        'default', 'development', 'default', '{}', '[{"contextName": "currentTime", "values": ["x"],
          "operator": "DATE_AFTER", "value": "2026-01-01 10:00:00Z"}]', 0, now(), NULL, false, '[]');
      INSERT INTO events (created_at, type, created_by) VALUES
        (NULL, 'feature-created', 'x'), ('infinity', 'feature-created', 'x');
      INSERT INTO events (created_at, type, created_by) VALUES (now(), 'feature-created', 'last');
      INSERT INTO events (created_at, type, created_by, data) VALUES
        (now(), 'public-signup-token-created', 'x',
          '{"name": "all", "secret": "of-an-invite", "url": "https://a/invite/of-an-invite"}'),
        (now(), 'addon-config-created', 'x',
          '{"provider": "webhook", "parameters": {"url": "https://a/of-an-addon"}}'),
        (now(), 'setting-created', 'x', '{"id": "sso", "data": {"key": "of-a-setting"}}');
      INSERT INTO api_tokens (secret, type, environment) VALUES ('', 'client', 'development');
      INSERT INTO personal_access_tokens (secret, description, user_id, expires_at)
        VALUES (NULL, 'kept in another form', 7, now() + interval '1 day');
      INSERT INTO client_metrics_env VALUES ('x', repeat('a', 256), 'staging', now(), 1, 1);
      INSERT INTO client_metrics_env VALUES ('y', 'shop', 'staging', 'infinity', 1, 1);
      INSERT INTO client_metrics_env VALUES ('z', 'shop', 'staging', now(), 1, 1)`);
    ({ out } = await migrate(service.databaseUrl, '--database', source.url));
  });
  afterAll(async () => {
    await service.stop();
    await source.drop();
  });

  test('moves all others of the same pages, and reports these', async () => {
    expect(counted(out, 'features')).toEqual([7, 0, 0, 2]);
    expect(counted(out, 'events')).toEqual([6, 0, 0, 2]);
    expect(out).toContain('event 3 has no time');
    expect(counted(out, 'hours of usage')).toEqual([2, 0, 0, 2]);
    expect(out).toContain('not movable: the database refuses it');
    const found = await service.sql("SELECT FROM event WHERE created_by = 'last'");
    expect(found).toHaveLength(1);
  });

  test('keeps names apart that differ by case only', async () => {
    for (const name of ['parent', 'PARENT']) {
      const { body } = await service.api
        .get(`/api/admin/projects/default/features/${name}`)
        .expect(200);
      expect(body.name).toBe(name);
      expect(Date.parse(body.createdAt)).toBeGreaterThan(0);
    }
  });

  test('repairs values that Unleash serves and this service refuses, and reports them', async () => {
    const path = '/api/admin/projects/default/features/repaired/environments/development';
    const { variants } = (await service.api.get(`${path}/variants`).expect(200)).body;
    expect(variants).toMatchObject([
      { name: 'a', weight: 333, payload: { type: 'csv', value: '' } },
      { name: 'b', weight: 667 },
    ]);
    const [strategy] = (await service.api.get(`${path}/strategies`).expect(200)).body;
    expect(strategy.constraints).toMatchObject([{ values: [], value: '2026-01-01T10:00:00Z' }]);
    expect(out).toContain('repaired: Fractional weights are rounded');
    expect(out).toContain('repaired: Dates are written with T');
  });

  test('moves no token without a secret', () => {
    expect(out).toContain('it has no secret');
    expect(counted(out, 'personal tokens')).toEqual([1, 0, 0, 1]);
  });

  test('moves no secrets of recorded payloads, but the rest of them', async () => {
    const rows = await service.sql<{ data: Record<string, unknown> }>(
      "SELECT data FROM event WHERE created_by = 'x' ORDER BY id",
    );
    expect(rows.map(({ data }) => data)).toEqual([
      { name: 'all' },
      { provider: 'webhook' },
      { id: 'sso' },
    ]);
  });

  test('goes on after a run that was refused rows, and moves nothing twice', async () => {
    const again = await migrate(service.databaseUrl, '--database', source.url);
    expect(counted(again.out, 'features')).toEqual([0, 7, 0, 2]);
    expect(counted(again.out, 'events')).toEqual([0]);
    expect(again.out).toContain('Nothing was changed.');
  });
});

describe('a source that cannot be read to its end', () => {
  let target: TestDatabase;
  let source: Source;
  beforeAll(async () => {
    target = await createTestDatabase();
    source = await Source.create('unleash-6.sql');
  });
  afterAll(async () => {
    await target.drop();
    await source.drop();
  });

  test('because of missing permissions says which', async () => {
    // Superusers may read everything; elsewhere, the owner revokes its own permission.
    const role = `reader_${Date.now()}`;
    const isSuperuser = await source.isSuperuser();
    if (isSuperuser)
      await source.run(`CREATE ROLE ${role} LOGIN PASSWORD 'reads';
        GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}; REVOKE SELECT ON users FROM ${role}`);
    else await source.run('REVOKE SELECT ON users FROM CURRENT_USER');
    const reader = isSuperuser ? { username: role, password: 'reads' } : {};
    const url = Object.assign(new URL(source.url), reader);
    const { code, err } = await migrate(target.url, '--database', url.href, '--dry-run');
    await source.run(
      isSuperuser
        ? `DROP OWNED BY ${role}; DROP ROLE ${role}`
        : 'GRANT SELECT ON users TO CURRENT_USER',
    );
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringMatching(/permission denied for table users\. Grant SELECT on all tables/),
    });
  });

  test('because it goes away says that the command can be repeated', async () => {
    await source.run(`
      CREATE FUNCTION goes_away() RETURNS text LANGUAGE sql AS
        'SELECT pg_terminate_backend(pg_backend_pid())::text';
      ALTER TABLE tags RENAME TO tags_of_it;
      CREATE VIEW tags AS SELECT goes_away() AS type, value, created_at FROM tags_of_it`);
    const { code, err } = await migrate(target.url, '--database', source.url, '--dry-run');
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringMatching(/could not be read further: .*Repeat the command/),
    });
  });
});
