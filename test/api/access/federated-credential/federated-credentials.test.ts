import { ACCOUNTS, serviceAccount } from '../../../support/access.js';
import { event, recorder } from '../../../support/recorder.js';
import { AUDIENCE, CREDENTIALS, FederationScene, SUBJECT } from './scene.js';

let scene: FederationScene;
let happened: Awaited<ReturnType<typeof recorder>>;
beforeAll(async () => {
  scene = await FederationScene.start();
});
afterAll(() => scene.stop());
beforeEach(async () => {
  await scene.service.sql('DELETE FROM federated_credential');
  happened = await recorder(scene.service);
});

const all = async (): Promise<object[]> =>
  (await scene.service.api.get(CREDENTIALS).expect(200)).body.federatedCredentials;

function without(whole: object, ...names: string[]): object {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));
}

test('a credential is created, listed, changed and deleted, and each change is recorded', async () => {
  const project = await scene.service.given.project();
  const wanted = await scene.wanted({ scope: { projects: [project, project] } });
  await happened();
  const { body, headers } = await scene.service.api.post(CREDENTIALS, wanted).expect(201);
  const scope = { readOnly: false, projects: [project], environments: null };
  const { id } = body;
  const recorded = { ...wanted, id, claims: {}, lifetimeMinutes: 15, scope };
  expect(headers['location']).toBe(`federated-credentials/${id}`);
  expect(body).toEqual({
    ...recorded,
    ...{ serviceAccount: 'Robot', tokens: 0, usedAt: null, createdAt: expect.any(String) },
  });
  expect(await all()).toEqual([body]);
  expect(await happened()).toEqual([event('federated-credential-created', { data: recorded })]);

  const others = without(wanted, 'serviceAccountId', 'scope');
  const path = `${CREDENTIALS}/${id}`;
  const claims = { repository_id: '7' };
  await scene.service.api.put(path, { ...others, claims }).expect(200);
  const bare = without(recorded, 'scope');
  expect(await happened()).toEqual([
    event('federated-credential-updated', { data: { ...bare, claims }, preData: recorded }),
  ]);
  await scene.service.api.get(path).expect(200);

  await scene.service.api.delete(path).expect(200);
  expect(await happened()).toEqual([
    event('federated-credential-deleted', { preData: { ...bare, claims } }),
  ]);
  await scene.service.api.delete(path).expect(404);
  await scene.service.api.get(path).expect(404);
  await scene.service.api.put(path, others).expect(404);
});

test.each([
  ['a subject for everybody', { subject: '*' }],
  ['a subject for all repositories', { subject: 'repo:*' }],
  ['a subject for owners with a beginning', { subject: 'repo:acme*' }],
  ['a subject with an early star', { subject: 'repo:*/shop:*' }],
  ['a subject with four stars', { subject: 'repo:acme/*:*:*:*' }],
  ['no subject', { subject: '' }],
  ['no audience', { audience: undefined }],
  ['an issuer without TLS', { issuer: 'http://issuer.example.com' }],
  ['an issuer of another kind', { issuer: 'file:///etc/passwd' }],
  ['an issuer with a query', { issuer: 'https://issuer.example.com/?a' }],
  ['an issuer with a password', { issuer: 'https://a:b@issuer.example.com' }],
  ['too many claims', { claims: Object.fromEntries([...Array(21).keys()].map((n) => [n, 'x'])) }],
  ['a long claim', { claims: { long: 'x'.repeat(500) } }],
  ['a short life', { lifetimeMinutes: 4 }],
  ['a long life', { lifetimeMinutes: 61 }],
  ['an unknown project', { scope: { projects: ['unknown'] } }],
  ['a misspelt scope', { scope: { project: ['default'] } }],
  ['an unknown account', { serviceAccountId: 999_999 }],
  ['a person', { serviceAccountId: 1 }],
])('a credential with %s is refused', async (_, properties) => {
  const serviceAccountId = await scene.account();
  const wanted = { ...(await scene.wanted({ serviceAccountId })), ...properties };
  await scene.service.api.post(CREDENTIALS, wanted).expect(400);
  expect(await all()).toEqual([]);
});

test('the name of another credential is refused', async () => {
  const { name } = await scene.credential();
  const { id, ...other } = await scene.credential();
  await scene.service.api.post(CREDENTIALS, await scene.wanted({ name })).expect(409);
  const { serviceAccountId, ...wanted } = await scene.wanted(other);
  expect(serviceAccountId).toBe(other.serviceAccountId);
  await scene.service.api.put(`${CREDENTIALS}/${id}`, { ...wanted, name }).expect(409);
});

test('there are at most 100 credentials, however many are created at once', async () => {
  const { serviceAccountId } = await scene.credential();
  await scene.service.sql(
    `INSERT INTO federated_credential
       (user_id, name, issuer, audience, subject, claims, lifetime_minutes, read_only)
     SELECT $1, n, 'https://issuer.example.com', $2, $3, '{}', 15, false
       FROM generate_series(1, 98) n`,
    [serviceAccountId, AUDIENCE, SUBJECT],
  );
  const wanted = await Promise.all(Array.from({ length: 5 }, () => scene.wanted()));
  const answers = await Promise.all(wanted.map((one) => scene.service.api.post(CREDENTIALS, one)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
});

test('only administrators see and change credentials', async () => {
  const { id } = await scene.credential();
  const { api } = await serviceAccount(scene.service, 'Editor');
  await api.get(CREDENTIALS).expect(403);
  await api.post(CREDENTIALS, await scene.wanted()).expect(403);
  await api.delete(`${CREDENTIALS}/${id}`).expect(403);
});

test('given tokens do not count among the tokens of a service account', async () => {
  const { serviceAccountId } = await scene.credential();
  for (let n = 0; n < 11; n++) await scene.send(await scene.token()).expect(200);
  const path = `${ACCOUNTS}/${serviceAccountId}/token`;
  const expiresAt = '2090-01-01T00:00:00Z';
  await scene.service.api.post(path, { description: 'own', expiresAt }).expect(201);
  const { body } = await scene.service.api.get(ACCOUNTS).expect(200);
  const account = body.serviceAccounts.find(({ id }: { id: number }) => id === serviceAccountId);
  expect(account.tokens).toHaveLength(1);
  expect(await all()).toEqual([expect.objectContaining({ tokens: 11 })]);
});
