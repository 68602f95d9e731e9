import { Api } from '../../../support/api.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';
import { PASSWORD, person, secretOf, signedIn } from '../../../support/people.js';
import { Wire } from '../../../support/wire.js';
import {
  ADMIN_PASSWORD,
  ADMIN_TOKEN,
  CLIENT_TOKEN,
  FRONTEND_TOKEN,
  TestService,
} from '../../../support/service.js';

// A path without a route, which is 404 for every authenticated caller.
const ADMIN = '/api/admin/nothing';
const CLIENT = '/api/client/nothing';
const FRONTEND = '/api/frontend/nothing';
const plain = { message: expect.any(String) };

describe('who may call what', () => {
  let service: TestService;
  let nobody: Api;
  beforeAll(async () => {
    service = await TestService.start();
    nobody = service.api.as();
  });
  afterAll(() => service.stop());

  test.each([
    ['nobody', undefined, 401, 401, 401],
    ['an unknown token', 'default:development.unknown', 401, 401, 401],
    ['half a token', ADMIN_TOKEN.slice(0, -1), 401, 401, 401],
    ['an empty token', 'Bearer ', 401, 401, 401],
    [
      'basic authentication',
      `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`,
      401,
      401,
      401,
    ],
    ['a client token', CLIENT_TOKEN, 403, 404, 403],
    ['a frontend token', FRONTEND_TOKEN, 403, 403, 404],
    ['an admin token', ADMIN_TOKEN, 404, 404, 404],
    ['an admin token after the word Bearer', ` bEaReR  ${ADMIN_TOKEN} `, 404, 404, 404],
  ])('%s', async (_, token, admin, client, frontend) => {
    const api = token === undefined ? nobody : service.api.as({ token });
    for (const [path, status] of [
      [ADMIN, admin],
      [CLIENT, client],
      [FRONTEND, frontend],
    ] as const) {
      const { body } = await api.get(path).expect(status);
      if (status === 403 || (status === 401 && path !== ADMIN)) expect(body).toEqual(plain);
      if (status === 401 && path === ADMIN)
        expect(body.name).toBe(
          token === undefined ? 'AuthenticationRequired' : 'UnauthorizedError',
        );
    }
  });

  test('a session is for the admin API alone', async () => {
    const { headers } = await nobody
      .post('/auth/simple/login', { username: 'admin', password: ADMIN_PASSWORD })
      .expect(200);
    const api = service.api.as({ cookie: headers['set-cookie']![0]!.split(';')[0] });
    await api.get(ADMIN).expect(404);
    for (const path of [CLIENT, FRONTEND])
      expect((await api.get(path).expect(401)).body).toEqual(plain);
  });

  test('an empty Authorization header counts as none', async () => {
    for (const header of ['', '  ']) {
      const api = new Api(service.url, { authorization: header });
      const { body } = await api.get(ADMIN).expect(401);
      expect(body.name).toBe('AuthenticationRequired');
      await api.get('/health').expect(200);
    }
    const { headers } = await nobody
      .post('/auth/simple/login', { username: 'admin', password: ADMIN_PASSWORD })
      .expect(200);
    const cookie = headers['set-cookie']![0]!.split(';')[0]!;
    const session = new Api(service.url, { authorization: '', cookie });
    await session.get('/api/admin/user').expect(200);
  });

  test('an expired token is as good as none, from the moment on at which it expires', async () => {
    const create = {
      tokenName: 'short',
      type: 'client',
      expiresAt: new Date(Date.now() + 2_000).toISOString(),
    };
    const { body } = await service.api.post('/api/admin/api-tokens', create).expect(201);
    const api = service.api.as({ token: body.secret });
    await api.get(CLIENT).expect(404);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect((await api.get(CLIENT).expect(401)).body).toEqual(plain);
    await api.get(ADMIN).expect(401);
  });

  test('the type of a token is checked before the path, so that it does not show which paths exist', async () => {
    const paths = [
      '/api/admin/api-tokens',
      '/api/ADMIN/api-tokens/',
      '//api/admin/api-tokens',
      '/api/nothing',
      '/api',
    ];
    for (const path of paths) await service.api.as({ token: CLIENT_TOKEN }).get(path).expect(403);
    for (const path of paths) await nobody.get(path).expect(401);
  });

  test('responses and refusals name Accept-Encoding in Vary, because proxies may compress them', async () => {
    const answers = [
      await service.api.get('/api/admin/environments').expect(200),
      await nobody.get('/api/admin/environments').expect(401),
    ];
    answers.push(
      await service.api.get('/api/admin/environments/nowhere').expect(404),
      await nobody.get('/health').expect(200),
    );
    for (const { headers } of answers)
      expect(headers).toMatchObject({
        vary: 'Accept-Encoding',
        etag: expect.stringMatching(/^W\/"/),
      });
    const page = await nobody
      .get('/api/frontend')
      .set('Origin', 'https://app.example.com')
      .expect(401);
    expect(page.headers['vary']).toBe('Accept-Encoding');
  });

  test('tokens can be managed only with permission', async () => {
    for (const token of [CLIENT_TOKEN, FRONTEND_TOKEN]) {
      const api = service.api.as({ token });
      expect(
        (await api.post('/api/admin/api-tokens', { tokenName: 'x', type: 'client' }).expect(403))
          .body,
      ).toEqual(plain);
      await api.delete(`/api/admin/api-tokens/${CLIENT_TOKEN}`).expect(403);
    }
    await service.sql("UPDATE app_user SET root_role_id = 3 WHERE username = 'admin'");
    const { headers } = await nobody
      .post('/auth/simple/login', { username: 'admin', password: ADMIN_PASSWORD })
      .expect(200);
    const viewer = service.api.as({ cookie: headers['set-cookie']![0]!.split(';')[0] });
    const { body } = await viewer
      .post('/api/admin/api-tokens', { tokenName: 'x', type: 'client' })
      .expect(403);
    expect(body).toMatchObject({
      name: 'PermissionError',
      permissions: ['ADMIN', 'CREATE_CLIENT_API_TOKEN', 'CREATE_FRONTEND_API_TOKEN'],
    });
    await viewer.get('/api/admin/projects/default/api-tokens').expect(403);
    expect((await viewer.get('/api/admin/user').expect(200)).body.permissions).toEqual([
      { permission: 'RELEASE_PLAN_TEMPLATE_VIEW_OVERVIEW' },
    ]);
  });
});

describe('while the database is away', () => {
  let database: TestDatabase;
  let wire: Wire;
  let service: TestService;
  beforeAll(async () => {
    database = await createTestDatabase();
    wire = await Wire.to(database.url);
    service = await TestService.start({ DATABASE_URL: wire.url });
  });
  afterAll(async () => {
    await wire.mend();
    await service.stop();
    await wire.cut();
    await database.drop();
  });

  /** The secrets of a personal token, of a link for a password and of an invite link. */
  const otherSecrets = async (): Promise<{ personal: string; link: string; invite: string }> => {
    const { username, inviteLink } = await person(service);
    const token = { description: 'mine', expiresAt: '2090-01-01T00:00:00Z' };
    const personal = await (
      await signedIn(service, username)
    )
      .post('/api/admin/user/tokens', token)
      .expect(201);
    const invite = await service.api
      .post('/api/admin/invite-link/tokens', { name: 'All', expiresAt: '2090-01-01T00:00:00Z' })
      .expect(201);
    return {
      personal: personal.body.secret as string,
      link: secretOf(inviteLink),
      invite: invite.body.secret as string,
    };
  };

  test('every caller gets 503, known or not, and is served again once it is back', async () => {
    const login = { username: 'admin', password: ADMIN_PASSWORD };
    const response = await service.api.as().post('/auth/simple/login', login).expect(200);
    const cookie = response.headers['set-cookie']![0]!.split(';')[0];
    const { personal, link, invite } = await otherSecrets();
    await wire.cut();
    // until no caller is cached any more
    await new Promise((resolve) => setTimeout(resolve, 1000));
    for (const [path, token] of [
      [ADMIN, ADMIN_TOKEN],
      [ADMIN, 'unknown'],
      [CLIENT, CLIENT_TOKEN],
      [CLIENT, 'unknown'],
      [FRONTEND, FRONTEND_TOKEN],
      [ADMIN, personal],
      [ADMIN, `user:${'0'.repeat(56)}`],
    ] as const) {
      expect((await service.api.as({ token }).get(path).expect(503)).body.name).toBe(
        'DatabaseUnavailableError',
      );
    }
    await service.api.as({ cookie }).get('/api/admin/user').expect(503);
    await service.api.as().post('/auth/simple/login', login).expect(503);
    await service.api.as({ cookie }).post('/logout').expect(503);
    const nobody = service.api.as();
    await nobody.get(`/auth/reset/validate?token=${link}`).expect(503);
    await nobody.post('/auth/reset/password', { token: link, password: PASSWORD }).expect(503);
    await nobody.get(`/invite/${invite}/validate`).expect(503);
    await nobody
      .post(`/invite/${invite}/signup`, {
        email: 'new@example.com',
        name: 'New',
        password: PASSWORD,
      })
      .expect(503);
    await nobody.post('/edge/validate', { tokens: [CLIENT_TOKEN] }).expect(503);
    await wire.mend();
    await service.api.get(ADMIN).expect(404);
    await service.api.as({ cookie }).get('/api/admin/user').expect(200);
    await service.api.as({ token: personal }).get('/api/admin/user').expect(200);
    await nobody.get(`/auth/reset/validate?token=${link}`).expect(200);
    await nobody.get(`/invite/${invite}/validate`).expect(200);
  });
});
