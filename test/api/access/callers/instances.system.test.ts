import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { PASSWORD, person, signedIn, USERS } from '../../../support/people.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';

const TOKENS = '/api/admin/api-tokens';
const ME = '/api/admin/user';
const CLIENT = '/api/client/nothing';
const expiresAt = '2090-01-01T00:00:00Z';

let one: TestService;
let other: TestService;
beforeAll(async () => {
  one = await TestService.start();
  other = await one.beside();
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});
afterEach(() => jest.restoreAllMocks());

/** Creates a user with a session and a personal token. */
async function someone(): Promise<{ id: number; cookie: string; personal: string }> {
  const { id, username } = await person(one);
  const { headers } = await one.api
    .as()
    .post('/auth/simple/login', { username, password: PASSWORD })
    .expect(200);
  const cookie = headers['set-cookie']![0]!.split(';')[0]!;
  const { body } = await one.api
    .as({ cookie })
    .post(`${ME}/tokens`, { description: 'mine', expiresAt })
    .expect(201);
  return { id, cookie, personal: body.secret as string };
}

describe('another instance turns away within a second', () => {
  test('a token that was revoked', async () => {
    const { body } = await one.api.post(TOKENS, { tokenName: 'x', type: 'client' }).expect(201);
    const there = other.api.as({ token: body.secret });
    await there.get(CLIENT).expect(404);
    await one.api.delete(`${TOKENS}/${body.id}`).expect(200);
    await sleep(1000);
    await there.get(CLIENT).expect(401);
  });

  test.each([
    [
      'who has signed out',
      ({ cookie }) => one.api.as({ cookie }).post('/logout').expect(302),
      [401, 200],
    ],
    [
      'whose password was changed',
      ({ id }) =>
        one.api
          .post(`${USERS}/${id}/change-password`, { password: 'Another-staple-2' })
          .expect(200),
      [401, 200],
    ],
    ['who was deleted', ({ id }) => one.api.delete(`${USERS}/${id}`).expect(200), [401, 401]],
  ] as [string, (who: { id: number; cookie: string }) => Promise<unknown>, number[]][])(
    '%s',
    async (_, end, statuses) => {
      const who = await someone();
      const ways = [other.api.as({ cookie: who.cookie }), other.api.as({ token: who.personal })];
      for (const way of ways) await way.get(ME).expect(200);
      await end(who);
      await sleep(1000);
      expect([(await ways[0]!.get(ME)).status, (await ways[1]!.get(ME)).status]).toEqual(statuses);
    },
  );
});

describe('who was seen within the last second is let in without asking the database', () => {
  const NOWHERE = '/api/admin/nothing';

  test.each([
    ['a token of an SDK', async () => one.api.as({ token: CLIENT_TOKEN }), CLIENT],
    ['an admin token', async () => one.api, NOWHERE],
    ['a personal token', async () => one.api.as({ token: (await someone()).personal }), NOWHERE],
    ['a session', async () => one.api.as({ cookie: (await someone()).cookie }), NOWHERE],
  ])('by %s', async (_, caller, path) => {
    const api = await caller();
    const statements = jest.spyOn(Client.prototype, 'query');
    // Repeated, because a concurrent event can also invalidate the cache.
    await until(async () => {
      await api.get(path).expect(404);
      statements.mockClear();
      for (let i = 0; i < 3; i++) await api.get(path).expect(404);
      return statements.mock.calls.length === 0;
    });
  });
});

test('signing out ends what was opened on another instance', async () => {
  const { username } = await person(one);
  const [here, there] = [await signedIn(one, username), await signedIn(other, username)];
  await here.post('/logout').expect(302);
  await sleep(1000);
  await there.get(ME).expect(401);
});
