import { serviceAccount } from '../../../support/access.js';
import { recorder } from '../../../support/recorder.js';
import { TestService } from '../../../support/service.js';
import { SCIM, SETTINGS } from './scene.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const users = (token?: string) =>
  service.api.as(token ? { token: `Bearer ${token}` } : {}).get(`${SCIM}/Users`);
const newToken = async (): Promise<string> =>
  (await service.api.post(`${SETTINGS}/generate-new-token`).expect(200)).body.token;

test('a directory needs settings and a token, of which only the last works', async () => {
  const { body } = await service.api.get(SETTINGS).expect(200);
  expect(body).toEqual({
    ...{ enabled: false, assumeControlOfExisting: false, defaultRootRoleId: 3 },
    ...{ hasToken: false, tokenCreatedAt: null, url: expect.stringMatching('/scim/v2$') },
  });
  const first = await newToken();
  const { body: refused } = await users(first).expect(403);
  expect(refused).toMatchObject({ status: '403', detail: expect.stringContaining('switched off') });
  const { body: on } = await service.api.post(SETTINGS, { enabled: true }).expect(200);
  expect(on).toMatchObject({ enabled: true, hasToken: true });
  await users(first).expect(200);
  const second = await newToken();
  await users(first).expect(401);
  await users(second).expect(200);
});

test('no other token speaks for the directory, and its token speaks for nobody else', async () => {
  await service.api.post(SETTINGS, { enabled: true }).expect(200);
  const token = await newToken();
  await users().expect(401);
  await service.api.get(`${SCIM}/Users`).expect(401);
  const { secret } = await serviceAccount(service, 'Admin');
  await users(secret).expect(401);
  const directory = service.api.as({ token });
  await directory.get('/api/admin/user').expect(401);
  await directory.get('/api/client/features').expect(401);
});

test('settings and tokens are recorded without the token, and statistics tell of them', async () => {
  await service.api.post(SETTINGS, { enabled: false }).expect(200);
  const happened = await recorder(service);
  const statistics = async (): Promise<boolean> =>
    (await service.api.get('/api/admin/instance-admin/statistics').expect(200)).body.SCIMenabled;
  expect(await statistics()).toBe(false);
  await service.api
    .post(SETTINGS, { enabled: true, assumeControlOfExisting: true, defaultRootRoleId: 2 })
    .expect(200);
  expect(await statistics()).toBe(true);
  const token = await newToken();
  const events = await happened();
  expect(events).toMatchObject([
    {
      type: 'setting-updated',
      data: { id: 'auth.scim', enabled: true, assumeControlOfExisting: true, defaultRootRoleId: 2 },
    },
    { type: 'setting-updated', data: { tokenCreatedAt: expect.any(String) } },
  ]);
  const [{ hash }] = (await service.sql<{ hash: string }>(
    "SELECT content ->> 'tokenHash' AS hash FROM setting WHERE name = 'auth.scim'",
  )) as [{ hash: string }];
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  for (const secret of [token, hash]) expect(JSON.stringify(events)).not.toContain(secret);
});

test('only administrators read and change the settings, and a wrong role is refused', async () => {
  const { api } = await serviceAccount(service, 'Editor');
  await api.get(SETTINGS).expect(403);
  await api.post(SETTINGS, { enabled: true }).expect(403);
  await api.post(`${SETTINGS}/generate-new-token`).expect(403);
  await service.api.post(SETTINGS, { enabled: true, defaultRootRoleId: 4 }).expect(400);
  await service.api.post(SETTINGS, {}).expect(400);
});
