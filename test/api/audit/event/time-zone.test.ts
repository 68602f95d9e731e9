import { Client } from 'pg';
import { createTestDatabase } from '../../../support/database.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET timezone = 'Europe/Berlin'`,
  );
  await client.end();
  service = await TestService.on(database.url, () => database.drop());
});
afterAll(() => service.stop());

describe('on a server whose time zone changes its clock', () => {
  test.each([
    ['2025-03-30', 'a day of 23 hours there'],
    ['2025-10-26', 'a day of 25 hours there'],
    ['2025-07-01', 'an ordinary day'],
  ])('the day %s, %s, is that of UTC', async (day) => {
    const [{ zone } = { zone: '' }] = await service.sql<{ zone: string }>(
      "SELECT current_setting('timezone') AS zone",
    );
    expect(zone).toBe('Europe/Berlin');
    const before = new Date(Date.parse(`${day}T00:00:00Z`) - 1).toISOString();
    const after = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();
    const moments = [
      before,
      `${day}T00:00:00.000Z`,
      `${day}T22:59:59.999Z`,
      `${day}T23:59:59.999Z`,
      after,
    ];
    await service.sql(
      `INSERT INTO event (type, created_by, created_by_user_id, feature_name, created_at)
       SELECT 'feature-created', 'me', 1, $1, t::timestamptz FROM unnest($2::text[]) t`,
      [`of ${day}`, moments],
    );
    const found = async (query: string): Promise<string[]> => {
      const { body } = await service.api
        .get(`/api/admin/search/events?feature=IS:of%20${day}&${query}`)
        .expect(200);
      return (body.events as { createdAt: string }[]).map(({ createdAt }) => createdAt).reverse();
    };
    expect(await found(`from=IS:${day}&to=IS:${day}`)).toEqual(moments.slice(1, 4));
    expect(await found(`to=IS:${day}`)).toEqual(moments.slice(0, 4));
    expect(await found(`from=IS:${day}`)).toEqual(moments.slice(1));
  });

  test('features are found by days of UTC', async () => {
    const feature = await service.given.feature();
    const late = '2025-07-01T22:30:00Z'; // the next day there
    await service.sql('UPDATE feature SET created_at = $2 WHERE name = $1', [feature, late]);
    await service.sql(
      `INSERT INTO feature_environment_usage (feature_name, environment, last_seen_at, hour)
       VALUES ($1, 'production', $2, date_trunc('hour', $2::timestamptz))`,
      [feature, late],
    );
    for (const property of ['createdAt', 'lastSeenAt'])
      for (const [operator, total] of [
        ['IS_BEFORE:2025-07-01', 0],
        ['IS_ON_OR_AFTER:2025-07-01', 1],
        ['IS_BEFORE:2025-07-02', 1],
        ['IS_ON_OR_AFTER:2025-07-02', 0],
      ] as const) {
        const query = `query=${feature}&${property}=${operator}`;
        const { body } = await service.api.get(`/api/admin/search/features?${query}`).expect(200);
        expect([property, operator, body.total]).toEqual([property, operator, total]);
      }
  });

  test('the activity of a project counts by days of UTC', async () => {
    const project = await service.given.project();
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await service.sql(
      `INSERT INTO event (type, created_by, created_by_user_id, project, created_at)
       VALUES ('feature-created', 'me', 1, $1, $2)`,
      [project, `${day}T23:30:00Z`],
    );
    const { body } = await service.api.get(`/api/admin/projects/${project}/status`).expect(200);
    expect(body.activityCountByDate).toContainEqual({ date: day, count: 1 });
  });

  test('a day in a body is its start in UTC', async () => {
    const token = { tokenName: 'x', type: 'client', environment: 'development' };
    const { body } = await service.api
      .post('/api/admin/api-tokens', { ...token, expiresAt: '2099-07-01' })
      .expect(201);
    expect(body.expiresAt).toBe('2099-07-01T00:00:00.000Z');
  });
});
