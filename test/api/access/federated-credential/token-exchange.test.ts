import { createHmac } from 'node:crypto';
import { main } from '../../../../cli/main.js';
import { ACCOUNTS } from '../../../support/access.js';
import { runProgram } from '../../../support/programs.js';
import { type RecordedEvent, recorder } from '../../../support/recorder.js';
import { CREDENTIALS, FederationScene, SUBJECT } from './scene.js';

let scene: FederationScene;
beforeAll(async () => {
  scene = await FederationScene.start();
});
afterAll(() => scene.stop());
afterEach(async () => {
  scene.issuer.status = 200;
  await scene.service.sql('DELETE FROM federated_credential');
});

/** Exchanges a valid token, and returns the given one. */
async function exchanged(): Promise<string> {
  const { body } = await scene.send(await scene.token()).expect(200);
  return body.access_token as string;
}
const as = (token: string) => scene.service.api.as({ token: `Bearer ${token}` });

test('a token of a trusted issuer gives a short-lived token of the service account', async () => {
  const { id, name, serviceAccountId } = await scene.credential({ lifetimeMinutes: 5 });
  const happened = await recorder(scene.service);

  const { body, headers } = await scene.send(await scene.token()).expect(200);

  expect(body).toEqual({
    access_token: expect.stringMatching(/^user:[0-9a-f]{56}$/),
    issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    token_type: 'Bearer',
    expires_in: 300,
  });
  expect(headers['cache-control']).toBe('no-store');
  const { body: me } = await as(body.access_token).get('/api/admin/user').expect(200);
  expect(me.user.id).toBe(serviceAccountId);
  const { body: listed } = await scene.service.api
    .get(`${ACCOUNTS}/${serviceAccountId}/token`)
    .expect(200);
  expect(listed.pats).toEqual([
    expect.objectContaining({ description: expect.stringContaining(`${name} `) }),
  ]);
  const data = {
    ...{ id, name, issuer: scene.issuer.url, subject: SUBJECT, tokenId: listed.pats[0].id },
    ...{ description: listed.pats[0].description, expiresAt: listed.pats[0].expiresAt },
  };
  const events: RecordedEvent[] = await happened();
  expect(events).toEqual([
    expect.objectContaining({
      type: 'federated-credential-used',
      data,
      createdByUserId: serviceAccountId,
    }),
  ]);
  expect(Date.parse(data.expiresAt) - Date.now()).toBeLessThanOrEqual(300_000);
});

test('the given token has the scope of the credential', async () => {
  const project = await scene.service.given.project();
  const scope = { readOnly: true, projects: [project], environments: ['development'] };
  await scene.credential({ scope });
  const token = await exchanged();
  await as(token).get(`/api/admin/projects/${project}/features`).expect(200);
  await as(token).get('/api/admin/projects/default/overview').expect(404);
  await as(token).post(`/api/admin/projects/${project}/features`, { name: 'x' }).expect(403);
});

test('given tokens end with their credential, with its change and with the account', async () => {
  const { id, serviceAccountId, ...rest } = await scene.credential();
  const wanted = await scene.wanted({ name: rest.name, serviceAccountId });
  const first = await exchanged();
  await scene.service.api.put(`${CREDENTIALS}/${id}`, wanted).expect(200);
  await as(first).get('/api/admin/user').expect(200);
  await scene.service.api
    .put(`${CREDENTIALS}/${id}`, { ...wanted, lifetimeMinutes: 6 })
    .expect(200);
  await as(first).get('/api/admin/user').expect(401);
  const second = await exchanged();
  await scene.service.api.delete(`${CREDENTIALS}/${id}`).expect(200);
  await as(second).get('/api/admin/user').expect(401);
  await scene.credential({ serviceAccountId });
  const third = await exchanged();
  await scene.service.api.delete(`${ACCOUNTS}/${serviceAccountId}`).expect(200);
  await as(third).get('/api/admin/user').expect(401);
  const { body } = await scene.service.api.get(CREDENTIALS).expect(200);
  expect(body.federatedCredentials).toEqual([]);
});

describe('a token is refused', () => {
  const isUntrusted = async (token: string): Promise<void> => {
    const { body } = await scene.send(token).expect(401);
    expect(body.message).toBe('The token is not signed by an issuer that is trusted here.');
  };
  beforeEach(async () => {
    await scene.credential({ claims: { ref_protected: 'true', run: '7' } });
  });
  const good = { ref_protected: true, run: 7 };

  test('not when everything fits, with claims as text or not', async () => {
    await scene.send(await scene.token(good)).expect(200);
    await scene.send(await scene.token({ ref_protected: 'true', run: '7' })).expect(200);
  });

  test.each([
    ['for another audience', { aud: 'other' }, 403, /audience/],
    ['of another subject', { sub: `${SUBJECT}2` }, 403, /subject/],
    ['with another claim', { ref_protected: 'false' }, 403, /subject/],
    ['without a claim', { run: undefined }, 403, /subject/],
    ['after its end', { iat: -500, exp: -100 }, 401, /expired/],
    ['without an end', { exp: null }, 401, /"exp"/],
    ['before its beginning', { nbf: Math.floor(Date.now() / 1000) + 200 }, 401, /"nbf"/],
    ['of the future', { iat: 200 }, 401, /"iat"/],
    ['of another day', { iat: -90_000 }, 401, /expired/],
    ['without a subject', { sub: undefined }, 401, /"sub"/],
    ['without an audience', { aud: undefined }, 401, /"aud"/],
    ['of an unknown issuer', { iss: 'https://issuer.example.com' }, 401, /not signed/],
  ])('%s', async (_, claims, status, reason) => {
    const token = await scene.token({ ...good, ...claims });
    const { body } = await scene.send(token).expect(status);
    expect(body.message).toMatch(reason);
  });

  test('with a changed content, a foreign key, no signature or a shared secret', async () => {
    const token = await scene.token(good);
    const [, payload, signature] = token.split('.') as [string, string, string];
    const encoded = (value: object): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const other = encoded({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), run: 8 });
    await isUntrusted(`${token.split('.')[0]}.${other}.${signature}`);
    await isUntrusted(`${encoded({ alg: 'none' })}.${payload}.`);
    const head = encoded({ alg: 'HS256', kid: scene.issuer.openKey.kid });
    const mac = createHmac('sha256', JSON.stringify(scene.issuer.openKey))
      .update(`${head}.${payload}`)
      .digest('base64url');
    await isUntrusted(`${head}.${payload}.${mac}`);
    await isUntrusted('no token');
  });

  test('when it is too long or of another kind', async () => {
    await scene.send('x'.repeat(16_385)).expect(400);
    await scene.send('x'.repeat(21_000)).expect(413);
    await scene.send(await scene.token(good), { grant_type: 'password' }).expect(400);
    await scene.send(await scene.token(good), { subject_token_type: 'saml' }).expect(400);
  });
});

test('when several credentials trust a token, the request must name one', async () => {
  const [one, other] = [
    await scene.credential(),
    await scene.credential({ subject: 'repo:acme/*' }),
  ];
  const token = await scene.token();
  const { body } = await scene.send(token).expect(400);
  expect(body.message).toContain(`${one.name}, ${other.name}`);
  const { body: given } = await scene.send(token, { credential: other.name }).expect(200);
  const { body: me } = await as(given.access_token).get('/api/admin/user').expect(200);
  expect(me.user.id).toBe(other.serviceAccountId);
  await scene.send(token, { credential: 'unknown' }).expect(403);
});

test('at most 200 given tokens of a credential are valid, and expired ones do not count', async () => {
  const { id, serviceAccountId } = await scene.credential();
  const fill = (expiresAt: string): Promise<unknown> =>
    scene.service.sql(
      `INSERT INTO personal_token (user_id, secret_hash, description, expires_at, federated_credential_id)
         SELECT $1, sha256(($3 || n)::bytea), $3 || n, $3::timestamptz, $2 FROM generate_series(1, 200) n`,
      [serviceAccountId, id, expiresAt],
    );
  await fill('2020-01-01T00:00:00Z');
  await scene.send(await scene.token()).expect(200);
  await fill('2090-01-01T00:00:00Z');
  await scene.send(await scene.token()).expect(429);
});

test('expired tokens are not listed, and go with the next exchange', async () => {
  const { id, serviceAccountId } = await scene.credential();
  const rows = () =>
    scene.service.sql('SELECT id FROM personal_token WHERE federated_credential_id = $1', [id]);
  const expire = `UPDATE personal_token SET expires_at = now() - interval '1 hour'
                   WHERE federated_credential_id = $1`;
  const listed = async (): Promise<number> =>
    (await scene.service.api.get(`${ACCOUNTS}/${serviceAccountId}/token`).expect(200)).body.pats
      .length;

  await exchanged();
  await exchanged();
  expect(await listed()).toBe(2);
  await scene.service.sql(expire, [id]);
  expect([await listed(), (await rows()).length]).toEqual([0, 2]);

  await exchanged();
  expect([await listed(), (await rows()).length]).toEqual([1, 1]);
});

test('the command line exchanges the token of a job by itself, and says why it cannot', async () => {
  const { name } = await scene.credential();
  const feature = await scene.service.given.feature();
  const flags = (idToken: string, more = {}) =>
    runProgram(main, ['on', feature, '-e', 'production'], {
      ...{ FLAGS_URL: scene.service.url, FLAGS_ID_TOKEN: idToken, ...more },
    });
  const happened = await recorder(scene.service);
  const token = await scene.token();

  expect(await flags(token, { FLAGS_CREDENTIAL: name })).toMatchObject({ code: 0 });

  const types = (await happened()).map(({ type }) => type);
  expect(types.filter((type) => type === 'federated-credential-used')).toHaveLength(1);
  expect(types).toContain('feature-environment-enabled');
  for (const [wrong, more, reason] of [
    [await scene.token({ sub: 'repo:acme/other:ref:refs/heads/main' }), {}, '"sub"'],
    [token, { FLAGS_CREDENTIAL: 'other' }, 'No federated credential with this name'],
  ] as const) {
    const refused = await flags(wrong, more);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(reason) });
    expect(refused.err).not.toContain(wrong);
  }
});
