import { Authenticator, type Options } from '../../../support/authenticator.js';
import { PASSWORD, person, signedIn, USERS } from '../../../support/people.js';
import {
  cookiesOf,
  FACTOR,
  firstStep,
  KEY,
  LOGIN,
  ME,
  secured,
  withApp,
  withPasskey,
} from '../../../support/second-factor.js';
import { ADMIN_PASSWORD, TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';

const STEP = '/auth/second-factor';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start(KEY);
});
afterAll(() => service.stop());

const eventsOf = async (userId: number): Promise<{ type: string; data: object | null }[]> =>
  service.sql(
    "SELECT type, data FROM event WHERE created_by_user_id = $1 AND type LIKE 'user-%' ORDER BY id",
    [userId],
  );

describe('who has no second factor', () => {
  test('signs in as ever', async () => {
    const { headers, body } = await service.api
      .as()
      .post(LOGIN, { username: 'admin', password: ADMIN_PASSWORD })
      .expect(200);
    expect(body.username).toBe('admin');
    expect(headers['set-cookie']).toHaveLength(1);
  });
});

describe('who has an authenticator app', () => {
  test('is let in by a code after the password, and by nothing less', async () => {
    const { id, username, app } = await secured(service);
    const { body, headers } = await service.api
      .as()
      .post(LOGIN, { username, password: PASSWORD })
      .expect(401);
    expect(body).toMatchObject({
      name: 'SecondFactorRequired',
      path: '/auth/second-factor',
      methods: ['totp', 'recovery-code'],
    });
    expect(headers['set-cookie']![0]).toMatch(
      /^unleash-second-factor=[\w-]{43}; Path=\/; Expires=[^;]+ GMT; HttpOnly; SameSite=Lax$/,
    );
    const half = service.api.as({ cookie: headers['set-cookie']![0]!.split(';')[0]! });
    await half.get(ME).expect(401);
    const answer = await half.post(`${STEP}/totp`, { code: app.next() }).expect(200);
    expect(answer.body).toMatchObject({ id, username });
    expect(answer.headers['cache-control']).toBe('no-store');
    await service.api
      .as({ cookie: cookiesOf(answer) })
      .get(ME)
      .expect(200);
    expect((await eventsOf(id)).at(-1)).toEqual({
      type: 'user-logged-in',
      data: { id, authType: 'simple', secondFactor: 'totp' },
    });
    await half.post(`${STEP}/totp`, { code: app.next() }).expect(401);
  });

  test('is refused a code that was used, and one of a minute ago', async () => {
    const { username, app } = await secured(service);
    const code = app.next();
    await (await firstStep(service, username)).post(`${STEP}/totp`, { code }).expect(200);
    const half = await firstStep(service, username);
    const { body } = await half.post(`${STEP}/totp`, { code }).expect(401);
    expect(body.name).toBe('SecondFactorMismatch');
    await half.post(`${STEP}/totp`, { code: app.code(-2) }).expect(401);
    await half.post(`${STEP}/totp`, { code: app.next() }).expect(200);
  });

  test('cannot use one code twice at once', async () => {
    const { username, app } = await secured(service);
    const halves = [
      await firstStep(service, username),
      await firstStep(service, username),
      await firstStep(service, username),
    ];
    const code = app.next();
    const all = await Promise.all(halves.map((half) => half.post(`${STEP}/totp`, { code })));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  test('gives the password again after five wrong codes; the failures are recorded', async () => {
    const { id, username, app } = await secured(service);
    const half = await firstStep(service, username);
    for (let n = 0; n < 5; n++) await half.post(`${STEP}/totp`, { code: '000000' }).expect(401);
    expect(
      (await half.post(`${STEP}/totp`, { code: app.code(0) }).expect(401)).body.message,
    ).toContain('is waiting');
    await until(async () => (await eventsOf(id)).some(({ type }) => type === 'user-login-failed'));
    await (
      await firstStep(service, username)
    )
      .post(`${STEP}/totp`, { code: app.next() })
      .expect(200);
  });

  test('gives the password again after signing out elsewhere, as all that was begun ends by that', async () => {
    const { username, app, api } = await secured(service);
    const half = await firstStep(service, username);
    await api.post('/logout').expect(302);
    expect(
      (await half.post(`${STEP}/totp`, { code: app.next() }).expect(401)).body.message,
    ).toContain('is waiting');
  });

  test('has five minutes for the second step', async () => {
    const { id, username, app } = await secured(service);
    const half = await firstStep(service, username);
    const [left] = await service.sql<{ seconds: number }>(
      'SELECT extract(epoch FROM expires_at - now())::float8 AS seconds FROM pending_sign_in WHERE user_id = $1',
      [id],
    );
    expect(left!.seconds).toBeLessThan(301);
    await service.sql('UPDATE pending_sign_in SET expires_at = now() WHERE user_id = $1', [id]);
    await half.post(`${STEP}/totp`, { code: app.next() }).expect(401);
  });

  test('has at most five sign-ins that wait', async () => {
    const { id, username, app } = await secured(service);
    const first = await firstStep(service, username);
    for (let n = 0; n < 5; n++) await firstStep(service, username);
    expect(await service.sql('SELECT FROM pending_sign_in WHERE user_id = $1', [id])).toHaveLength(
      5,
    );
    await first.post(`${STEP}/totp`, { code: app.next() }).expect(401);
  });

  test.each([
    [
      'a new password',
      (id: number) =>
        service.api
          .post(`${USERS}/${id}/change-password`, { password: 'Another-staple-2' })
          .expect(200),
    ],
    [
      'its end by an administrator',
      (id: number) => service.api.delete(`${USERS}/${id}/sessions`).expect(200),
    ],
    ['the end of the user', (id: number) => service.api.delete(`${USERS}/${id}`).expect(200)],
  ])('is not let in by a sign-in that began before %s', async (_, end) => {
    const { id, username, app } = await secured(service);
    const half = await firstStep(service, username);
    await end(id);
    await half.post(`${STEP}/totp`, { code: app.next() }).expect(401);
  });

  test('keeps a secret that is encrypted, and recovery codes as their hashes', async () => {
    const { id, app, recoveryCodes } = await secured(service);
    const rows = await service.sql<{ row: string }>(
      'SELECT t::text AS row FROM totp_factor t WHERE user_id = $1 UNION ALL SELECT r::text FROM recovery_code r WHERE user_id = $1',
      [id],
    );
    expect(rows).toHaveLength(11);
    const all = rows.map(({ row }) => row).join();
    for (const secret of [
      app.secret,
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replaceAll('-', '')),
    ]) {
      expect(all).not.toContain(secret);
      expect(all).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });
});

describe('a recovery code', () => {
  test('lets its user in once, however it is written', async () => {
    const { id, username, recoveryCodes } = await secured(service);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code] = recoveryCodes;
    expect(code).toMatch(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/);
    const written = code!.toUpperCase().replaceAll('-', ' ');
    await (
      await firstStep(service, username)
    )
      .post(`${STEP}/recovery-code`, { code: written })
      .expect(200);
    expect(await eventsOf(id)).toContainEqual({
      type: 'user-recovery-code-used',
      data: { id, left: 9 },
    });
    await (await firstStep(service, username)).post(`${STEP}/recovery-code`, { code }).expect(401);
    const of = await service.api.get(`${USERS}/${id}/second-factor`).expect(200);
    expect(of.body).toMatchObject({ enabled: true, recoveryCodesLeft: 9 });
  });

  test('of another user is refused', async () => {
    const [one, other] = [await secured(service), await secured(service)];
    await (
      await firstStep(service, one.username)
    )
      .post(`${STEP}/recovery-code`, { code: other.recoveryCodes[0] })
      .expect(401);
  });
});

describe('who has a passkey', () => {
  test('is let in by it after the password', async () => {
    const { username } = await person(service);
    const { authenticator, recoveryCodes } = await withPasskey(
      await signedIn(service, username),
      new Authenticator(undefined, false),
    );
    expect(recoveryCodes).toHaveLength(10);
    const half = await firstStep(service, username);
    const { body: options } = await half.post(`${STEP}/passkey/options`).expect(200);
    expect(options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'preferred',
      allowCredentials: [{ id: authenticator.id }],
    });
    const answer = await half.post(`${STEP}/passkey`, authenticator.get(options)).expect(200);
    await service.api
      .as({ cookie: cookiesOf(answer) })
      .get(ME)
      .expect(200);
  });

  test('needs neither user name nor password, where the passkey asks for a PIN, a finger or a face', async () => {
    const { id, username } = await person(service);
    const { authenticator } = await withPasskey(await signedIn(service, username));
    const nobody = service.api.as();
    const { body: options } = await nobody.post('/auth/passkey/options').expect(200);
    expect(options).toMatchObject({ userVerification: 'required' });
    const proof = authenticator.get(options);
    const answer = await nobody.post('/auth/passkey', proof).expect(200);
    expect(answer.body.id).toBe(id);
    await service.api
      .as({ cookie: cookiesOf(answer) })
      .get(ME)
      .expect(200);
    await nobody.post('/auth/passkey', proof).expect(401);
  });

  test('needs the password where it does not', async () => {
    const { username } = await person(service);
    const { authenticator } = await withPasskey(
      await signedIn(service, username),
      new Authenticator(undefined, false),
    );
    const { body: options } = await service.api.as().post('/auth/passkey/options').expect(200);
    await service.api.as().post('/auth/passkey', authenticator.get(options)).expect(401);
  });

  test.each([
    [
      'of another site',
      (options: Options, key: Authenticator) => key.on('https://evil.example').get(options),
    ],
    [
      'with another key',
      (options: Options, key: Authenticator) =>
        new Authenticator(undefined, true, key.id).get(options),
    ],
    [
      'with a challenge of its own',
      (options: Options, key: Authenticator) => key.get({ ...options, challenge: 'AAAA' }),
    ],
    [
      'of a clone, which has signed less often',
      (options: Options, key: Authenticator) => Object.assign(key, { counter: 0 }).get(options),
    ],
  ])('is refused a proof %s', async (_, prove) => {
    const { username } = await person(service);
    const { authenticator } = await withPasskey(await signedIn(service, username));
    const half = await firstStep(service, username);
    const { body: options } = await half.post(`${STEP}/passkey/options`).expect(200);
    await half.post(`${STEP}/passkey`, prove(options, authenticator)).expect(401);
  });

  test('is refused a challenge that was asked for by somebody else, or that has expired', async () => {
    const [one, other] = [await person(service), await person(service)];
    const { authenticator } = await withPasskey(await signedIn(service, one.username));
    await withPasskey(await signedIn(service, other.username));
    const half = await firstStep(service, one.username);
    const theirs = (
      await (await firstStep(service, other.username)).post(`${STEP}/passkey/options`).expect(200)
    ).body;
    await half.post(`${STEP}/passkey`, authenticator.get(theirs)).expect(401);
    const late = (await half.post(`${STEP}/passkey/options`).expect(200)).body;
    await service.sql('UPDATE passkey_challenge SET expires_at = now()');
    await half.post(`${STEP}/passkey`, authenticator.get(late)).expect(401);
  });
});

describe('guessing of a second factor', () => {
  const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });

  test('of codes is limited for the account and the network; the right user gets in from elsewhere', async () => {
    const proxied = await service.beside({ ...KEY, TRUST_PROXY: '1' });
    try {
      const { username, app, recoveryCodes } = await secured(service);
      const guess = async (address: string, code = '000000'): Promise<number> => {
        const login = await proxied.api
          .as()
          .post(LOGIN, { username, password: PASSWORD })
          .set(from(address))
          .expect(401);
        const half = proxied.api.as({ cookie: cookiesOf(login) });
        return (await half.post(`${STEP}/totp`, { code }).set(from(address))).status;
      };
      expect(await guess('192.0.2.1')).toBe(401);
      await service.sql(
        "UPDATE attempt SET attempts = 9 WHERE key LIKE 'second factor 192.0.2.1 %'",
      );
      expect(await guess('192.0.2.1')).toBe(401);
      expect(await guess('192.0.2.1', app.code(0))).toBe(429);
      expect(await guess('203.0.113.9', app.next())).toBe(200);
      // from many networks at once: codes are refused from all unknown networks of the user
      const limit = "UPDATE attempt SET attempts = 30 WHERE key LIKE 'second factor of %'";
      await service.sql(limit);
      expect(await guess('198.51.100.7', app.code(1))).toBe(429);
      expect(await guess('203.0.113.9', app.next())).toBe(200);
      const login = await proxied.api
        .as()
        .post(LOGIN, { username, password: PASSWORD })
        .set(from('198.51.100.8'))
        .expect(401);
      const half = proxied.api.as({ cookie: cookiesOf(login) });
      await half
        .post(`${STEP}/recovery-code`, { code: recoveryCodes[0] })
        .set(from('198.51.100.8'))
        .expect(200);
    } finally {
      await proxied.stop();
    }
  });
});

test('what another site sends is refused', async () => {
  const { username, app } = await secured(service);
  const half = await firstStep(service, username);
  await half
    .post(`${STEP}/totp`, { code: app.next() })
    .set('sec-fetch-site', 'cross-site')
    .expect(403);
  await service.api
    .as()
    .post('/auth/passkey/options')
    .set('sec-fetch-site', 'cross-site')
    .expect(403);
});

test('authenticator apps cannot be set up without an encryption key, and the response says so', async () => {
  const bare = await service.beside({ ENCRYPTION_KEY: '' });
  try {
    const { username } = await person(service);
    const api = await signedIn(bare, username);
    const { body } = await api.post(`${FACTOR}/totp`).expect(403);
    expect(body.message).toContain('ENCRYPTION_KEY');
    await withPasskey(api);
  } finally {
    await bare.stop();
  }
});

test('an app that was never confirmed asks for nothing', async () => {
  const { username } = await person(service);
  const api = await signedIn(service, username);
  await api.post(`${FACTOR}/totp`).expect(200);
  await signedIn(service, username);
  await withApp(api);
  await firstStep(service, username);
});
