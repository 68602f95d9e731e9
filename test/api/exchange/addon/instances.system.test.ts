import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Client } from 'pg';
import { Receiver } from '../../../support/receiver.js';
import { sentName } from '../../../support/sent-statements.js';
import { TestService } from '../../../support/service.js';
import { eventually, until } from '../../../support/waiting.js';

const ADDONS = '/api/admin/addons';
const ALLOWED = { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' };
let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.start();
});
afterAll(() => receiver.stop());
beforeEach(() => {
  receiver.received.splice(0);
  receiver.delay = 0;
});
afterEach(() => jest.restoreAllMocks());

const databaseOf = (service: TestService): string =>
  (service.service.app.get(DataSource).options as { url: string }).url;
const given = async (service: TestService, url = receiver.url): Promise<number> => {
  const addon = {
    provider: 'webhook',
    enabled: true,
    events: ['feature-created'],
    parameters: { url },
  };
  return (await service.api.post(ADDONS, addon).expect(201)).body.id;
};
const names = (): (string | null)[] => receiver.at('/').map(({ event }) => event.featureName);

test('two instances tell an addon of each event once, in order', async () => {
  const one = await TestService.start(ALLOWED);
  const other = await TestService.start({ ...ALLOWED, DATABASE_URL: databaseOf(one) });
  await given(one);
  await other.api
    .put(`${ADDONS}/1`, {
      provider: 'webhook',
      description: 'known to both',
      enabled: true,
      events: ['feature-created'],
      parameters: { url: '*****' },
    })
    .expect(200);
  const created: string[] = [];
  for (let n = 0; n < 40; n++) created.push(await (n % 2 ? one : other).given.feature());
  await receiver.until(40);
  await sleep(300);
  expect(names()).toEqual(created);
  await other.stop();
  await one.stop();
});

test('an instance takes over what one that is gone has left, once nobody can still be at it', async () => {
  const service = await TestService.start(ALLOWED);
  const id = await given(service);
  const [held] = await service.sql<{ until: Date }>(
    `UPDATE addon_cursor SET held_by = gen_random_uuid(), held_until = now() + interval '1500 milliseconds' WHERE addon_id = $1
     RETURNING held_until AS until`,
    [id],
  );
  const name = await service.given.feature();
  const [told] = await receiver.until(1);
  expect(names()).toEqual([name]);
  expect(told!.at).toBeGreaterThanOrEqual(held!.until.getTime());
  await service.stop();
});

test('a start goes on where the last stop left off, and the stop lets what is being sent end', async () => {
  const one = await TestService.start(ALLOWED);
  await given(one);
  receiver.delay = 2_000;
  const first = await one.given.feature();
  const second = await one.given.feature();
  await receiver.until(1);
  await one.service.stop('the test');
  expect(names()).toEqual([first]);
  receiver.delay = 0;
  const again = await TestService.start({ ...ALLOWED, DATABASE_URL: databaseOf(one) });
  await receiver.until(2);
  await sleep(200);
  expect(names()).toEqual([first, second]);
  await again.stop();
});

test('an instance without addons asks the database nothing for them', async () => {
  const service = await TestService.start(ALLOWED);
  await sleep(200);
  const query = jest.spyOn(Client.prototype, 'query');
  const asked = (): string[] =>
    query.mock.calls.map(([first]) => sentName(first)).filter((name) => name.startsWith('cursor.'));
  await service.given.feature();
  await sleep(200);
  expect(asked()).toEqual([]);
  await given(service);
  await until(() => asked().length > 0);
  await until(async () => {
    query.mockClear();
    await sleep(1_000);
    return asked().length === 0;
  });
  await service.stop();
});

describe('a restored database', () => {
  test.each([
    ['tallied', true],
    ['not tallied yet', false],
  ])('loses no event and repeats none, those that came along being %s', async (_, tallied) => {
    const old = await TestService.start(ALLOWED);
    const id = await given(old);
    const before = await old.given.feature();
    await receiver.until(1);
    await sleep(200);
    await old.service.stop('the test');
    const client = new Client({ connectionString: databaseOf(old) });
    await client.connect();
    const sql = `INSERT INTO event (type, created_by, created_by_user_id, feature_name) VALUES ('feature-created', 'x', 1, 'came-along')`;
    await client.query(sql);
    // As if the dump came from a cluster that is a million transactions ahead.
    await client.query(
      `UPDATE event SET transaction_id = ((transaction_id::text::bigint + 1000000)::text)::xid8`,
    );
    await client.query(
      `UPDATE addon_cursor SET transaction_id = ((transaction_id::text::bigint + 1000000)::text)::xid8`,
    );
    if (tallied) await client.query(`UPDATE event_tally_horizon SET transaction_id = '5000000'`);
    await client.end();

    const restored = await TestService.start({ ...ALLOWED, DATABASE_URL: databaseOf(old) });
    await receiver.until(2);
    const after = await restored.given.feature();
    await receiver.until(3);
    await sleep(300);
    expect(names()).toEqual([before, 'came-along', after]);
    await eventually(
      async () =>
        (await restored.api.get(`${ADDONS}/${id}/events`).expect(200)).body.integrationEvents,
      (recorded: object[]) => recorded.length === 3,
    );
    await restored.stop();
  });
});

describe('addresses of the own network', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(() => service.stop());

  test.each([
    ['by a name', 'localhost'],
    ['by an address that was allowed once', '127.0.0.1'],
  ])('are not called %s', async (_, host) => {
    const id = await given(service, 'http://example.com/');
    const url = `http://${host}:${receiver.port}/`;
    await service.sql(
      `UPDATE addon SET parameters = jsonb_build_object('url', $2::text) WHERE id = $1`,
      [id, url],
    );
    await service.given.feature();
    const deliveries = await eventually<object[]>(
      async () =>
        (await service.api.get(`${ADDONS}/${id}/events`).expect(200)).body.integrationEvents,
      (found) => found.length > 0,
    );
    expect(deliveries).toMatchObject([
      {
        state: 'failed',
        stateDetails: expect.stringContaining('has a private address'),
        details: { attempts: 1 },
      },
    ]);
    expect(receiver.received).toEqual([]);
    await service.api.delete(`${ADDONS}/${id}`).expect(200);
  });
});
