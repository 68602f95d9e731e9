import { EventEmitter } from 'node:events';
import { Client } from 'pg';
import { CallerShare } from '../../../../src/platform/database/caller-share.js';
import { QuotaExceededError } from '../../../../src/core/auth/limits/limits.errors.js';
import { closedSignal } from '../../../../src/platform/http/closed-signal.js';
import { RateLimiter } from '../../../../src/core/auth/limits/rate-limiter.js';
import { RouteInventory } from '../../../../src/platform/http/route-inventory.js';
import type { Api } from '../../../support/api.js';
import { at } from '../../../support/api.js';
import { somebody } from '../../../support/access.js';
import { CLIENT_TOKEN, FRONTEND_TOKEN, TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';
import { ServiceDate } from '../../../support/service-clock.js';

const ME = '/api/admin/user';
const SEARCH = '/api/admin/search/features';
/** The quota of ten seconds, which can be used at once. */
const [UNITS, SDK_REQUESTS] = [200, 50];

let service: TestService;
let now: number;
beforeAll(async () => {
  service = await TestService.start({
    REQUEST_QUOTA_PER_SECOND: String(UNITS / 10),
    SDK_QUOTA_PER_SECOND: String(SDK_REQUESTS / 10),
    EXPENSIVE_REQUESTS_AT_ONCE: '1',
    DATABASE_LONG_READS: '2',
    TRUST_PROXY: '1',
  });
});
afterAll(() => service.stop());
/** Time only passes when a test advances it. */
beforeEach(() => {
  now = Date.now() + 3_600_000;
  jest.spyOn(ServiceDate, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

/** The statuses of consecutive calls. */
async function statuses(
  count: number,
  call: () => PromiseLike<{ status: number }>,
): Promise<number[]> {
  const all: number[] = [];
  for (let i = 0; i < count; i++) all.push((await call()).status);
  return all;
}
const oks = (count: number): number[] => Array<number>(count).fill(200);

describe('the quota of a caller', () => {
  let editor: Api;
  let feature: string;
  beforeAll(async () => {
    editor = (await somebody(service, 'Editor')).api;
    feature = await service.given.feature();
  });

  test('is used up by reads, not by switches, recovers with time, and is separate from that of others', async () => {
    expect(await statuses(UNITS / 10, () => editor.get(SEARCH))).toEqual(oks(UNITS / 10));
    const { text, headers } = await editor.get(SEARCH).expect(429);
    expect(headers).toMatchObject({
      'retry-after': '1',
      'content-type': 'text/plain; charset=utf-8',
    });
    expect(text).toMatch(
      /^This caller has used up its quota of 20 units a second \(a read costs 1, .*Try again later\.$/,
    );
    await editor.get(ME).expect(429);
    const off = (): PromiseLike<{ status: number }> =>
      editor.post(`${at(feature, 'development')}/off`);
    const on = (): PromiseLike<{ status: number }> =>
      editor.post(`${at(feature, 'development')}/on`);
    expect([...(await statuses(10, on)), ...(await statuses(10, off))]).toEqual(oks(20));
    await service.api.get(ME).expect(200);
    const other = await somebody(service);
    await other.api.get(ME).expect(200);
    now += 1_000;
    await editor.get(SEARCH).expect(200);
  });

  test('is one for all sessions and personal tokens of a user', async () => {
    const { api } = await somebody(service);
    const expiresAt = new Date(now + 86_400_000).toISOString();
    const { body } = await api.post(`${ME}/tokens`, { description: 'mine', expiresAt }).expect(201);
    expect(await statuses(UNITS / 10 - 1, () => api.get(SEARCH))).toEqual(oks(UNITS / 10 - 1));
    const program = service.api.as({ token: body.secret });
    await program.get(SEARCH).expect(429);
  });

  test('of SDKs is that of their token, apart from all others', async () => {
    const sdk = service.api.as({ token: CLIENT_TOKEN });
    expect(await statuses(SDK_REQUESTS, () => sdk.get('/api/client/features'))).toEqual(
      oks(SDK_REQUESTS),
    );
    const { text, headers } = await sdk.get('/api/client/features').expect(429);
    expect([text, headers['retry-after']]).toEqual([
      'More requests came with this token than its quota allows. Try again later.',
      '1',
    ]);
    await service.api.as({ token: FRONTEND_TOKEN }).get('/api/frontend').expect(200);
    now += 1_000;
    await sdk.get('/api/client/features').expect(200);
  });

  test('is that of the IP address for requests without credentials, and health checks are free', async () => {
    const from = (path: string, address: string): PromiseLike<{ status: number }> =>
      service.api.as().get(path).set('X-Forwarded-For', address);
    const answers = await statuses(UNITS, () => from('/auth/reset/validate?token=x', '192.0.2.1'));
    expect(answers.every((status) => status === 401)).toBe(true);
    expect((await from('/auth/reset/validate?token=x', '192.0.2.1')).status).toBe(429);
    expect((await from('/auth/reset/validate?token=x', '192.0.2.2')).status).toBe(401);
    expect((await from('/health', '192.0.2.1')).status).toBe(200);
    expect((await from('/ready', '192.0.2.1')).status).toBe(200);
  });

  test('appears in the metrics when it refuses a request', async () => {
    const { text } = await service.api.as().get('/internal-backstage/prometheus');
    const counts = [...text.matchAll(/^quota_refusals_total\{cost="(\w+)"\} (\d+)/gm)].map(
      ([, cost]) => cost,
    );
    expect(counts).toEqual(['sdk', 'read', 'write', 'search', 'heavy']);
    expect(/^quota_refusals_total\{cost="sdk"\} [1-9]/m.test(text)).toBe(true);
  });
});

test('expensive requests of one caller wait for one another, and those of others do not wait for them', async () => {
  const [busy, other] = [await somebody(service), await somebody(service)];
  const holder = new Client({ connectionString: service.databaseUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE feature_tag IN ACCESS EXCLUSIVE MODE');
    const refused: number[] = [];
    const search = async (api: Api): Promise<number> => {
      const { status } = await api.get(SEARCH);
      if (status === 429) refused.push(status);
      return status;
    };
    const all = Array.from({ length: 13 }, () => search(busy.api));
    await until(() => Promise.resolve(refused.length === 2));
    const others = search(other.api);
    // Maintenance waits for the table, too.
    const blocked = (): Promise<object[]> =>
      service.sql(
        `SELECT FROM pg_stat_activity WHERE datname = current_database()
           AND wait_event_type = 'Lock' AND query LIKE '/* feature-search.search%'`,
      );
    await until(async () => (await blocked()).length >= 2);
    expect(await blocked()).toHaveLength(2);
    await busy.api.get(ME).expect(200);
    await holder.query('COMMIT');
    expect((await Promise.all([...all, others])).sort()).toEqual([...oks(12), 429, 429]);
  } finally {
    await holder.end();
  }
});

describe('the slots of a caller', () => {
  const slotsOf = (perCaller: number): CallerShare =>
    new CallerShare(
      { perCaller, waiting: { most: 10, milliseconds: 10_000 } },
      () => new QuotaExceededError('Too many.', 1),
    );
  const waiter = (): EventEmitter & { closed: boolean } =>
    Object.assign(new EventEmitter(), { closed: false });

  test('are handed over in order, and leave nothing behind for callers who have disconnected', async () => {
    const slots = slotsOf(2);
    const first = await slots.enterInTurn('a', closedSignal(waiter()));
    const second = await slots.enterInTurn('a', closedSignal(waiter()));
    const order: number[] = [];
    const [third, fourth] = [3, 4].map((n) =>
      slots.enterInTurn('a', closedSignal(waiter())).then((leave) => (order.push(n), leave)),
    );
    (await slots.enterInTurn('b', closedSignal(waiter())))();
    expect(order).toEqual([]);
    first();
    (await third!)();
    (await fourth!)();
    expect(order).toEqual([3, 4]);
    second();
    expect(slots.size).toBe(0);
  });

  test('are not waited for by callers who disconnect, before or while they wait', async () => {
    const slots = slotsOf(1);
    const leave = await slots.enterInTurn('a', closedSignal(waiter()));
    const gone = waiter();
    const waiting = slots.enterInTurn('a', closedSignal(gone));
    gone.emit('close');
    await expect(waiting).rejects.toMatchObject({ status: 429 });
    await expect(
      slots.enterInTurn('a', closedSignal(Object.assign(waiter(), { closed: true }))),
    ).rejects.toMatchObject({ status: 429 });
    expect(gone.listenerCount('close')).toBe(0);
    leave();
    expect(slots.size).toBe(0);
  });

  test('are waited for by as many requests as given, at most', async () => {
    const slots = slotsOf(1);
    const leave = await slots.enterInTurn('a', closedSignal(waiter()));
    const waiting = Array.from({ length: 10 }, () =>
      slots.enterInTurn('a', closedSignal(waiter())),
    );
    await expect(slots.enterInTurn('a', closedSignal(waiter()))).rejects.toMatchObject({
      status: 429,
    });
    leave();
    for (const one of waiting) (await one)();
    expect(slots.size).toBe(0);
  });
});

describe('a rate limiter', () => {
  test('fills up to its burst, and returns how long that takes', () => {
    const limiter = new RateLimiter({ perSecond: 2, burst: 4 });
    expect([1, 2, 3, 4, 5].map(() => limiter.take('a', 1))).toEqual([0, 0, 0, 0, 1]);
    expect(limiter.take('a', 4)).toBe(2);
    now += 1_000;
    expect([limiter.take('a', 2), limiter.take('a', 1)]).toEqual([0, 1]);
    limiter.refund('a', 100);
    expect([limiter.take('a', 4), limiter.take('a', 1)]).toEqual([0, 1]);
    now -= 60_000; // setting the clock back takes no units away
    expect(limiter.take('a', 1)).toBe(1);
  });

  test('keeps a bounded number of keys, those that were used last', () => {
    const limiter = new RateLimiter({ perSecond: 0.001, burst: 1 }, 3);
    for (const key of ['a', 'b', 'c']) limiter.take(key, 1);
    expect(limiter.take('a', 1)).toBeGreaterThan(0);
    limiter.take('d', 1);
    expect(limiter.size).toBe(3);
    expect([limiter.take('a', 1) > 0, limiter.take('b', 1)]).toEqual([true, 0]);
  });
});

test('no route that switches something on or off has a quota, and what is expensive says so', () => {
  const routes = RouteInventory.of(service.service.app).routes.map(({ path, promise }) => ({
    path,
    ...promise!,
  }));
  const switches = routes.filter(({ path }) => /environment\/(on|off)$/.test(path));
  expect(switches.map((one) => one.switch)).toEqual(['off', 'on', 'off', 'on']);
  expect(routes.filter((one) => one.switch && one.cost === 'write')).toEqual([]);
  const free = routes.filter(({ cost }) => cost === 'none').map(({ id }) => id);
  expect(free.sort()).toEqual(['getHealth', 'getReady']);
  const expensive = routes.filter(({ path }) =>
    /import|export|playground|search\/|features-batch/.test(path),
  );
  expect(
    expensive.filter(({ cost }) => cost !== 'search' && cost !== 'heavy').map(({ id }) => id),
  ).toEqual([]);
});
