import { at, type HttpCall } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { Receiver } from '../../../support/receiver.js';
import { TestService } from '../../../support/service.js';

const ADDONS = '/api/admin/addons';
/** Less than the receiver takes. */
const SOON_MS = 2_000;
const MESSAGES = 4;

let service: TestService;
let receiver: Receiver;
let path: string;
beforeAll(async () => {
  receiver = await Receiver.start();
  service = await TestService.start({ WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' });
  const parameters = { url: `${receiver.url}/slow` };
  const addon = { provider: 'webhook', enabled: false, parameters, events: [] };
  path = `${ADDONS}/${(await service.api.post(ADDONS, addon).expect(201)).body.id}/test`;
});
beforeEach(() => {
  receiver.delay = 0;
  receiver.received.length = 0;
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const send = (): HttpCall => service.api.post(path);

test('a caller whose test message waits for its receiver can change and search meanwhile', async () => {
  const feature = await service.given.feature();
  receiver.delay = 2 * SOON_MS;
  const messages = Array.from({ length: MESSAGES }, () => send().then(({ body }) => body));
  await receiver.until(MESSAGES, '/slow');
  const start = performance.now();
  await Promise.all([
    service.api.put(at(feature), { description: 'changed' }).expect(200),
    service.api.get('/api/admin/search/features').expect(200),
    service.api.get('/api/admin/projects/default/export').then(() => undefined),
  ]);
  expect(performance.now() - start).toBeLessThan(SOON_MS);
  await send().expect(429);
  const answered = { state: 'success', stateDetails: 'The receiver answered 200.', status: 200 };
  expect(await Promise.all(messages)).toEqual(Array(MESSAGES).fill(answered));
});

test('a test message with a key is sent once, and its result is kept', async () => {
  const key = unique();
  const first = await send().set('idempotency-key', key).expect(200);
  const again = await send().set('idempotency-key', key).expect(200);
  expect(again.body).toEqual(first.body);
  expect(receiver.at('/slow')).toHaveLength(1);
});

test('two messages with one key at the same time are sent once', async () => {
  receiver.delay = 500;
  const key = unique();
  const keyed = (): HttpCall => send().set('idempotency-key', key);
  const statuses = Promise.all([keyed(), keyed()].map((call) => call.then(({ status }) => status)));
  await receiver.until(1, '/slow');
  const { body } = await keyed().expect(409);
  expect(body.name).toBe('IdempotentRequestPendingError');
  expect((await statuses).sort()).toEqual([200, 409]);
  await keyed().expect(200);
  expect(receiver.at('/slow')).toHaveLength(1);
});

test('the key of a message that was refused can be used again', async () => {
  receiver.delay = 500;
  const messages = Array.from({ length: MESSAGES }, () => send().then(({ status }) => status));
  await receiver.until(MESSAGES, '/slow');
  const key = unique();
  await send().set('idempotency-key', key).expect(429);
  await Promise.all(messages);
  await send().set('idempotency-key', key).expect(200);
});

test('a message with a key that waits for its receiver holds no transaction', async () => {
  receiver.delay = 500;
  const answer = send()
    .set('idempotency-key', unique())
    .then(({ status }) => status);
  await receiver.until(1, '/slow');
  const open =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'";
  expect(await service.sql(open)).toEqual([]);
  expect(await answer).toBe(200);
});
