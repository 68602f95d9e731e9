import { randomBytes } from 'node:crypto';
import { SessionCleanup } from '../../../../src/access/sign-in/session/session-opener.js';
import { hashOf } from '../../../../src/core/auth/caller/secret-hash.js';
import type { Api, Response } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { PASSWORD, person, USERS } from '../../../support/people.js';
import { ADMIN_PASSWORD, TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';

const LOGIN = '/auth/simple/login';
const ME = '/api/admin/user';
const right = { username: 'admin', password: ADMIN_PASSWORD };

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.sql('UPDATE app_user SET login_attempts = 0, deleted_at = NULL, email = NULL');
  await service.sql('DELETE FROM session');
});

const nobody = (): Api => service.api.as();
const cookieOf = (response: Response): string => response.headers['set-cookie']![0]!.split(';')[0]!;
const signIn = async (): Promise<string> => cookieOf(await nobody().post(LOGIN, right).expect(200));
const sessions = (): Promise<object[]> => service.sql('SELECT * FROM session');
const attempts = async (): Promise<number> => {
  const [row] = await service.sql<{ n: number }>(
    "SELECT login_attempts AS n FROM app_user WHERE username = 'admin'",
  );
  return row!.n;
};

describe('signing in', () => {
  test('opens a session that lets its user in', async () => {
    const { body, headers } = await nobody().post(LOGIN, right).expect(200);
    expect(body).toMatchObject({
      isAPI: false,
      accountType: 'User',
      username: 'admin',
      loginAttempts: 0,
      scimId: null,
    });
    expect(body).toHaveProperty('seenAt');
    expect(body).not.toHaveProperty('email');
    const [cookie] = headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(
      /^unleash-session=[\w-]{43}; Path=\/; Expires=[^;]+ GMT; HttpOnly; SameSite=Lax$/,
    );
    const me = await service.api
      .as({ cookie: cookie!.split(';')[0] })
      .get(ME)
      .expect(200);
    expect(me.body).toEqual({
      user: body,
      permissions: [{ permission: 'ADMIN' }],
      feedback: [],
      splash: {},
    });
  });

  test('tells of the sign-in before', async () => {
    const { username } = await person(service);
    const seen = async (): Promise<string | null> => {
      const response = await nobody().post(LOGIN, { username, password: PASSWORD }).expect(200);
      const me = await service.api
        .as({ cookie: cookieOf(response) })
        .get(ME)
        .expect(200);
      expect(me.body.user.seenAt).toBe(response.body.seenAt);
      return response.body.seenAt;
    };
    expect(await seen()).toBeNull();
    expect(Date.parse((await seen())!)).toBeGreaterThan(Date.now() - 60_000);
  });

  test('keeps no more of the cookie than its hash', async () => {
    const secret = (await signIn()).split('=')[1]!;
    const rows = await service.sql<{ row: string }>(
      'SELECT s::text AS row FROM session s WHERE secret_hash = $1',
      [hashOf(secret)],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.row).not.toContain(secret);
  });

  test('takes the e-mail address in any letter case for the user name', async () => {
    await service.sql("UPDATE app_user SET email = 'admin@example.com' WHERE username = 'admin'");
    const { body } = await nobody()
      .post(LOGIN, { ...right, username: 'Admin@Example.com' })
      .expect(200);
    expect(body).toMatchObject({ username: 'admin', email: 'admin@example.com' });
  });

  test('takes it in any letter case of any script, however the database would fold it', async () => {
    const email = `${unique('İstanbul')}@Example.com`;
    await person(service, { email });
    for (const username of [email, email.toLowerCase()])
      await nobody().post(LOGIN, { username, password: PASSWORD }).expect(200);
    await service.api.post(`${USERS}/reset-password`, { id: email }).expect(200);
  });

  test('works for the owner of an e-mail address that is the user name of another user, and for that user', async () => {
    const email = `${unique()}@example.com`;
    const owner = await person(service, { email });
    const other = await person(service, { password: ADMIN_PASSWORD });
    // As when names were not yet compared with addresses.
    await service.sql('UPDATE app_user SET username = $2 WHERE id = $1', [other.id, email]);
    const ids = await Promise.all(
      [PASSWORD, ADMIN_PASSWORD].map(
        async (password) =>
          (await nobody().post(LOGIN, { username: email, password }).expect(200)).body.id,
      ),
    );
    expect(ids).toEqual([owner.id, other.id]);
    await nobody().post(LOGIN, { username: email, password: 'wrong' }).expect(401);
    const failed =
      "SELECT created_by_user_id AS id FROM event WHERE type = 'user-login-failed' AND created_by_user_id = ANY ($1)";
    await until(async () => (await service.sql(failed, [ids])).length === 2);
  });

  test('is marked Secure, and lasts, as configured; leads below the base path', async () => {
    const other = await TestService.start({
      SECURE_COOKIES: 'true',
      SESSION_TTL_HOURS: '1',
      BASE_URI_PATH: '/flags',
    });
    try {
      const login = await other.api.as().post(`/flags${LOGIN}`, right).expect(200);
      const [, expires] = /Expires=([^;]+);.*; Secure/.exec(login.headers['set-cookie']![0]!)!;
      expect(Math.abs(Date.parse(expires!) - Date.now() - 3_600_000)).toBeLessThan(10_000);
      const ofBrowser = other.api.as().post('/flags/logout').set('Accept', 'text/html');
      expect((await ofBrowser.expect(302)).headers['location']).toBe('/flags/');
    } finally {
      await other.stop();
    }
  });
});

describe('signing in is refused', () => {
  test.each([
    ['a wrong password', { ...right, password: 'wrong' }],
    ['an unknown user', { ...right, username: 'nobody' }],
    ['the service itself, which has no password', { ...right, username: 'unleash_system_user' }],
  ])('to %s, and it cannot be told which', async (_, given) => {
    const before = await sessions();
    const { body, headers } = await nobody().post(LOGIN, given).expect(401);
    const message = 'The user name or the password is wrong.';
    expect(body).toEqual({
      id: expect.any(String),
      name: 'PasswordMismatch',
      message,
      details: [{ message }],
    });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(await sessions()).toEqual(before);
  });

  test('as slowly to an unknown user as to a wrong password', async () => {
    const best = { admin: Infinity, nobody: Infinity };
    // On a busy machine, only the fastest duration is meaningful.
    const isSettled = (): boolean =>
      best.nobody > best.admin / 1.5 && best.nobody < best.admin * 1.5;
    for (let i = 0; i < 40 && !(i >= 6 && isSettled()); i++) {
      await service.sql("DELETE FROM attempt WHERE key LIKE 'failed %'");
      for (const username of ['admin', 'nobody'] as const) {
        const start = performance.now();
        await nobody().post(LOGIN, { username, password: 'wrong' }).expect(401);
        best[username] = Math.min(best[username], performance.now() - start);
      }
    }
    expect(best.nobody).toBeGreaterThan(best.admin / 2);
    expect(best.nobody).toBeLessThan(best.admin * 2);
  });

  test('to a deleted user, whose sessions end too', async () => {
    const cookie = await signIn();
    await service.sql("UPDATE app_user SET deleted_at = now() WHERE username = 'admin'");
    await nobody().post(LOGIN, right).expect(401);
    await service.api.as({ cookie }).get(ME).expect(401);
  });

  test.each([
    ['nothing', {}],
    ['no password', { username: 'admin' }],
    ['a list for a user name', { ...right, username: ['admin'] }],
  ])('to %s', async (_, given) => {
    const { body } = await nobody().post(LOGIN, given).expect(400);
    expect(body.name).toBe('BadDataError');
    expect(JSON.stringify(body)).not.toContain(ADMIN_PASSWORD);
  });

  test('to what a form of another site can send', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
      await nobody().post(LOGIN).set('content-type', type).send(JSON.stringify(right)).expect(415);
    }
  });

  test('and counted until it succeeds, without ever locking the account', async () => {
    await Promise.all(
      Array.from({ length: 30 }, () =>
        nobody()
          .post(LOGIN, { ...right, password: 'guess' })
          .expect(401),
      ),
    );
    await until(async () => (await attempts()) >= 30);
    await nobody().post(LOGIN, right).expect(200);
    expect(await attempts()).toBe(0);
  });
});

describe('a session of a user', () => {
  test.each([
    ['unknown', `unleash-session=${randomBytes(32).toString('base64url')}`],
    ['empty', 'unleash-session='],
    ['not there', 'other=1'],
  ])('that is %s is refused', async (_, cookie) => {
    const { body } = await service.api.as({ cookie }).get(ME).expect(401);
    expect(body).toMatchObject({
      name: 'AuthenticationRequired',
      path: '/auth/simple/login',
      type: 'password',
      defaultHidden: false,
    });
  });

  test('that has expired is refused, and is deleted later', async () => {
    const cookie = `unleash-session=expired`;
    const insert =
      "INSERT INTO session (secret_hash, user_id, expires_at) SELECT $1, id, now() - interval '1 s' FROM app_user WHERE username = 'admin'";
    await service.sql(insert, [hashOf('expired')]);
    await service.api.as({ cookie }).get(ME).expect(401);
    const live = (await signIn()).split('=')[1]!;
    await service.service.app.get(SessionCleanup).removeExpired();
    const left = await service.sql<{ hash: Buffer }>(
      'SELECT secret_hash AS hash FROM session WHERE expires_at < now() OR secret_hash = $1',
      [hashOf(live)],
    );
    expect(left).toEqual([{ hash: hashOf(live) }]);
  });

  test('that is in use stops at the moment it expires', async () => {
    const cookie = await signIn();
    await service.sql(
      "UPDATE session SET expires_at = now() + interval '2 s' WHERE secret_hash = $1",
      [hashOf(cookie.split('=')[1]!)],
    );
    await service.api.as({ cookie }).get(ME).expect(200);
    await new Promise((resolve) => setTimeout(resolve, 2_020));
    await service.api.as({ cookie }).get(ME).expect(401);
  });

  test('does not count beside a token', async () => {
    const api = service.api.as({ cookie: await signIn(), token: 'unknown' });
    expect((await api.get(ME).expect(401)).body.name).toBe('UnauthorizedError');
  });
});

describe('signing out', () => {
  test('ends all sessions of the user at once', async () => {
    const [one, other] = [await signIn(), await signIn()];
    for (const cookie of [one, other]) await service.api.as({ cookie }).get(ME).expect(200);
    const { headers } = await service.api.as({ cookie: one }).post('/logout').expect(302);
    expect(headers).toMatchObject({ location: '/', 'clear-site-data': '"cookies", "storage"' });
    expect(headers['set-cookie']![0]).toMatch(
      /^unleash-session=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax$/,
    );
    for (const cookie of [one, other]) await service.api.as({ cookie }).get(ME).expect(401);
    expect(await sessions()).toHaveLength(0);
  });

  test('does nothing without a session, and ends no session of others', async () => {
    await signIn();
    const before = await sessions();
    for (const cookie of [undefined, 'unleash-session=unknown']) {
      const api = service.api.as({ cookie });
      expect((await api.post('/logout').expect(401)).body.name).toBe('AuthenticationRequired');
      const ofBrowser = api.post('/logout').set('Accept', 'text/html');
      expect((await ofBrowser.expect(302)).headers['location']).toBe('/');
    }
    expect(await sessions()).toEqual(before);
  });
});

test('an admin token is told that it is one', async () => {
  const { body } = await service.api.get(ME).expect(200);
  expect(body.user).toMatchObject({
    id: -42,
    isAPI: true,
    internalAdminTokenUserId: -42,
    name: 'Unleash Admin Token User',
    username: expect.stringMatching(/^(?!Unleash Admin)/),
    type: 'admin',
    environment: '*',
    projects: ['*'],
    permissions: ['ADMIN'],
  });
  expect(body.permissions).toEqual([{ permission: 'ADMIN' }]);
});
