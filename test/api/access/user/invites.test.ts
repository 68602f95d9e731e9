import { InviteLinksHashed1763617001000 } from '../../../../migrations/1763617001000-invite-links-hashed.js';
import { newDataSource } from '../../../../src/platform/database/data-source.js';
import { unique } from '../../../support/given.js';
import { PASSWORD, signedIn } from '../../../support/people.js';
import { event, recorder } from '../../../support/recorder.js';
import { TestService } from '../../../support/service.js';

const TOKENS = '/api/admin/invite-link/tokens';
const month = 31 * 86_400_000;
const expiresAt = new Date(Date.now() + 86_400_000).toISOString();

let service: TestService;
let recorded: Awaited<ReturnType<typeof recorder>>;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  recorded = await recorder(service);
});

const create = async (): Promise<string> =>
  (await service.api.post(TOKENS, { name: 'All', expiresAt }).expect(201)).body.secret;
const newcomer = (): object => ({
  email: `${unique()}@Example.com`,
  name: 'New',
  password: PASSWORD,
});
const system = { createdBy: 'unleash_system_user', createdByUserId: -1337 };

test('an invite link is created, shown and listed; its secret is not recorded', async () => {
  const { body, headers } = await service.api.post(TOKENS, { name: 'All', expiresAt }).expect(201);
  expect(body).toMatchObject({
    name: 'All',
    enabled: true,
    expiresAt,
    createdBy: 'admin',
    role: { id: 3, name: 'Viewer' },
    users: [],
  });
  expect(body.secret).toMatch(/^[0-9a-f]{32}$/);
  expect(body.url).toBe(`http://localhost:0/new-user?invite=${body.secret}`);
  expect(headers['location']).toBe(`tokens/${body.secret}`);
  const { body: shown } = await service.api.get(`${TOKENS}/${body.secret}`).expect(200);
  expect(shown).toEqual({
    ...body,
    secret: expect.stringMatching(/^[0-9a-f-]{36}$/),
    url: 'http://localhost:0/new-user?invite=****',
  });
  const id = shown.secret as string;
  expect((await service.api.get(TOKENS).expect(200)).body.tokens).toContainEqual(shown);
  expect((await service.api.get(`${TOKENS}/${id}`).expect(200)).body).toEqual(shown);
  expect(await recorded()).toEqual([
    event('public-signup-token-created', {
      data: {
        ...{ id, name: 'All', enabled: true, expiresAt, createdAt: shown.createdAt },
        ...{ createdBy: shown.createdBy, users: [] },
        role: { id: 3, name: 'Viewer', type: 'root' },
      },
    }),
  ]);
  const [row] = await service.sql<{ row: string }>(
    'SELECT i::text AS row FROM invite_link i WHERE id = $1',
    [id],
  );
  expect(row!.row).not.toContain(body.secret);
  await service.api.as().get(`/invite/${id}/validate`).expect(400);
});

test('an invite link works for a month at most', async () => {
  const { body } = await service.api
    .post(TOKENS, { name: 'Long', expiresAt: '2090-01-01T00:00:00Z' })
    .expect(201);
  expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThan(month + 1000);
});

test('the holder of an invite link signs up once, as a Viewer', async () => {
  const secret = await create();
  const nobody = service.api.as();
  await nobody.get(`/invite/${secret}/validate`).expect(200);
  await recorded();
  const who = newcomer() as { email: string };
  const { body } = await nobody.post(`/invite/${secret}/signup`, who).expect(201);
  expect(body).toMatchObject({ name: 'New', email: who.email.toLowerCase(), rootRole: 3 });
  const data = { id: body.id, name: 'New', email: who.email.toLowerCase(), rootRole: 3 };
  expect(await recorded()).toEqual([
    event('user-created', { data }, system),
    event('public-signup-token-user-added', { data: { name: 'All', userId: body.id } }, system),
  ]);
  await signedIn(service, who.email);
  expect(await recorded()).toMatchObject([{ type: 'user-logged-in' }]);
  expect((await service.api.get(`${TOKENS}/${secret}`).expect(200)).body.users).toMatchObject([
    { id: body.id },
  ]);
  await nobody.post(`/invite/${secret}/signup`, who).expect(400);
  expect(await recorded()).toEqual([]);
});

test.each([
  ['a weak password', { password: 'weak' }],
  ['no e-mail address', { email: undefined }],
  ['an e-mail address that is none', { email: 'x' }],
  ['no name', { name: undefined }],
  ['a taken user name', { username: 'admin' }],
])('signing up with %s is refused', async (_, properties) => {
  const secret = await create();
  await recorded();
  await service.api
    .as()
    .post(`/invite/${secret}/signup`, { ...newcomer(), ...properties })
    .expect(400);
  expect(await recorded()).toEqual([]);
});

test.each([
  ['unknown', async () => 'nosuch'],
  [
    'disabled',
    async (secret: string) =>
      (await service.api.put(`${TOKENS}/${secret}`, { enabled: false }).expect(200)) && secret,
  ],
  [
    'expired',
    async (secret: string) =>
      (await service.api
        .put(`${TOKENS}/${secret}`, { expiresAt: '2021-01-01T00:00:00Z' })
        .expect(200)) && secret,
  ],
])('by a link that is %s nobody signs up', async (_, spoil) => {
  const secret = await spoil(await create());
  await service.api.as().get(`/invite/${secret}/validate`).expect(400);
  await service.api.as().post(`/invite/${secret}/signup`, newcomer()).expect(400);
});

test('a link is changed as far as the body says', async () => {
  const secret = await create();
  await recorded();
  const { body } = await service.api.put(`${TOKENS}/${secret}`, { enabled: false }).expect(200);
  expect(body).toMatchObject({ enabled: false, expiresAt });
  const id = body.secret as string;
  expect(await recorded()).toEqual([
    event('public-signup-token-updated', { data: { id, name: 'All', enabled: false, expiresAt } }),
  ]);
  await service.api.put(`${TOKENS}/${id}`, { enabled: false }).expect(200);
  await service.api.put(`${TOKENS}/${secret}`, {}).expect(400);
  await service.api.put(`${TOKENS}/nosuch`, { enabled: true }).expect(404);
  await service.api.get(`${TOKENS}/nosuch`).expect(404);
  expect(await recorded()).toEqual([]);
});

test('links that were made before their secrets were hashed go on working, and keep who signed up by them', async () => {
  const secret = `${'a'.repeat(31)}é`;
  const source = await newDataSource({
    url: service.databaseUrl,
    ssl: false,
    poolMax: 1,
  }).initialize();
  const q = source.createQueryRunner();
  const migration = new InviteLinksHashed1763617001000();
  await migration.down(q);
  await q.query(
    "INSERT INTO invite_link (secret, name, role_id, created_by, expires_at) VALUES ($1, 'Old', 3, 'admin', now() + interval '1 day')",
    [secret],
  );
  await q.query(
    "INSERT INTO invited_user (user_id, secret) SELECT id, $1 FROM app_user WHERE username = 'admin'",
    [secret],
  );
  await migration.up(q);
  await source.destroy();

  await service.api
    .as()
    .get(`/invite/${encodeURIComponent(secret)}/validate`)
    .expect(200);
  const { body } = await service.api.get(`${TOKENS}/${encodeURIComponent(secret)}`).expect(200);
  expect(body).toMatchObject({ name: 'Old', users: [{ username: 'admin' }] });
});
