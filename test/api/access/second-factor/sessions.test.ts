import { SessionCleanup } from '../../../../src/access/sign-in/session/session-opener.js';
import { SessionActivity } from '../../../../src/core/auth/session/session-activity.js';
import type { Api, Response } from '../../../support/api.js';
import { PASSWORD, type Person, person, signedIn, USERS } from '../../../support/people.js';
import { believedNoMore, cookiesOf, LOGIN, ME } from '../../../support/second-factor.js';
import { TestService } from '../../../support/service.js';

const SESSIONS = `${ME}/sessions`;
const SETTINGS = '/api/admin/auth/security/settings';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ SESSIONS_PER_USER_MAX: '3' });
});
afterAll(() => service.stop());

interface Listed {
  address: string | null;
  id: string;
  current: boolean;
  userAgent: string | null;
}

const listOf = async (api: Api): Promise<Listed[]> =>
  (await api.get(SESSIONS).expect(200)).body.sessions as Listed[];
const signIn = (who: Person, headers: Record<string, string> = {}): PromiseLike<Response> =>
  service.api
    .as()
    .post(LOGIN, { username: who.username, password: PASSWORD })
    .set(headers)
    .expect(200);
const endedOf = (id: number): Promise<object[]> =>
  service.sql(
    "SELECT data FROM event WHERE type = 'user-sessions-ended' AND (data ->> 'id')::integer = $1 ORDER BY id",
    [id],
  );

describe('the sessions of a user', () => {
  test('show the address of a dual-stack socket as IPv4, also in the history of logins', async () => {
    const who = await person(service);
    const login = await signIn(who, { 'x-forwarded-for': '::ffff:192.0.2.44' });
    const [mine] = await listOf(service.api.as({ cookie: cookiesOf(login) }));
    expect(mine!.address).not.toContain('ffff');
    await service.sql("UPDATE session SET address = '::ffff:192.0.2.45' WHERE user_id = $1", [
      who.id,
    ]);
    const [earlier] = await listOf(service.api.as({ cookie: cookiesOf(login) }));
    expect(earlier!.address).toBe('192.0.2.45');
    await service.sql(
      `UPDATE event SET address = '::ffff:192.0.2.46'
        WHERE type = 'user-logged-in' AND created_by_user_id = $1`,
      [who.id],
    );
    const { body } = await service.api.get('/api/admin/logins').expect(200);
    const logins = body.events as { username: string; ip: string }[];
    expect(logins.find(({ username }) => username === who.username)!.ip).toBe('192.0.2.46');
  });

  test('are listed, the current one first, without anything that would let somebody sign in', async () => {
    const who = await person(service);
    const login = await signIn(who, { 'user-agent': 'Firefox' });
    await signIn(who, { 'user-agent': 'x'.repeat(1000) });
    const { body } = await service.api
      .as({ cookie: cookiesOf(login) })
      .get(SESSIONS)
      .expect(200);
    expect(body.sessions).toMatchObject([
      {
        current: true,
        userAgent: 'Firefox',
        authType: 'simple',
        address: expect.stringContaining('127.0.0.1'),
      },
      { current: false, userAgent: 'x'.repeat(512) },
    ]);
    expect(Object.keys(body.sessions[0] as object).sort()).toEqual(
      [
        'address',
        'authType',
        'confirmedAt',
        'createdAt',
        'current',
        'expiresAt',
        'id',
        'seenAt',
        'userAgent',
      ].sort(),
    );
    await service.api
      .as({ cookie: `unleash-session=${body.sessions[0].id}` })
      .get(ME)
      .expect(401);
  });

  test('are ended one by one, at once', async () => {
    const who = await person(service);
    const [one, other] = [
      await signedIn(service, who.username),
      await signedIn(service, who.username),
    ];
    await other.get(ME).expect(200);
    const { id } = (await listOf(one)).find(({ current }) => !current)!;
    await one.delete(`${SESSIONS}/${id}`).expect(200);
    await other.get(ME).expect(401);
    await one.get(ME).expect(200);
    await one.delete(`${SESSIONS}/${id}`).expect(404);
    await one.delete(`${SESSIONS}/nonsense`).expect(400);
    expect(await endedOf(who.id)).toEqual([{ data: { id: who.id, sessions: 1, reason: 'user' } }]);
  });

  test('of others cannot be ended', async () => {
    const [one, other] = [await person(service), await person(service)];
    const [mine, theirs] = [
      await signedIn(service, one.username),
      await signedIn(service, other.username),
    ];
    const [{ id }] = (await listOf(theirs)) as [Listed];
    await mine.delete(`${SESSIONS}/${id}`).expect(404);
    await theirs.get(ME).expect(200);
    await mine.delete(`${USERS}/${other.id}/sessions`).expect(403);
  });

  test('are ended all but the one at hand', async () => {
    const who = await person(service);
    const [one, other] = [
      await signedIn(service, who.username),
      await signedIn(service, who.username),
    ];
    expect((await one.delete(SESSIONS).expect(200)).body).toEqual({ ended: 1 });
    await one.get(ME).expect(200);
    await other.get(ME).expect(401);
  });

  test('are listed and ended by an administrator', async () => {
    const who = await person(service);
    const api = await signedIn(service, who.username);
    expect(
      (await service.api.get(`${USERS}/${who.id}/sessions`).expect(200)).body.sessions,
    ).toMatchObject([{ current: false }]);
    expect((await service.api.delete(`${USERS}/${who.id}/sessions`).expect(200)).body).toEqual({
      ended: 1,
    });
    await api.get(ME).expect(401);
    expect(await endedOf(who.id)).toEqual([
      { data: { id: who.id, sessions: 1, reason: 'administrator' } },
    ]);
    await service.api.delete(`${USERS}/999999/sessions`).expect(404);
  });

  test('of one user are limited in number: the one that was used the longest time ago ends', async () => {
    const who = await person(service);
    const apis: Api[] = [];
    for (let n = 0; n < 4; n++) apis.push(await signedIn(service, who.username));
    expect(await Promise.all(apis.map(async (api) => (await api.get(ME)).status))).toEqual([
      401, 200, 200, 200,
    ]);
    expect(await endedOf(who.id)).toEqual([
      { data: { id: who.id, sessions: 1, reason: 'too-many' } },
    ]);
  });
});

describe('signing in', () => {
  test('ends the session that the browser had, whoever it was of', async () => {
    const [one, other] = [await person(service), await person(service)];
    const former = cookiesOf(await signIn(one));
    await service.api.as({ cookie: former }).get(ME).expect(200);
    const next = cookiesOf(await signIn(other, { cookie: former }));
    expect(next).not.toBe(former);
    await service.api.as({ cookie: former }).get(ME).expect(401);
    await service.api.as({ cookie: next }).get(ME).expect(200);
    expect(await endedOf(one.id)).toEqual([
      { data: { id: one.id, sessions: 1, reason: 'replaced' } },
    ]);
  });

  test('takes no session secret that somebody else has chosen', async () => {
    const who = await person(service);
    const planted = 'unleash-session=chosen-by-somebody-else';
    const cookie = cookiesOf(await signIn(who, { cookie: planted }));
    expect(cookie).not.toBe(planted);
    await service.api.as({ cookie: planted }).get(ME).expect(401);
  });

  test('in vain leaves the session alone', async () => {
    const who = await person(service);
    const cookie = cookiesOf(await signIn(who));
    await service.api
      .as({ cookie })
      .post(LOGIN, { username: who.username, password: 'wrong' })
      .expect(401);
    await service.api.as({ cookie }).get(ME).expect(200);
  });
});

describe('the use of a session', () => {
  const seen = async (id: number): Promise<Date> =>
    (
      await service.sql<{ at: Date }>('SELECT seen_at AS at FROM session WHERE user_id = $1', [id])
    )[0]!.at;

  test('is written down at most once a minute, and by no request', async () => {
    const who = await person(service);
    const api = await signedIn(service, who.username);
    const writer = service.service.app.get(SessionActivity);
    const before = await seen(who.id);
    await api.get(ME).expect(200);
    await writer.write();
    expect(await seen(who.id)).toEqual(before);

    await service.sql(
      "UPDATE session SET seen_at = now() - interval '2 minutes' WHERE user_id = $1",
      [who.id],
    );
    await believedNoMore();
    const [old] = [await seen(who.id)];
    await api.get(ME).expect(200);
    expect(await seen(who.id)).toEqual(old);
    await writer.write();
    expect((await seen(who.id)).getTime()).toBeGreaterThan(old.getTime() + 60_000);
  });

  test('keeps it from ending where unused ones end', async () => {
    const [idle, active] = [await person(service), await person(service)];
    const [forgotten, used] = [
      await signedIn(service, idle.username),
      await signedIn(service, active.username),
    ];
    await service.sql("UPDATE session SET seen_at = now() - interval '1 day' WHERE user_id = $1", [
      idle.id,
    ]);
    await forgotten.get(ME).expect(200);
    try {
      await service.api.post(SETTINGS, { idleMinutes: 30 }).expect(200);
      await service.sql(
        "UPDATE session SET seen_at = now() - interval '31 minutes' WHERE user_id = $1",
        [idle.id],
      );
      await forgotten.get(ME).expect(401);
      await used.get(ME).expect(200);
      await service.service.app.get(SessionCleanup).removeExpired();
      expect(
        await service.sql('SELECT user_id AS id FROM session WHERE user_id = ANY ($1)', [
          [idle.id, active.id],
        ]),
      ).toEqual([{ id: active.id }]);
      await service.api.post(SETTINGS, { idleMinutes: 4 }).expect(400);
    } finally {
      await service.api.post(SETTINGS, {}).expect(200);
    }
  });
});
