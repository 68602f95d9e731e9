import { PASSWORD, person } from '../../../support/people.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';

const LOGIN = '/auth/simple/login';
const FEATURES = '/api/admin/projects/default/features';

let service: TestService;
let cookie: string;
let credentials: { username: string; password: string };
beforeAll(async () => {
  service = await TestService.start({ UNLEASH_URL: 'https://flags.example.com/at' });
  const { username } = await person(service, { rootRole: 'Editor' });
  credentials = { username, password: PASSWORD };
  const { headers } = await service.api.as().post(LOGIN, credentials).expect(200);
  cookie = headers['set-cookie']![0]!.split(';')[0]!;
  await service.api.post(FEATURES, { name: 'switched' }).expect(201);
  await service.api.post(`${FEATURES}/switched/environments/development/on`).expect(200);
});
afterAll(() => service.stop());

const state = (): Promise<object[]> =>
  service.sql(`SELECT (SELECT count(*) FROM session) AS sessions, (SELECT count(*) FROM feature) AS features, (SELECT max(id) FROM event) AS event,
                      (SELECT count(*) FROM feature_environment WHERE enabled) AS enabled, (SELECT count(*) FROM app_user) AS users`);

const FOREIGN: [string, Record<string, string>][] = [
  ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
  [
    'a neighbour under the same domain',
    { 'Sec-Fetch-Site': 'same-site', Origin: 'https://blog.example.com' },
  ],
  ['another site, by an old browser', { Origin: 'https://evil.example' }],
  ['a page without an origin', { Origin: 'null' }],
  ['a page on another port', { Origin: 'http://127.0.0.1:1' }],
];

describe.each(FOREIGN)('what %s makes a browser send is refused', (_, headers) => {
  test.each([
    [
      'turning a feature off, which needs no body',
      'post',
      `${FEATURES}/switched/environments/development/off`,
      undefined,
    ],
    ['creating a feature', 'post', FEATURES, { name: 'smuggled' }],
    ['archiving a feature', 'delete', `${FEATURES}/switched`, undefined],
    ['changing the password', 'post', '/api/admin/user/change-password', {}],
    ['signing out', 'post', '/logout', undefined],
    ['signing out, in capitals', 'post', '/LOGOUT/', undefined],
  ] as const)('%s', async (_, method, path, body) => {
    const before = await state();
    const response = await service.api.as({ cookie })[method](path, body).set(headers).expect(403);
    expect(response.body).toMatchObject({
      name: 'ForbiddenError',
      message: expect.stringContaining('Another site'),
    });
    expect(await state()).toEqual(before);
  });

  test('signing in as somebody else', async () => {
    const before = await state();
    const response = await service.api.as().post(LOGIN, credentials).set(headers).expect(403);
    expect(response.headers).not.toHaveProperty('set-cookie');
    expect(await state()).toEqual(before);
  });

  test('but reading is not, nor is what has a token', async () => {
    await service.api.as({ cookie }).get('/api/admin/user').set(headers).expect(200);
    await service.api
      .as({ cookie, token: ADMIN_TOKEN })
      .post(`${FEATURES}/validate`, { name: 'free' })
      .set(headers);
    await service.api
      .as({ token: ADMIN_TOKEN })
      .post(`${FEATURES}/switched/environments/development/on`)
      .set(headers)
      .expect(200);
  });
});

test.each([
  [
    'the service itself',
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://anything.behind.a.proxy' },
  ],
  ['the user, by hand', { 'Sec-Fetch-Site': 'none' }],
  ['the service, by an old browser and a proxy', { Origin: 'https://flags.example.com' }],
  ['a program', {}],
])('requests from %s are carried out', async (_, headers) => {
  await service.api
    .as({ cookie })
    .post(`${FEATURES}/switched/environments/development/off`)
    .set(headers)
    .expect(200);
  await service.api.as().post(LOGIN, credentials).set(headers).expect(200);
});

test('requests of old browsers from the same origin are carried out', async () => {
  await service.api
    .as({ cookie })
    .post(`${FEATURES}/switched/environments/development/on`)
    .set({ Origin: new URL(service.url).origin })
    .expect(200);
});
