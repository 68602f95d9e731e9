import { delayAfter } from '../../../src/access/attempt/login-throttle.js';
import { networkOf } from '../../../src/access/attempt/network.js';
import { hashPassword, verifyPassword } from '../../../src/access/user/password.js';
import { TooManyRequestsError } from '../../../src/http/errors.js';
import { unique } from '../../support/given.js';
import { PASSWORD, person, USERS } from '../../support/people.js';
import { ADMIN_PASSWORD, TestService } from '../../support/service.js';

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
    for (let i = 0; i < 10; i++) statuses.push((await signIn('192.0.2.1', i % 2 ? ADMIN_PASSWORD : 'wrong')).status);
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
    const before = await service.sql<{ attempts: number }>("SELECT attempts FROM attempt WHERE key = 'login 192.0.2.7'");
    expect(before).toEqual([]);
    await service.sql("INSERT INTO attempt (key, attempts) VALUES ('login 192.0.2.7', 10)");
    expect((await signIn('192.0.2.7', ADMIN_PASSWORD)).status).toBe(429);
  });

  test('after a minute an address may try again', async () => {
    await service.sql("INSERT INTO attempt (key, attempts, since) VALUES ('login 192.0.2.8', 99, now() - interval '61 seconds')");
    expect((await signIn('192.0.2.8', ADMIN_PASSWORD)).status).toBe(200);
  });

  test('many wrong passwords do not stop the right user from signing in', async () => {
    const { username } = await person(service);
    await Promise.all(Array.from({ length: 300 }, (_, i) => signIn(`198.51.100.${i % 30}`, `wrong ${i}`, username)));
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
    // Not slowed is what is fast at times; slow it can be for other reasons too.
    const isSlowed = async (name: string, password: string): Promise<boolean> => {
      const times: number[] = [];
      while (times.length < 10 && !times.some((time) => time < 790)) times.push(await timed(name, password));
      return times.length === 10;
    };
    expect(await isSlowed('admin', ADMIN_PASSWORD)).toBe(false);
    expect(await timed(username, PASSWORD)).toBeGreaterThan(790);
    expect(await service.sql("SELECT FROM attempt WHERE key LIKE 'failed 203.0.113.6 %'")).toHaveLength(0);
    expect(await isSlowed(username, PASSWORD)).toBe(false);
  });

  test('an address creates twenty users in a minute', async () => {
    await service.sql("DELETE FROM attempt WHERE key LIKE 'new user %'");
    const all = await Promise.all(
      Array.from({ length: 21 }, () => service.api.post(USERS, { username: unique(), rootRole: 3 }).set('X-Forwarded-For', '203.0.113.9')),
    );
    expect(all.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

test('passwords are worked on a few at once; a flood is turned away', async () => {
  const hash = await hashPassword(PASSWORD);
  const all = await Promise.allSettled(Array.from({ length: 150 }, () => verifyPassword(PASSWORD, hash)));
  const done = all.filter((one) => one.status === 'fulfilled');
  expect(done.every(({ value }) => value)).toBe(true);
  expect([101, 102]).toContain(done.length);
  expect(all.filter((one) => one.status === 'rejected').every(({ reason }) => reason instanceof TooManyRequestsError)).toBe(true);
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
  // as some proxies write them, with the port of the connection
  ['192.0.2.1:50123', '192.0.2.1'],
  ['[2001:db8::1]:50123', '2001:db8:0:0::/64'],
  ['[2001:db8::1]', '2001:db8:0:0::/64'],
  ['not an address', 'not an address'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
