import { Logger } from '@nestjs/common';
import { delayAfter } from '../../../../src/core/auth/limits/login-throttle.js';
import { networkOf } from '../../../../src/core/auth/limits/caller-key.js';
import { hashPassword, verifyPassword } from '../../../../src/access/people/user/password.js';
import { TooManyRequestsError } from '../../../../src/core/auth/limits/limits.errors.js';
import { unique } from '../../../support/given.js';
import { PASSWORD, person, USERS } from '../../../support/people.js';
import { until } from '../../../support/waiting.js';
import { ADMIN_PASSWORD, TestService } from '../../../support/service.js';

const LOGIN = '/auth/simple/login';

describe('with the limits of a real instance', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({
      SIMPLE_LOGIN_LIMIT_PER_MINUTE: '10',
      CREATE_USER_RATE_LIMIT_PER_MINUTE: '20',
      TRUST_PROXY: '1',
    });
  });
  afterAll(() => service.stop());

  const signIn = async (
    address: string,
    password: string,
    username = 'admin',
  ): Promise<{ status: number; headers: object; text: string }> =>
    service.api.as().post(LOGIN, { username, password }).set('X-Forwarded-For', address);

  test('an address has ten attempts in a minute, right ones and wrong ones together', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 10; i++)
      statuses.push((await signIn('192.0.2.1', i % 2 ? ADMIN_PASSWORD : 'wrong')).status);
    expect(statuses).toEqual([401, 200, 401, 200, 401, 200, 401, 200, 401, 200]);
    const { status, headers, text } = await signIn('192.0.2.1', ADMIN_PASSWORD);
    expect([status, text]).toEqual([429, 'Too many requests, please try again later.']);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'ratelimit-policy': '10;w=60',
      'ratelimit-limit': '10',
      'ratelimit-remaining': '0',
      'ratelimit-reset': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
      'retry-after': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
    });
  });

  test('instances count together', async () => {
    const { username } = await person(service);
    await signIn('192.0.2.7', PASSWORD, username);
    // as if another instance had counted the attempts
    expect(
      await service.sql(
        "UPDATE attempt SET attempts = 10 WHERE key LIKE 'login 192.0.2.7 %' RETURNING key",
      ),
    ).toHaveLength(1);
    expect((await signIn('192.0.2.7', PASSWORD, username)).status).toBe(429);
  });

  test('after a minute an address may try again', async () => {
    await signIn('192.0.2.8', ADMIN_PASSWORD);
    await service.sql(
      "UPDATE attempt SET attempts = 99, since = now() - interval '61 seconds' WHERE key LIKE 'login 192.0.2.8 %'",
    );
    expect((await signIn('192.0.2.8', ADMIN_PASSWORD)).status).toBe(200);
  });

  test('attempts on one account do not use up those of others at the same address', async () => {
    const { username } = await person(service);
    for (let i = 0; i < 11; i++) await signIn('192.0.2.20', 'wrong', 'somebody-else');
    expect((await signIn('192.0.2.20', 'wrong', 'somebody-else')).status).toBe(429);
    expect((await signIn('192.0.2.20', PASSWORD, username)).status).toBe(200);
  });

  test.each([
    [
      'an address that tries many accounts',
      (i: number) => ['192.0.2.30', `guessed-${i}`],
      'failures of 192.0.2.30',
    ],
    [
      'an account that is tried from many addresses',
      (i: number) => [`198.51.100.${i}`, 'guessed'],
      'failures on ',
    ],
  ] as const)(
    '%s is slowed down, but not for users who have signed in there before',
    async (_, at, counter) => {
      const { username } = await person(service, {
        username: counter.endsWith(' ') ? 'guessed' : unique('person'),
      });
      expect((await signIn('192.0.2.30', PASSWORD, username)).status).toBe(200);
      for (let i = 0; i < 3; i++) await signIn(at(i)[0]!, 'wrong', at(i)[1]);
      const many =
        'UPDATE attempt SET attempts = 100, since = now() WHERE starts_with(key, $1) AND attempts = 3';
      await until(async () => (await service.sql(`${many} RETURNING key`, [counter])).length === 1);
      const attempts = Array.from({ length: 40 }, (__, i) =>
        signIn(at(i + 100)[0]!, 'wrong', at(i + 100)[1]),
      );
      // at most twenty unknown callers wait; known ones do not wait
      expect((await signIn('192.0.2.30', PASSWORD, username)).status).toBe(200);
      const guesses = await Promise.all(attempts);
      expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
      await service.sql("DELETE FROM attempt WHERE key LIKE 'failures %'");
    },
    120_000,
  );

  test('many wrong passwords do not stop the right user from signing in', async () => {
    const { username } = await person(service);
    await Promise.all(
      Array.from({ length: 150 }, (_, i) => signIn(`198.51.100.${i % 30}`, `wrong ${i}`, username)),
    );
    expect((await signIn('203.0.113.5', PASSWORD, username)).status).toBe(200);
  });

  test('an address that guesses one account is slowed for that account alone, until it is right', async () => {
    const { username } = await person(service);
    for (let i = 0; i < 10; i++) await signIn('203.0.113.6', 'wrong', username);
    await service.sql("UPDATE attempt SET attempts = 13 WHERE key LIKE 'failed 203.0.113.6 %'");
    const timed = async (name: string, password: string): Promise<number> => {
      await service.sql("DELETE FROM attempt WHERE key LIKE 'login %'");
      const start = performance.now();
      expect((await signIn('203.0.113.6', password, name)).status).toBe(200);
      return performance.now() - start;
    };
    // Compares the fastest attempts, because a busy machine slows some down, too.
    const isSlowed = async (name: string, password: string): Promise<boolean> => {
      const times: number[] = [];
      while (times.length < 10 && !times.some((time) => time < 790))
        times.push(await timed(name, password));
      return times.length === 10;
    };
    expect(await isSlowed('admin', ADMIN_PASSWORD)).toBe(false);
    expect(await timed(username, PASSWORD)).toBeGreaterThan(790);
    expect(
      await service.sql("SELECT FROM attempt WHERE key LIKE 'failed 203.0.113.6 %'"),
    ).toHaveLength(0);
    expect(await isSlowed(username, PASSWORD)).toBe(false);
  });

  test('an address creates twenty users in a minute', async () => {
    await service.sql("DELETE FROM attempt WHERE key LIKE 'new user %'");
    const all = await Promise.all(
      Array.from({ length: 21 }, () =>
        service.api
          .post(USERS, { username: unique(), rootRole: 3 })
          .set('X-Forwarded-For', '203.0.113.9'),
      ),
    );
    expect(all.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

test('only a few passwords are hashed at the same time, and further attempts are refused', async () => {
  const hash = await hashPassword(PASSWORD);
  const all = await Promise.allSettled(
    Array.from({ length: 150 }, () => verifyPassword(PASSWORD, hash)),
  );
  const done = all.filter((one) => one.status === 'fulfilled');
  expect(done.every(({ value }) => value)).toBe(true);
  expect([101, 102]).toContain(done.length);
  expect(
    all
      .filter((one) => one.status === 'rejected')
      .every(({ reason }) => reason instanceof TooManyRequestsError),
  ).toBe(true);
  expect(await verifyPassword(PASSWORD, hash)).toBe(true);
});

test('the delay grows with the failures, to five seconds', () => {
  expect([0, 9, 10, 11, 12, 16, 1000].map(delayAfter)).toEqual([0, 0, 100, 200, 400, 5000, 5000]);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0000:0000:ffff:1:2:3', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  // the format of some proxies, with the port of the connection
  ['192.0.2.1:50123', '192.0.2.1'],
  ['[2001:db8::1]:50123', '2001:db8:0:0::/64'],
  ['[2001:db8::1]', '2001:db8:0:0::/64'],
  ['not an address', 'not an address'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('a proxy that is not trusted is warned of, once', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const service = await TestService.start();
  try {
    const told = (): unknown[] =>
      warn.mock.calls.filter(([message]) => String(message).includes('TRUST_PROXY is 0'));
    await service.api.as().get('/health').expect(200);
    expect(told()).toHaveLength(0);
    for (const header of ['X-Forwarded-For', 'Forwarded', 'X-Forwarded-For'])
      await service.api.as().get('/health').set(header, '192.0.2.1').expect(200);
    expect(told()).toHaveLength(1);
  } finally {
    await service.stop();
    warn.mockRestore();
  }
});
