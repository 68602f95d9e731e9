import { hashPassword } from '../../../../src/access/people/user/password.js';
import { askedOptions } from '../../../support/cheap-passwords.mjs';
import { unique } from '../../../support/given.js';
import { PASSWORD, person, secretOf, signedIn, USERS } from '../../../support/people.js';
import { TestService } from '../../../support/service.js';

const OTHER = 'Another-staple-2';
const ME = '/api/admin/user';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const canSignIn = async (username: string, password: string): Promise<boolean> =>
  (await service.api.as().post('/auth/simple/login', { username, password })).status === 200;

test('passwords are hashed as OWASP recommends, although hashes of tests are cheap', async () => {
  const { id } = await person(service);
  expect(askedOptions).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const [row] = await service.sql<{ hash: string }>(
    'SELECT password_hash AS hash FROM app_user WHERE id = $1',
    [id],
  );
  expect(row!.hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
});

test('a reset link without its secret is invalid', async () => {
  const { body } = await service.api.get('/auth/reset/validate').expect(401);
  expect(body.name).toBe('InvalidTokenError');
});

describe('a password', () => {
  test('that is empty has an error of its own', async () => {
    const { body } = await service.api
      .post(`${USERS}/validate-password`, { password: '' })
      .expect(400);
    expect(body.name).toBe('PasswordUndefinedError');
  });

  const VALIDATE = [`${USERS}/validate-password`, '/auth/reset/validate-password'];

  test.each([
    ['Ab1-Ab2-Ab3-Ab', 'at least 15'],
    [`${'Ab1-'.repeat(51)}`, 'at most 200'],
    ['1qaz2wsx3edc4rfv', 'breaches'],
    ['Password1234567', 'breaches'],
    ['PASSWORD!!!!!!!', 'breaches'],
    ['P@ssw0rd1234567', 'breaches'],
    ['qwerty123456789', 'breaches'],
    ['iloveyouiloveyou', 'breaches'],
    ['abababababababab', 'breaches'],
    ['abcdefghijklmnop', 'breaches'],
    ['0987654321098765', 'breaches'],
    ['unleash-2026-unleash', 'mainly consists of the name'],
    ['localhost-4242-1', 'mainly consists of the name'],
  ])('like %s is too weak', async (password, says) => {
    for (const path of VALIDATE) {
      const { body } = await service.api.post(path, { password }).expect(400);
      expect(body).toMatchObject({
        name: 'OwaspValidationError',
        details: [{ validationErrors: [expect.stringContaining(says)] }],
      });
    }
  });

  test.each([
    ['of the tests', PASSWORD],
    ['in any script', 'Größe-des-Hauses-1'],
    ['of lower-case letters alone', 'four plain words suffice'],
    ['of digits alone', '850274913602847'],
    ['with the same character three times in a row', 'xkcdddd-vacuum-tube'],
    ['of 15 characters', 'mvqkzhrwtpxlabc'],
    ['of 200 characters', Array.from({ length: 40 }, (_, n) => `${n}-abcd`.slice(0, 5)).join('')],
    ['of characters that are two units each', '🎈🧵🍋🪁🦔🧊🌵🧲🪴🎻🧉🛶🧭🪵🥨'],
  ])('%s is strong enough', async (_, password) => {
    for (const path of VALIDATE) await service.api.post(path, { password }).expect(200);
  });

  test('must not be mainly consists of the name or the address of its user', async () => {
    const names = {
      username: 'quibbletwist',
      name: 'Mx Flummoxworth',
      email: 'perambulator@snickersnee.example',
    };
    const { id } = await person(service, names);
    for (const password of [
      'Quibbletwist-2026',
      'mx flummoxworth',
      'perambulator!!!',
      'snickersnee.example7',
    ])
      await service.api.post(`${USERS}/${id}/change-password`, { password }).expect(400);
    await service.api
      .post(`${USERS}/${id}/change-password`, {
        password: 'a quibbletwist is no user name by itself',
      })
      .expect(200);
    const weak = {
      ...names,
      username: 'someoneelse',
      email: 'someone@else.example',
      password: 'someoneelse-2026',
    };
    await service.api.post(USERS, { ...weak, rootRole: 'Viewer' }).expect(400);
  });

  test('is as long as configured', async () => {
    const lenient = await service.beside({ PASSWORD_MIN_LENGTH: '8' });
    try {
      await lenient.api.post(VALIDATE[0]!, { password: 'mvqkzhr' }).expect(400);
      await lenient.api.post(VALIDATE[0]!, { password: 'mvqkzhrw' }).expect(200);
    } finally {
      await lenient.stop();
    }
  });

  test('that was chosen under other rules goes on being good', async () => {
    const { id, username } = await person(service);
    await service.sql('UPDATE app_user SET password_hash = $2 WHERE id = $1', [
      id,
      await hashPassword('short'),
    ]);
    expect(await canSignIn(username, 'short')).toBe(true);
  });
});

describe('a password changed by an administrator', () => {
  test('is good from then on, and ends all sessions', async () => {
    const { id, username } = await person(service);
    const [first, second] = [await signedIn(service, username), await signedIn(service, username)];
    await service.api.post(`${USERS}/${id}/change-password`, { password: OTHER }).expect(200);
    for (const api of [first, second]) await api.get(ME).expect(401);
    expect(await canSignIn(username, PASSWORD)).toBe(false);
    expect(await canSignIn(username, OTHER)).toBe(true);
    await service.api.post(`${USERS}/${id}/change-password`, { password: OTHER }).expect(200);
  });

  test('is refused when it is weak, or the user does not exist', async () => {
    const { id, username } = await person(service);
    await service.api.post(`${USERS}/${id}/change-password`, { password: 'weak' }).expect(400);
    await service.api.post(`${USERS}/999999/change-password`, { password: OTHER }).expect(404);
    expect(await canSignIn(username, PASSWORD)).toBe(true);
  });
});

describe('a password changed by oneself', () => {
  const change = { password: OTHER, confirmPassword: OTHER, oldPassword: PASSWORD };

  test('ends all sessions, the one at hand too', async () => {
    const { username } = await person(service);
    const [first, second] = [await signedIn(service, username), await signedIn(service, username)];
    await first.post(`${ME}/change-password`, change).expect(200);
    for (const api of [first, second]) await api.get(ME).expect(401);
    expect([await canSignIn(username, PASSWORD), await canSignIn(username, OTHER)]).toEqual([
      false,
      true,
    ]);
  });

  test.each([
    ['the old one is wrong', 401, { oldPassword: 'Wrong-horse-1' }],
    ['the old one is missing', 400, { oldPassword: undefined }],
    ['the new ones differ', 400, { confirmPassword: `${OTHER}x` }],
    ['the new one is weak', 400, { password: 'weak', confirmPassword: 'weak' }],
  ])('is refused when %s', async (_, status, properties) => {
    const { username } = await person(service);
    const api = await signedIn(service, username);
    await api.post(`${ME}/change-password`, { ...change, ...properties }).expect(status);
    await api.get(ME).expect(200);
    expect(await canSignIn(username, PASSWORD)).toBe(true);
  });

  test('twice at once happens once', async () => {
    const { username } = await person(service);
    const api = await signedIn(service, username);
    const all = await Promise.all([
      api.post(`${ME}/change-password`, change),
      api.post(`${ME}/change-password`, change),
    ]);
    expect(all.map(({ status }) => status).sort()[0]).toBe(200);
    expect(all.map(({ status }) => status).sort()[1]).not.toBe(200);
  });

  test('can be tried five times in a minute, whoever has found the session open', async () => {
    const { username } = await person(service);
    const api = await signedIn(service, username);
    for (let i = 0; i < 5; i++)
      await api
        .post(`${ME}/change-password`, { ...change, oldPassword: `Guess-horse-${i}` })
        .expect(401);
    await api.post(`${ME}/change-password`, change).expect(429);
    expect(await canSignIn(username, PASSWORD)).toBe(true);
    await service.sql(
      "UPDATE attempt SET since = since - interval '1 minute' WHERE key LIKE 'own password %'",
    );
  });

  test('is nothing for admin tokens', () =>
    service.api.post(`${ME}/change-password`, change).expect(403));
});

describe('a link for a password', () => {
  test('lets its user choose one, once, and ends all sessions', async () => {
    const { id, username } = await person(service);
    const session = await signedIn(service, username);
    const { body } = await service.api
      .post(`${USERS}/reset-password`, { id: username })
      .expect(200);
    expect(body.resetPasswordUrl).toMatch(
      /^http:\/\/localhost:0\/reset-password\?token=[0-9a-f]{64}$/,
    );
    const token = secretOf(body.resetPasswordUrl);
    const nobody = service.api.as();
    const { body: user } = await nobody.get(`/auth/reset/validate?token=${token}`).expect(200);
    expect(user).toMatchObject({
      id,
      email: username,
      token: '****',
      createdBy: 'admin',
      role: { id: 3, name: 'Viewer', type: 'root' },
    });
    await nobody.post('/auth/reset/password', { token, password: 'weak' }).expect(400);
    await nobody.post('/auth/reset/password', { token, password: OTHER }).expect(200);
    await session.get(ME).expect(401);
    expect([await canSignIn(username, PASSWORD), await canSignIn(username, OTHER)]).toEqual([
      false,
      true,
    ]);
    const again = await nobody
      .post('/auth/reset/password', { token, password: PASSWORD })
      .expect(401);
    expect(again.body.name).toBe('InvalidTokenError');
    await nobody.get(`/auth/reset/validate?token=${token}`).expect(401);
  });

  test('comes with the creation of a user, and is kept as its hash alone', async () => {
    const { id, username, inviteLink } = await person(service, { password: undefined });
    const token = secretOf(inviteLink);
    const [row] = await service.sql<{ row: string }>(
      'SELECT p::text AS row FROM password_reset p WHERE user_id = $1',
      [id],
    );
    expect(row!.row).not.toContain(token);
    await service.api.as().post('/auth/reset/password', { token, password: OTHER }).expect(200);
    expect(await canSignIn(username, OTHER)).toBe(true);
  });

  test.each([
    [
      'was replaced',
      (id: number) => service.api.post(`${USERS}/reset-password`, { id: String(id) }).expect(200),
    ],
    [
      'has expired',
      (id: number) =>
        service.sql('UPDATE password_reset SET expires_at = now() WHERE user_id = $1', [id]),
    ],
    ['is of a deleted user', (id: number) => service.api.delete(`${USERS}/${id}`).expect(200)],
    [
      'is older than the password',
      (id: number) =>
        service.api.post(`${USERS}/${id}/change-password`, { password: OTHER }).expect(200),
    ],
  ])('that %s is refused', async (_, spoil) => {
    const { id, inviteLink } = await person(service);
    await spoil(id);
    await service.api
      .as()
      .get(`/auth/reset/validate?token=${secretOf(inviteLink)}`)
      .expect(401);
    await service.api
      .as()
      .post('/auth/reset/password', { token: secretOf(inviteLink), password: OTHER })
      .expect(401);
  });

  test('used many times at once is used once', async () => {
    const token = secretOf((await person(service)).inviteLink);
    const all = await Promise.all(
      Array.from({ length: 5 }, () =>
        service.api.as().post('/auth/reset/password', { token, password: OTHER }),
      ),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  test('is not created for an unknown user, and asking for an e-mail does not show that', async () => {
    await service.api.post(`${USERS}/reset-password`, { id: 'nobody@example.com' }).expect(404);
    await service.api
      .as()
      .post('/auth/reset/password-email', { email: 'nobody@example.com' })
      .expect(200);
  });
});

describe('a user who reads their own account', () => {
  test('has a role and the projects it is good for', async () => {
    const { username, id: userId } = await person(service, { rootRole: 'Editor' });
    const api = await signedIn(service, username);
    const group = { name: unique('group'), users: [{ user: { id: userId } }] };
    await service.api.post('/api/admin/groups', group).expect(201);
    const { body } = await api.get(`${ME}/profile`).expect(200);
    expect(body).toMatchObject({
      rootRole: { id: 2, name: 'Editor' },
      projects: ['default'],
      groups: [{ name: group.name, description: null }],
      canChangePassword: true,
      features: [],
      subscriptions: [],
    });
    expect((await api.get(`${ME}/roles?projectId=default`).expect(200)).body).toMatchObject({
      version: 1,
      roles: [{ name: 'Editor' }],
    });
    await api.get(`${ME}/roles`).expect(400);
    await api.get(`${ME}/roles?projectId=nosuch`).expect(404);
    await service.api.get(`${ME}/profile`).expect(403);
    const permissions = (await api.get(ME).expect(200)).body.permissions as {
      permission: string;
    }[];
    expect(permissions).toContainEqual({ permission: 'CREATE_FEATURE' });
    expect(permissions).not.toContainEqual({ permission: 'ADMIN' });
  });
});
