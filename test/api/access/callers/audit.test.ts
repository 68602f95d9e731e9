import { TokenUseWriter } from '../../../../src/access/api-token/token-uses.js';
import { unique } from '../../../support/given.js';
import {
  PASSWORD,
  type Person,
  person,
  secretOf,
  signedIn,
  USERS,
} from '../../../support/people.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';
import { eventually } from '../../../support/waiting.js';

const LOGIN = '/auth/simple/login';
const LOGINS = '/api/admin/logins';
const ME = '/api/admin/user';
const OTHER = 'Another-staple-2';

interface Told {
  type: string;
  createdBy: string;
  createdByUserId: number;
  address: string | null;
  data: Record<string, unknown>;
}

let service: TestService;
let someone: Person;
beforeAll(async () => {
  service = await TestService.start({ TRUST_PROXY: '1' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  someone = await person(service, { rootRole: 'Editor' });
  await service.service.app.get(TokenUseWriter).write();
  // with the tally, which has counted some of the events that go
  await service.sql(
    'TRUNCATE event, event_type_tally, login_failure, token_use, feature_collaborator CASCADE',
  );
});

const told = (): Promise<Told[]> =>
  service.sql(
    'SELECT type, created_by AS "createdBy", created_by_user_id AS "createdByUserId", address, data FROM event ORDER BY id',
  );
const toldOf = async (...types: string[]): Promise<Told[]> =>
  (await told()).filter(({ type }) => types.includes(type));
const failuresTold = (count: number): Promise<Told[]> =>
  eventually(
    () => toldOf('user-login-failed'),
    (events) => events.length >= count,
  );
const failuresCounted = async (count: number): Promise<void> => {
  const sql = 'SELECT login_attempts AS n FROM app_user WHERE id = $1';
  const counted = async (): Promise<number> =>
    (await service.sql<{ n: number }>(sql, [someone.id]))[0]!.n;
  await eventually(counted, (n) => n >= count);
};
const signIn = (
  address: string,
  username: string,
  password: string,
): ReturnType<ReturnType<typeof service.api.as>['post']> =>
  service.api.as().post(LOGIN, { username, password }).set('X-Forwarded-For', address);
const as = ({ id, username }: Person): object => ({ createdByUserId: id, createdBy: username });

describe('signing in', () => {
  test('is recorded with the user and the address', async () => {
    await signIn('192.0.2.1', someone.username, PASSWORD).expect(200);
    expect(await told()).toEqual([
      {
        type: 'user-logged-in',
        ...as(someone),
        address: '192.0.2.1',
        data: { id: someone.id, authType: 'simple' },
      },
    ]);
  });

  test('does not happen when it cannot be recorded', async () => {
    await service.sql(
      `ALTER TABLE event ADD CONSTRAINT no_login CHECK (type <> 'user-logged-in') NOT VALID`,
    );
    await signIn('192.0.2.1', someone.username, PASSWORD).expect(500);
    await service.sql('ALTER TABLE event DROP CONSTRAINT no_login');
    expect(await service.sql('SELECT FROM session WHERE user_id = $1', [someone.id])).toHaveLength(
      0,
    );
    expect(await told()).toEqual([]);
  });

  test('with a wrong password is recorded with the user and the address', async () => {
    await signIn('192.0.2.2', someone.username, 'wrong').expect(401);
    const data = { authType: 'simple', failureReason: 'The password was wrong.' };
    expect(await failuresTold(1)).toEqual([
      { type: 'user-login-failed', ...as(someone), address: '192.0.2.2', data },
    ]);
  });

  test('with an unknown user name is recorded without that name, which may be a password', async () => {
    await signIn('192.0.2.2', 'my-Secret-password-1', 'wrong').expect(401);
    const data = { authType: 'simple', failureReason: 'There is no such user.' };
    const nobody = { createdBy: 'unknown', createdByUserId: -1337 };
    expect(await failuresTold(1)).toEqual([
      { type: 'user-login-failed', ...nobody, address: '192.0.2.2', data },
    ]);
    const rows = await service.sql<{ row: string }>('SELECT e::text AS row FROM event e');
    expect(rows.some(({ row }) => row.includes('my-Secret'))).toBe(false);
  });

  test('with many wrong passwords is recorded once a minute for each address, with the number of attempts since the last record', async () => {
    await Promise.all(
      Array.from({ length: 12 }, () => signIn('192.0.2.3', someone.username, 'wrong').expect(401)),
    );
    await failuresCounted(12);
    expect(await toldOf('user-login-failed')).toHaveLength(1);
    await service.sql("UPDATE login_failure SET since = since - interval '1 minute'");
    await signIn('192.0.2.3', someone.username, 'wrong').expect(401);
    const [, second] = await failuresTold(2);
    expect(second!.data).toMatchObject({ failuresBefore: 11 });
  });

  test('with unknown user names is recorded once a minute for each address, whatever the names are', async () => {
    await Promise.all(
      Array.from({ length: 5 }, () => signIn('192.0.2.4', unique(), 'wrong').expect(401)),
    );
    await eventually(
      () => service.sql<{ untold: number }>('SELECT untold FROM login_failure ORDER BY 1 DESC'),
      ([row]) => row?.untold === 4,
    );
    expect(await toldOf('user-login-failed')).toHaveLength(1);
  });

  test('from a thousand addresses is recorded at most a hundred times a minute', async () => {
    await service.sql("INSERT INTO login_failure (key, told) VALUES ('everything', 100)");
    await signIn('192.0.2.5', someone.username, 'wrong').expect(401);
    await failuresCounted(1);
    expect(await told()).toEqual([]);
    await service.sql(
      "UPDATE login_failure SET since = since - interval '1 minute' WHERE key = 'everything'",
    );
    await signIn('192.0.2.6', someone.username, 'wrong').expect(401);
    expect((await failuresTold(1))[0]!.data).toMatchObject({ failuresBefore: 1 });
  });

  test('that is turned away for too many attempts is not recorded', async () => {
    await signIn('192.0.2.7', someone.username, PASSWORD).expect(200);
    await service.sql("UPDATE attempt SET attempts = 1000000 WHERE key LIKE 'login 192.0.2.7 %'");
    await service.sql('TRUNCATE event CASCADE');
    for (const password of [PASSWORD, 'wrong'])
      await signIn('192.0.2.7', someone.username, password).expect(429);
    expect(await told()).toEqual([]);
  });
});

test('signing out is recorded, of who was signed in', async () => {
  const api = await signedIn(service, someone.username);
  await service.sql('TRUNCATE event CASCADE');
  await api.post('/logout').set('X-Forwarded-For', '192.0.2.9').expect(302);
  await api.post('/logout').expect(401);
  expect(await told()).toEqual([
    { type: 'user-logged-out', ...as(someone), address: '192.0.2.9', data: { id: someone.id } },
  ]);
});

describe('a password', () => {
  test('that is changed is recorded with who changed it, and from where', async () => {
    const change = { oldPassword: PASSWORD, password: OTHER, confirmPassword: OTHER };
    await (
      await signedIn(service, someone.username)
    )
      .post(`${ME}/change-password`, change)
      .set('X-Forwarded-For', '192.0.2.10')
      .expect(200);
    await service.api
      .post(`${USERS}/${someone.id}/change-password`, { password: PASSWORD })
      .set('X-Forwarded-For', '192.0.2.11')
      .expect(200);
    expect(await toldOf('user-password-changed')).toMatchObject([
      { ...as(someone), address: '192.0.2.10', data: { id: someone.id, by: 'user' } },
      {
        createdBy: 'admin',
        createdByUserId: -42,
        address: '192.0.2.11',
        data: { id: someone.id, by: 'administrator' },
      },
    ]);
  });

  test('that is chosen by a link is recorded, and before that the link', async () => {
    const { body } = await service.api
      .post(`${USERS}/reset-password`, { id: someone.username })
      .set('X-Forwarded-For', '192.0.2.12');
    const token = secretOf(body.resetPasswordUrl);
    await service.api
      .as()
      .post('/auth/reset/password', { token, password: OTHER })
      .set('X-Forwarded-For', '192.0.2.13')
      .expect(200);
    expect(await told()).toEqual([
      {
        type: 'user-password-link-created',
        createdBy: 'admin',
        createdByUserId: -42,
        address: '192.0.2.12',
        data: { id: someone.id },
      },
      {
        type: 'user-password-changed',
        ...as(someone),
        address: '192.0.2.13',
        data: { id: someone.id, by: 'link' },
      },
    ]);
  });
});

test('signing up is recorded with the address', async () => {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const { body } = await service.api
    .post('/api/admin/invite-link/tokens', { name: 'All', expiresAt })
    .expect(201);
  const newcomer = { email: `${unique()}@example.com`, name: 'New', password: PASSWORD };
  await service.api
    .as()
    .post(`/invite/${body.secret}/signup`, newcomer)
    .set('X-Forwarded-For', '192.0.2.14')
    .expect(201);
  expect(
    (await toldOf('user-created', 'public-signup-token-user-added')).map(({ address }) => address),
  ).toEqual(['192.0.2.14', '192.0.2.14']);
});

describe('the use of a token', () => {
  const write = (): Promise<void> => service.service.app.get(TokenUseWriter).write();
  const use = (token: string, address: string): Promise<unknown> =>
    service.api.as({ token }).get('/api/client/nothing').set('X-Forwarded-For', address);

  test('is recorded once an hour for each address, also while the token is cached', async () => {
    for (const address of ['192.0.2.20', '192.0.2.21', '192.0.2.20'])
      await use(CLIENT_TOKEN, address);
    expect(await told()).toEqual([]);
    await write();
    const used = await toldOf('api-token-used');
    const [{ id }] = (await service.sql<{ id: string }>(
      "SELECT id FROM api_token WHERE type = 'client' AND name = 'admin'",
    )) as [{ id: string }];
    const each = {
      type: 'api-token-used',
      createdBy: 'admin',
      createdByUserId: -42,
      data: { id, tokenName: 'admin', type: 'client', projects: ['default'] },
    };
    expect(used).toHaveLength(2);
    expect(used).toEqual(
      expect.arrayContaining([
        { ...each, address: '192.0.2.20' },
        { ...each, address: '192.0.2.21' },
      ]),
    );

    await use(CLIENT_TOKEN, '192.0.2.20');
    await write();
    expect(await toldOf('api-token-used')).toHaveLength(2);
    await service.sql("UPDATE token_use SET told_at = told_at - interval '1 hour'");
    await use(CLIENT_TOKEN, '192.0.2.20');
    await write();
    expect(await toldOf('api-token-used')).toHaveLength(3);
    expect(
      await service.sql("SELECT FROM token_use WHERE told_at < now() - interval '1 hour'"),
    ).toEqual([]);
  });

  test('is recorded once by all instances together', async () => {
    const other = await service.beside({ TRUST_PROXY: '1' });
    try {
      await use(CLIENT_TOKEN, '192.0.2.22');
      await other.api
        .as({ token: CLIENT_TOKEN })
        .get('/api/client/nothing')
        .set('X-Forwarded-For', '192.0.2.22');
      await Promise.all([write(), other.service.app.get(TokenUseWriter).write()]);
      expect(await toldOf('api-token-used')).toHaveLength(1);
    } finally {
      await other.stop();
    }
  });

  test('is recorded for at most a hundred addresses an hour', async () => {
    for (let i = 0; i < 110; i++) await use(CLIENT_TOKEN, `198.51.100.${i}`);
    await write();
    expect(await toldOf('api-token-used')).toHaveLength(100);
    await use(CLIENT_TOKEN, '198.51.100.200');
    await write();
    expect(await toldOf('api-token-used')).toHaveLength(100);
  });

  test('is recorded for personal tokens with their user', async () => {
    const api = await signedIn(service, someone.username);
    const { body } = await api
      .post(`${ME}/tokens`, { description: 'mine', expiresAt: '2090-01-01T00:00:00Z' })
      .expect(201);
    await service.api
      .as({ token: body.secret })
      .get(ME)
      .set('X-Forwarded-For', '192.0.2.23')
      .expect(200);
    await write();
    expect(await toldOf('pat-used')).toEqual([
      {
        type: 'pat-used',
        ...as(someone),
        address: '192.0.2.23',
        data: { id: body.id, description: 'mine' },
      },
    ]);
  });

  test('that cannot be recorded while the database is busy is recorded the next time', async () => {
    await use(CLIENT_TOKEN, '192.0.2.24');
    await service.sql('ALTER TABLE token_use RENAME TO token_use_away');
    await write();
    await service.sql('ALTER TABLE token_use_away RENAME TO token_use');
    await write();
    expect(await toldOf('api-token-used')).toHaveLength(1);
  });
});

describe('the history of logins', () => {
  beforeEach(async () => {
    await signIn('192.0.2.30', someone.username, 'wrong').expect(401);
    await failuresTold(1);
    await signIn('192.0.2.31', someone.username, PASSWORD).expect(200);
  });

  test('lists who signed in and who failed to, newest first', async () => {
    const { body } = await service.api
      .get(LOGINS)
      .expect(200)
      .expect('Content-Type', 'application/json; charset=utf-8');
    const common = {
      id: expect.any(Number),
      username: someone.username,
      auth_type: 'simple',
      created_at: expect.any(String),
    };
    expect(body.events).toEqual([
      { ...common, successful: true, ip: '192.0.2.31', failure_reason: null },
      { ...common, successful: false, ip: '192.0.2.30', failure_reason: 'The password was wrong.' },
    ]);
    expect(body.total).toBe(2);
    expect((await service.api.get(`${LOGINS}?limit=1`)).body.total).toBe(2);
    expect((await service.api.get(`${LOGINS}?limit=1`)).body.events).toEqual(
      body.events.slice(0, 1),
    );
    expect((await service.api.get(`${LOGINS}?limit=1&offset=1`)).body.events).toEqual(
      body.events.slice(1),
    );
  });

  test('is a CSV file on request, in which no name is a formula', async () => {
    await service.sql("UPDATE event SET created_by = '=1+\"1\"' WHERE type = 'user-logged-in'");
    const { text } = await service.api
      .get(LOGINS)
      .set('Accept', 'text/csv')
      .expect(200)
      .expect('Content-Type', 'text/csv; charset=utf-8');
    const lines = text.split('\r\n');
    expect(lines[0]).toBe('id,username,auth_type,created_at,successful,ip,failure_reason');
    expect(lines[1]).toMatch(/^\d+,"'=1\+""1""",simple,[^,]+,true,192\.0\.2\.31,$/);
    expect(lines).toHaveLength(4);
  });

  test('is for administrators', async () => {
    await (await signedIn(service, someone.username)).get(LOGINS).expect(403);
    await service.api.as().get(LOGINS).expect(401);
  });
});
