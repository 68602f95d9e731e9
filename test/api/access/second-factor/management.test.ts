import { Authenticator } from '../../../support/authenticator.js';
import { PASSWORD, person, signedIn, USERS } from '../../../support/people.js';
import {
  CONFIRM,
  FACTOR,
  firstStep,
  KEY,
  ME,
  secured,
  withApp,
  withPasskey,
} from '../../../support/second-factor.js';
import { TestService } from '../../../support/service.js';

const SETTINGS = '/api/admin/auth/security/settings';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start(KEY);
});
afterAll(() => service.stop());

const told = (id: number): Promise<object[]> =>
  service.sql(
    `SELECT type, COALESCE(data, pre_data) AS what FROM event
      WHERE type LIKE 'user-second%' AND (COALESCE(data, pre_data) ->> 'id')::integer = $1 ORDER BY id`,
    [id],
  );

test('an app is added by its first code, shown without its secret, and removed', async () => {
  const { id, username } = await person(service);
  const api = await signedIn(service, username);
  const none = { enabled: false, totp: null, passkeys: [], recoveryCodesLeft: 0, required: false };
  expect((await api.get(FACTOR).expect(200)).body).toEqual(none);
  const { body, headers } = await api.post(`${FACTOR}/totp`).expect(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new URL(body.uri as string).searchParams.get('secret')).toBe(body.secret);
  await api.post(`${FACTOR}/totp/confirm`, { code: '000000' }).expect(400);
  const { app } = await withApp(api);
  expect(app.secret).not.toBe(body.secret);
  const shown = (await api.get(FACTOR).expect(200)).body as object;
  expect(shown).toEqual({
    ...none,
    enabled: true,
    totp: { createdAt: expect.any(String) },
    recoveryCodesLeft: 10,
  });
  await api.post(`${FACTOR}/totp`).expect(403); // there is one
  await api.delete(`${FACTOR}/totp`).expect(200);
  expect((await api.get(FACTOR).expect(200)).body).toEqual(none);
  await api.delete(`${FACTOR}/totp`).expect(404);
  await signedIn(service, username);
  const what = { id, kind: 'totp', name: 'authenticator app' };
  expect(await told(id)).toEqual([
    { type: 'user-second-factor-added', what },
    { type: 'user-second-factor-removed', what },
  ]);
});

test('passkeys are added, named, listed and removed', async () => {
  const { id, username } = await person(service);
  const api = await signedIn(service, username);
  const first = await withPasskey(api);
  const second = await withPasskey(api, new Authenticator(), 'phone');
  expect(second.recoveryCodes).toEqual([]);
  await api.put(`${FACTOR}/passkeys/${second.id}`, { name: 'old phone' }).expect(200);
  const { body } = await api.get(FACTOR).expect(200);
  expect(body.passkeys).toEqual([
    { id: first.id, name: 'laptop', createdAt: expect.any(String), usedAt: null },
    { id: second.id, name: 'old phone', createdAt: expect.any(String), usedAt: null },
  ]);
  await api.delete(`${FACTOR}/passkeys/${first.id}`).expect(200);
  await api.delete(`${FACTOR}/passkeys/${first.id}`).expect(404);
  await firstStep(service, username);
  await api.delete(`${FACTOR}/passkeys/${second.id}`).expect(200);
  await signedIn(service, username);
  expect(
    (await told(id)).map((event) =>
      (event as { type: string }).type.replace('user-second-factor-', ''),
    ),
  ).toEqual(['added', 'added', 'updated', 'removed', 'removed']);
});

test('a passkey is refused that is known, or was made for another site or another challenge', async () => {
  const { username } = await person(service);
  const api = await signedIn(service, username);
  const { authenticator } = await withPasskey(api);
  const options = async (): Promise<never> =>
    (await api.post(`${FACTOR}/passkeys/options`).expect(200)).body as never;
  const given = await options();
  expect(given).toMatchObject({
    attestation: 'none',
    excludeCredentials: [{ id: authenticator.id }],
    rp: { id: 'localhost' },
  });
  const add = (credential: object): PromiseLike<unknown> =>
    api.post(`${FACTOR}/passkeys`, { name: 'x', credential }).expect(400);
  await add(authenticator.create(given));
  await add(new Authenticator('https://evil.example').create(await options()));
  await add(
    new Authenticator().create({ ...((await options()) as object), challenge: 'AAAA' } as never),
  );
  const deep = Buffer.concat([Buffer.alloc(10_000, 0x81), Buffer.from([0])]).toString('base64url');
  await add({
    ...new Authenticator().create(await options()),
    response: { clientDataJSON: 'e30', attestationObject: deep },
  });
  await add({
    ...new Authenticator().create(await options()),
    response: { clientDataJSON: 'e30', attestationObject: 'x'.repeat(16_385) },
  });
  const other = await signedIn(service, (await person(service)).username);
  await other
    .post(`${FACTOR}/passkeys`, {
      name: 'x',
      credential: new Authenticator().create(await options()),
    })
    .expect(400);
});

test('a user has at most twenty passkeys, and five open challenges', async () => {
  const { id, username } = await person(service);
  const api = await signedIn(service, username);
  await withPasskey(api);
  await service.sql(
    `INSERT INTO passkey (user_id, credential_id, public_key, counter, transports, name)
     SELECT $1::integer, 'credential-' || n, '', 0, '{}', 'x' FROM generate_series(1, 19) n`,
    [id],
  );
  for (let n = 0; n < 6; n++) await api.post(`${FACTOR}/passkeys/options`).expect(200);
  expect(await service.sql('SELECT FROM passkey_challenge WHERE user_id = $1', [id])).toHaveLength(
    5,
  );
  const { body: options } = await api.post(`${FACTOR}/passkeys/options`).expect(200);
  await api
    .post(`${FACTOR}/passkeys`, { name: 'x', credential: new Authenticator().create(options) })
    .expect(403);
});

test('recovery codes are replaced all at once', async () => {
  const { username, api, recoveryCodes } = await secured(service);
  const { body } = await api.post(`${FACTOR}/recovery-codes`).expect(200);
  expect(body.recoveryCodes).toHaveLength(10);
  const half = await firstStep(service, username);
  await half.post('/auth/second-factor/recovery-code', { code: recoveryCodes[0] }).expect(401);
  await half.post('/auth/second-factor/recovery-code', { code: body.recoveryCodes[0] }).expect(200);
  const bare = await signedIn(service, (await person(service)).username);
  await bare.post(`${FACTOR}/recovery-codes`).expect(403);
});

test('an administrator removes the second factors of who has lost them, whose sessions end', async () => {
  const { id, username, api } = await secured(service);
  await withPasskey(api);
  await api.delete(`${USERS}/${id}/second-factor`).expect(403); // no administrator
  await service.api.delete(`${USERS}/${id}/second-factor`).expect(200);
  await api.get(ME).expect(401);
  await signedIn(service, username);
  expect((await told(id)).at(-1)).toEqual({
    type: 'user-second-factor-reset',
    what: { id, totp: 1, passkeys: 1, recoveryCodes: 10 },
  });
  await service.api.delete(`${USERS}/999999/second-factor`).expect(404);
});

test('nothing is kept of a user who was deleted', async () => {
  const { id, api } = await secured(service);
  await withPasskey(api);
  await service.api.delete(`${USERS}/${id}`).expect(200);
  for (const table of ['totp_factor', 'passkey', 'recovery_code'])
    expect(await service.sql(`SELECT FROM ${table} WHERE user_id = $1`, [id])).toEqual([]);
});

describe('where a second factor is required', () => {
  afterEach(() => service.api.post(SETTINGS, {}).expect(200));

  test.each<[string, object]>([
    ['of everybody', { secondFactorRequired: true }],
    ['of a role', { secondFactorRoles: [2] }],
  ])('%s, who has none gets to adding one and no further', async (_, settings) => {
    const { username } = await person(service, { rootRole: 'Editor' });
    const before = await signedIn(service, username);
    await service.api.post(SETTINGS, settings).expect(200);
    for (const api of [before, await signedIn(service, username)]) {
      await api.get(ME).expect(200);
      expect((await api.get(FACTOR).expect(200)).body).toMatchObject({
        required: true,
        enabled: false,
      });
      const { body } = await api.get('/api/admin/projects').expect(403);
      expect(body).toMatchObject({ name: 'SecondFactorMissing', path: FACTOR });
      await api.post('/api/admin/projects/default/features', { name: 'nothing' }).expect(403);
      await api
        .post(`${ME}/tokens`, {
          description: 'x',
          expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
        })
        .expect(403);
    }
    const api = await signedIn(service, username);
    await withApp(api);
    await api.get('/api/admin/projects').expect(200);
    const { body } = await api.delete(`${FACTOR}/totp`).expect(403);
    expect(body.message).toContain('must have a second factor');
  });

  test('only of one role, other users and tokens go on as before', async () => {
    const { username } = await person(service, { rootRole: 'Viewer' });
    const editor = await person(service, { rootRole: 'Editor' });
    const session = await signedIn(service, editor.username);
    const { body } = await session
      .post(`${ME}/tokens`, {
        description: 'x',
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      })
      .expect(201);
    await service.api.post(SETTINGS, { secondFactorRoles: [2, 2] }).expect(200);
    expect((await service.api.get(SETTINGS).expect(200)).body).toMatchObject({
      secondFactorRoles: [2],
      secondFactorRequired: false,
    });
    await (await signedIn(service, username)).get('/api/admin/projects').expect(200);
    await service.api
      .as({ token: body.secret as string })
      .get('/api/admin/projects')
      .expect(200);
  });

  test('the settings are refused that cannot be meant, and nothing changes', async () => {
    for (const wrong of [
      { secondFactorRoles: [4] },
      { secondFactorRoles: [999999] },
      { confirmationMinutes: 0 },
      { idleMinutes: 1 },
    ])
      await service.api.post(SETTINGS, wrong).expect(400);
    expect((await service.api.get(SETTINGS).expect(200)).body).toEqual({
      secondFactorRequired: false,
      secondFactorRoles: [],
      secondFactorAfterSso: false,
      confirmationMinutes: 15,
      idleMinutes: null,
    });
    const viewer = await signedIn(service, (await person(service)).username);
    await viewer.post(SETTINGS, {}).expect(403);
  });
});

test('the password can be confirmed by who must add a second factor', async () => {
  const { id, username } = await person(service);
  await service.api.post(SETTINGS, { secondFactorRequired: true }).expect(200);
  try {
    const api = await signedIn(service, username);
    await service.sql(
      "UPDATE session SET confirmed_at = now() - interval '1 day' WHERE user_id = $1",
      [id],
    );
    await api.post(`${CONFIRM}/password`, { password: PASSWORD }).expect(200);
    await withApp(api);
  } finally {
    await service.api.post(SETTINGS, {}).expect(200);
  }
});
