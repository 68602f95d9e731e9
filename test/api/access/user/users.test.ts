import { unique } from '../../../support/given.js';
import { PASSWORD, person, secretOf, signedIn, USERS } from '../../../support/people.js';
import { event, recorder } from '../../../support/recorder.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let recorded: Awaited<ReturnType<typeof recorder>>;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  recorded = await recorder(service);
});

const everyone = async (): Promise<unknown> => (await service.api.get(USERS).expect(200)).body;

describe('creating a user', () => {
  test('answers the user with a link, and records it without anything secret', async () => {
    const email = `${unique('Ann')}@Example.com`;
    const { body, headers } = await service.api
      .post(USERS, { email, name: 'Ann', rootRole: 2, password: PASSWORD })
      .expect(201);
    expect(body).toMatchObject({
      isAPI: false,
      accountType: 'User',
      name: 'Ann',
      email: email.toLowerCase(),
      rootRole: 2,
      emailSent: false,
    });
    expect(body).toMatchObject({ seenAt: null, loginAttempts: 0, scimId: null });
    expect(headers['location']).toBe(String(body.id));
    const data = { id: body.id, name: 'Ann', email: email.toLowerCase(), rootRole: 2 };
    expect(await recorded()).toEqual([event('user-created', { data })]);
    const { inviteLink, emailSent, ...user } = body as Record<string, unknown>;
    expect(inviteLink).toMatch(/^http:\/\/localhost:0\/new-user\?token=[0-9a-f]{64}$/);
    expect(emailSent).toBe(false);
    expect((await service.api.get(`${USERS}/${body.id}`).expect(200)).body).toEqual(user);
    expect((await service.api.get(USERS).expect(200)).body.users).toContainEqual({
      ...user,
      inviteLink: '',
    });
    await signedIn(service, email);
  });

  test('takes the role by its name', async () => {
    const { body } = await service.api
      .post(USERS, { username: unique(), rootRole: 'Editor' })
      .expect(201);
    expect(body.rootRole).toBe('Editor');
    expect((await service.api.get(`${USERS}/${body.id}`).expect(200)).body.rootRole).toBe(2);
    const changed = await service.api
      .put(`${USERS}/${body.id}`, { rootRole: 'Viewer' })
      .expect(200);
    expect(changed.body).toMatchObject({ id: body.id, rootRole: 'Viewer' });
    const byId = await service.api.put(`${USERS}/${body.id}`, { rootRole: '2' }).expect(200);
    expect(byId.body.rootRole).toBe(2);
  });

  test.each([
    ['an unknown role', { rootRole: 99 }, 'BadDataError'],
    ['a role of projects', { rootRole: 'Owner' }, 'BadDataError'],
    ['no role', { rootRole: undefined }, 'BadDataError'],
    ['a role that is a list', { rootRole: [1] }, 'BadDataError'],
    ['neither e-mail nor user name', { username: undefined }, 'BadDataError'],
    ['empty names', { username: ' ', email: '' }, 'BadDataError'],
    ['an e-mail address that is none', { email: 'nobody' }, 'BadDataError'],
    ['a weak password', { password: 'short' }, 'OwaspValidationError'],
    ['a taken user name', { username: 'admin' }, 'BadDataError'],
  ])('with %s is refused and leaves nothing behind', async (_, properties, name) => {
    const before = await everyone();
    const { body } = await service.api
      .post(USERS, { username: unique(), rootRole: 3, ...properties })
      .expect(400);
    expect(body.name).toBe(name);
    expect(await everyone()).toEqual(before);
    expect(await recorded()).toEqual([]);
  });

  test('with a taken e-mail address is refused, in whatever letter case', async () => {
    const email = `${unique()}@example.com`;
    await service.api.post(USERS, { email, rootRole: 3 }).expect(201);
    await service.api.post(USERS, { email: email.toUpperCase(), rootRole: 3 }).expect(400);
  });

  test('many times at once makes one', async () => {
    const username = unique();
    const all = await Promise.all(
      Array.from({ length: 6 }, () => service.api.post(USERS, { username, rootRole: 3 })),
    );
    expect(all.map((one) => one.status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
  });
});

describe('changing a user', () => {
  test('keeps what is left out, and records before and after', async () => {
    const { id, username } = await person(service, { name: 'Before' });
    await recorded();
    const { body } = await service.api.put(`${USERS}/${id}`, { name: 'After' }).expect(200);
    expect(body).toMatchObject({ id, username, name: 'After', rootRole: 3 });
    const preData = { id, username, name: 'Before', rootRole: 3 };
    expect(await recorded()).toEqual([
      event('user-updated', { data: { ...preData, name: 'After' }, preData }),
    ]);
  });

  test('to what is there already records nothing', async () => {
    const { id } = await person(service, { name: 'Same' });
    await recorded();
    await service.api.put(`${USERS}/${id}`, { name: 'Same', rootRole: 'Viewer' }).expect(200);
    await service.api.put(`${USERS}/${id}`, {}).expect(200);
    expect(await recorded()).toEqual([]);
  });

  test('to another role is good at once', async () => {
    const { id, username } = await person(service);
    const api = await signedIn(service, username);
    await api.get(USERS).expect(403);
    await service.api.put(`${USERS}/${id}`, { rootRole: 'Admin' }).expect(200);
    await api.get(USERS).expect(200);
    await service.api.put(`${USERS}/${id}`, { rootRole: 3 }).expect(200);
    await api.get(USERS).expect(403);
  });

  test('to a taken e-mail address or an unknown role is refused', async () => {
    const email = `${unique()}@example.com`;
    await person(service, { email });
    const { id } = await person(service);
    await recorded();
    await service.api.put(`${USERS}/${id}`, { email, name: 'x' }).expect(400);
    await service.api.put(`${USERS}/${id}`, { rootRole: 77, name: 'x' }).expect(400);
    expect((await service.api.get(`${USERS}/${id}`).expect(200)).body).not.toHaveProperty('name');
    expect(await recorded()).toEqual([]);
  });
});

describe('the e-mail address of a user', () => {
  test('can be removed only from users with a user name, since others could not sign in any more', async () => {
    const email = `${unique()}@example.com`;
    const { body: nameless } = await service.api
      .post(USERS, { email, name: 'Ann', rootRole: 3 })
      .expect(201);
    const { id } = await person(service, { email: `${unique()}@example.com` });
    await recorded();
    for (const none of ['', null]) {
      const { body } = await service.api
        .put(`${USERS}/${nameless.id}`, { email: none, name: 'x' })
        .expect(400);
      expect(body.name).toBe('BadDataError');
    }
    expect((await service.api.get(`${USERS}/${nameless.id}`).expect(200)).body).toMatchObject({
      email,
      name: 'Ann',
    });
    expect(await recorded()).toEqual([]);
    expect(
      (await service.api.put(`${USERS}/${id}`, { email: null }).expect(200)).body,
    ).not.toHaveProperty('email');
  });

  test('takes the link along that was sent there, when it changes', async () => {
    const { id, inviteLink } = await person(service, {
      email: `${unique()}@exmaple.com`,
      password: undefined,
    });
    const link = `/auth/reset/validate?token=${secretOf(inviteLink)}`;
    const nobody = service.api.as();
    await service.api.put(`${USERS}/${id}`, { name: 'Ann' }).expect(200);
    await nobody.get(link).expect(200);
    await service.api.put(`${USERS}/${id}`, { email: `${unique()}@example.com` }).expect(200);
    await nobody.get(link).expect(401);
  });

  test('that is added leaves the link that was passed on by hand', async () => {
    const { id, inviteLink } = await person(service, { password: undefined });
    await service.api.put(`${USERS}/${id}`, { email: `${unique()}@example.com` }).expect(200);
    const nobody = service.api.as();
    await nobody.get(`/auth/reset/validate?token=${secretOf(inviteLink)}`).expect(200);
  });
});

describe('deleting a user', () => {
  test('ends sessions, keeps the row for the history, and frees the names', async () => {
    const { id, username } = await person(service);
    const api = await signedIn(service, username);
    const { body: pat } = await api
      .post('/api/admin/user/tokens', { description: 'x', expiresAt: '2090-01-01T00:00:00Z' })
      .expect(201);
    await recorded();
    await service.api.delete(`${USERS}/${id}`).expect(200);
    expect(await recorded()).toEqual([
      event('user-deleted', { preData: { id, username, rootRole: 3 } }),
    ]);
    await api.get('/api/admin/user').expect(401);
    await service.api.as({ token: pat.secret }).get('/api/admin/user').expect(401);
    await service.api.get(`${USERS}/${id}`).expect(404);
    await service.api.delete(`${USERS}/${id}`).expect(404);
    expect(await service.sql('SELECT display_name FROM app_user WHERE id = $1', [id])).toEqual([
      { display_name: 'unknown' },
    ]);
    await person(service, { username });
  });

  test.each([
    ['get', '/999999', 404],
    ['put', '/999999', 404],
    ['delete', '/999999', 404],
    ['get', '/nobody', 400],
    ['get', '/-42', 400],
    ['delete', '/-1337', 400],
  ] as const)('%s %s is %i', async (method, path, status) => {
    await service.api[method](`${USERS}${path}`).expect(status);
    expect(await recorded()).toEqual([]);
  });

  test('the deletion of inactive users skips those who were active meanwhile', async () => {
    const [gone, back] = [await person(service), await person(service)];
    await service.sql(
      "UPDATE app_user SET seen_at = now() - interval '181 days' WHERE id = ANY($1)",
      [[gone.id, back.id]],
    );
    const { body } = await service.api.get(`${USERS}/inactive`).expect(200);
    expect(body.version).toBe(1);
    expect(body.inactiveUsers.map((user: { id: number }) => user.id)).toEqual([gone.id, back.id]);
    await signedIn(service, back.username);
    await recorded();
    await service.api
      .post(`${USERS}/inactive/delete`, { ids: [gone.id, back.id, 999_999, 1e12] })
      .expect(200);
    expect((await recorded()).map(({ type, preData }) => [type, preData!['id']])).toEqual([
      ['user-deleted', gone.id],
    ]);
    await service.api.get(`${USERS}/${back.id}`).expect(200);
  });
});

describe('finding users', () => {
  test('by a part of a name, of two letters at least, and not by patterns', async () => {
    const name = unique('Zoë_');
    const { id, username } = await person(service, { name });
    const found = async (q: string): Promise<number[]> =>
      (await service.api.get(`${USERS}/search?q=${encodeURIComponent(q)}`).expect(200)).body.map(
        (user: { id: number }) => user.id,
      );
    expect(await found(name.toUpperCase().slice(1))).toEqual([id]);
    const viewer = await signedIn(service, (await person(service)).username);
    const { body } = await viewer.get(`${USERS}/search?q=${encodeURIComponent(name)}`).expect(200);
    expect(body).toEqual([
      {
        ...{ id, name, username, accountType: 'User', isAPI: false, seenAt: null, scimId: null },
        imageUrl: expect.stringContaining('gravatar'),
      },
    ]);
    expect(await found(name[0]!)).toEqual([]);
    expect(await found('%%')).toEqual([]);
    expect((await service.api.get(`${USERS}/search`).expect(200)).body).toEqual([]);
  });

  test('lists users for giving access, and counts administrators', async () => {
    const { id } = await person(service);
    const { body } = await service.api.get(`${USERS}/access`).expect(200);
    expect(body.groups).toEqual([]);
    expect(body.users.map((user: { id: number }) => user.id)).toContain(id);
    expect(body.users.every((user: { id: number }) => user.id > 0)).toBe(true);
    await service.api.post(USERS, { username: unique(), rootRole: 1 }).expect(201);
    expect((await service.api.get(`${USERS}/admin-count`).expect(200)).body).toEqual({
      password: 1,
      noPassword: 1,
      service: 0,
    });
  });

  test('lists the root roles', async () => {
    const { body } = await service.api.get(USERS).expect(200);
    expect(
      body.rootRoles.map((role: { id: number; name: string }) => [role.id, role.name]),
    ).toEqual([
      [1, 'Admin'],
      [2, 'Editor'],
      [3, 'Viewer'],
    ]);
  });
});
