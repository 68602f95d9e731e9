import { readFileSync } from 'node:fs';
import { hashSync } from 'bcryptjs';
import { unique } from '../../../support/given.js';
import { PASSWORD, signedIn } from '../../../support/people.js';
import { TestService } from '../../../support/service.js';

const LOGIN = '/auth/simple/login';
const OTHER = 'Another-staple-2';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** Creates a user from the reference, in the way that the documentation describes. */
async function imported(
  password: string,
  prefix = '$2b$',
): Promise<{ id: number; username: string }> {
  const username = unique('imported');
  const hash = hashSync(password, 10).replace(/^\$2[aby]\$/, () => prefix);
  const sql =
    "INSERT INTO app_user (kind, username, password_hash, root_role_id) VALUES ('user', $1, $2, 3) RETURNING id";
  const [row] = await service.sql<{ id: number }>(sql, [username, hash]);
  return { id: row!.id, username };
}
const hashFor = async (id: number): Promise<string> => {
  const [row] = await service.sql<{ hash: string }>(
    'SELECT password_hash AS hash FROM app_user WHERE id = $1',
    [id],
  );
  return row!.hash;
};
const statusOf = async (username: string, password: string): Promise<number> =>
  (await service.api.as().post(LOGIN, { username, password })).status;

test('users come along as the documentation says, and are recorded', async () => {
  const [, sql] = /```sql\n(BEGIN;[^]*?)```/.exec(
    readFileSync('docs/administer/bringing-users.md', 'utf8'),
  )!;
  const names = [unique('came'), 'admin'];
  const values = names
    .map((name) => `('Ann', '${name}', NULL, '${hashSync(PASSWORD, 4)}', 'Editor')`)
    .join(', ');
  await service.sql(sql!.replace(/^\\copy .*$/m, `INSERT INTO coming VALUES ${values};`));
  const { body } = await service.api
    .as()
    .post(LOGIN, { username: names[0], password: PASSWORD })
    .expect(200);
  expect(body).toMatchObject({ name: 'Ann', username: names[0] });
  const data = { id: body.id, name: 'Ann', username: names[0], rootRole: 2 };
  expect(
    await service.sql(
      "SELECT data FROM event WHERE type = 'user-created' AND data->>'name' = 'Ann'",
    ),
  ).toEqual([{ data }]);
});

test.each(['$2a$', '$2b$', '$2y$'])(
  'a user with a hash of the form %s signs in, and has one of argon2 from then on',
  async (prefix) => {
    const { id, username } = await imported(PASSWORD, prefix);
    expect(await statusOf(username, 'Wrong-horse-1')).toBe(401);
    expect(await hashFor(id)).toContain(prefix);
    const api = await signedIn(service, username);
    expect(await hashFor(id)).toMatch(/^\$argon2id\$/);
    expect([await statusOf(username, 'Wrong-horse-1'), await statusOf(username, PASSWORD)]).toEqual(
      [401, 200],
    );
    await api.get('/api/admin/user').expect(200); // the session stays
  },
);

test('two sign-ins of one user at the same time both succeed', async () => {
  const { id, username } = await imported(PASSWORD);
  expect(
    await Promise.all([
      statusOf(username, PASSWORD),
      statusOf(username, PASSWORD),
      statusOf(username, PASSWORD),
    ]),
  ).toEqual([200, 200, 200]);
  expect(await hashFor(id)).toMatch(/^\$argon2id\$/);
});

test('the hash stays when the session cannot be opened', async () => {
  const { id, username } = await imported(PASSWORD);
  const before = await hashFor(id);
  await service.sql(
    `ALTER TABLE event ADD CONSTRAINT no_login CHECK (type <> 'user-logged-in') NOT VALID`,
  );
  expect(await statusOf(username, PASSWORD)).toBe(500);
  await service.sql('ALTER TABLE event DROP CONSTRAINT no_login');
  expect(await hashFor(id)).toBe(before);
});

test('the bcrypt hash of a password longer than 72 bytes is kept, because bcrypt ignores the rest of it', async () => {
  const long = `${'Right-horse-1'.repeat(6)}`;
  const { id, username } = await imported(long);
  expect(await statusOf(username, `${long}mistyped`)).toBe(200);
  expect(await hashFor(id)).toMatch(/^\$2b\$/);
  expect(await statusOf(username, long)).toBe(200);
  await service.api
    .post(`/api/admin/user-admin/${id}/change-password`, { password: OTHER })
    .expect(200);
  expect(await hashFor(id)).toMatch(/^\$argon2id\$/);
});

test.each(['$2b$31$', '$2b$03$', '$2x$10$'])(
  'a hash that begins with %s lets nobody in, and nobody waits for it',
  async (prefix) => {
    const { id, username } = await imported(PASSWORD);
    await service.sql(
      'UPDATE app_user SET password_hash = $2 || substr(password_hash, 8) WHERE id = $1',
      [id, prefix],
    );
    expect(await statusOf(username, PASSWORD)).toBe(401);
  },
);

test('failed sign-ins take the same time for imported, other and unknown users', async () => {
  const { username } = await imported(PASSWORD);
  const best: Record<string, number> = {};
  const spread = (times = Object.values(best)): number => Math.max(...times) / Math.min(...times);
  // Compares the fastest attempts, because a busy machine slows some down.
  for (let i = 0; i < 3 || (i < 20 && spread() >= 1.5); i++) {
    for (const name of [username, 'admin', 'nobody']) {
      const start = performance.now();
      expect(await statusOf(name, 'wrong')).toBe(401);
      best[name] = Math.min(best[name] ?? Infinity, performance.now() - start);
    }
  }
  expect(spread()).toBeLessThan(1.5);
});

test('while a password is compared by bcrypt, other requests are answered', async () => {
  let shortest = Infinity;
  // Compares the fastest attempts, because a busy machine slows some down.
  for (let i = 0; i < 3 || (i < 10 && shortest >= 250); i++) {
    const { username } = await imported(PASSWORD);
    const signingIn = statusOf(username, PASSWORD);
    let longest = 0;
    let isDone = false;
    void signingIn.then(() => (isDone = true));
    while (!isDone) {
      const start = performance.now();
      await new Promise((resolve) => setImmediate(resolve));
      longest = Math.max(longest, performance.now() - start);
    }
    expect(await signingIn).toBe(200);
    shortest = Math.min(shortest, longest);
  }
  expect(shortest).toBeLessThan(250);
});
