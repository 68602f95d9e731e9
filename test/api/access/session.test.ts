import { ADMIN_PASSWORD, TestService } from '../../support/service.js';

const LOGIN = '/auth/simple/login';
const ME = '/api/admin/user';
const right = { username: 'admin', password: ADMIN_PASSWORD };

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const nobody = () => service.api.as();
const signIn = async (): Promise<string> => {
  const { headers } = await nobody().post(LOGIN, right).expect(200);
  return headers['set-cookie']![0]!.split(';')[0]!;
};

test('a session lets its user in', async () => {
  const { body, headers } = await nobody().post(LOGIN, right).expect(200);
  expect(body).toMatchObject({ isAPI: false, accountType: 'User', username: 'admin', loginAttempts: 0, scimId: null });
  expect(body).not.toHaveProperty('email');
  const cookie = headers['set-cookie']![0]!;
  expect(cookie).toMatch(/^unleash-session=[\w-]{43}; Path=\/; Expires=[^;]+ GMT; HttpOnly; SameSite=Lax$/);
  const me = await service.api
    .as({ cookie: cookie.split(';')[0] })
    .get(ME)
    .expect(200);
  expect(me.body).toEqual({ user: body, permissions: [{ permission: 'ADMIN' }], feedback: [], splash: {} });
});

test('signing out ends all sessions of the user at once', async () => {
  const [one, other] = [await signIn(), await signIn()];
  for (const cookie of [one, other]) await service.api.as({ cookie }).get(ME).expect(200);
  const { headers } = await service.api.as({ cookie: one }).post('/logout').expect(302);
  expect(headers).toMatchObject({ location: '/', 'clear-site-data': '"cookies", "storage"' });
  expect(headers['set-cookie']![0]).toMatch(/^unleash-session=; Path=\/; Expires=Thu, 01 Jan 1970/);
  for (const cookie of [one, other]) await service.api.as({ cookie }).get(ME).expect(401);
  expect(await service.sql('SELECT FROM session')).toHaveLength(0);
});
