import { setTimeout as sleep } from 'node:timers/promises';
import { DeniedRequests } from '../../../../src/audit/audit-log/denied-request/denied-requests.js';
import { DeniedCourier } from '../../../../src/exchange/integration/delivery/denied-courier.js';
import type { HttpCall } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { somebody } from '../../../support/grants.js';
import { ADMIN_PASSWORD, TestService } from '../../../support/service.js';
import {
  attribute,
  CERTIFICATE,
  LogCollector,
  SyslogReceiver,
} from '../../../support/siem-receivers.js';
import { eventually, until } from '../../../support/waiting.js';

const ADDONS = '/api/admin/addons';
const ALLOWED = { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true', WEBHOOK_TIMEOUT_SECONDS: '2' };
let service: TestService;
let collector: LogCollector;
beforeAll(async () => {
  service = await TestService.start(ALLOWED);
});
beforeEach(async () => {
  collector = await LogCollector.start();
});
afterEach(async () => {
  for (const { id } of await service.sql<{ id: number }>('SELECT id FROM addon'))
    await service.api.delete(`${ADDONS}/${id}`).expect(200);
  await collector.stop();
});
afterAll(() => service.stop());

const addonOf = (properties: object = {}): object => ({
  ...{ provider: 'otlp', enabled: true, events: ['*'], parameters: { url: collector.url } },
  ...properties,
});
const given = async (properties: object = {}): Promise<number> =>
  (await service.api.post(ADDONS, addonOf(properties)).expect(201)).body.id as number;
const log = async (id: number) =>
  (await service.api.get(`${ADDONS}/${id}/events`).expect(200)).body.integrationEvents as {
    state: string;
    stateDetails: string;
    event: { id: number };
    details: { attempts: number; status: number | null; events: number };
  }[];
/** What is recorded of deliveries with this outcome; that follows what the receiver gets. */
const logged = async (id: number, outcome: string) =>
  eventually(
    async () => (await log(id)).filter(({ state }) => state === outcome),
    ({ length }) => length > 0,
  );
/** Writes events of these features in one transaction. @returns Their ids. */
const writeOf = async (features: string[]): Promise<number[]> =>
  (
    await service.sql<{ id: number }>(
      `INSERT INTO event (type, created_by, created_by_user_id, feature_name, project)
       SELECT 'feature-created', 'somebody', 1, feature, 'default'
       FROM unnest($1::text[]) WITH ORDINALITY AS written(feature, n) ORDER BY n
       RETURNING id::int`,
      [features],
    )
  ).map(({ id }) => id);
const write = (count: number, feature = unique()): Promise<number[]> =>
  writeOf(names(count, feature));
const names = (count: number, feature = unique()): string[] =>
  Array.from({ length: count }, () => feature);
/** Makes the next attempt due. */
const hurry = (id: number, attempts?: number): Promise<object[]> =>
  service.sql(
    `UPDATE addon_cursor SET due_at = now(), attempts = COALESCE($2, attempts) WHERE addon_id = $1`,
    [id, attempts ?? null],
  );
const cursorOf = async (id: number) =>
  (
    await service.sql<{ attempts: number }>(
      'SELECT attempts FROM addon_cursor WHERE addon_id = $1',
      [id],
    )
  )[0]!;
/** Waits until events were postponed. */
const postponed = (id: number): Promise<void> =>
  until(
    async () =>
      (await service.sql('SELECT FROM addon_cursor WHERE addon_id = $1 AND due_at > now()', [id]))
        .length > 0,
  );

test('a collector gets changes and sign-ins as log records, with who did it from where', async () => {
  const parameters = { url: collector.url, authorization: 'Bearer of-the-collector' };
  const id = await given({ parameters, projects: [] });
  const feature = await service.given.feature();
  await service.api
    .as({})
    .post('/auth/simple/login', { username: 'admin', password: ADMIN_PASSWORD })
    .expect(200);
  await service.api
    .as({})
    .post('/auth/simple/login', { username: 'admin', password: 'wrong' })
    .expect(401);
  const find = (type: string) => collector.taken.find(({ eventName }) => eventName === type);
  await until(
    () => find('user-login-failed') !== undefined && find('feature-created') !== undefined,
  );

  const created = find('feature-created')!;
  expect(collector.requests[0]!.headers['authorization']).toBe('Bearer of-the-collector');
  expect(created).toMatchObject({ severityText: 'INFO', timeUnixNano: expect.any(String) });
  expect(created.body.stringValue).toContain(`created the feature ${feature}`);
  expect(
    Object.fromEntries(
      ['feature', 'project', 'event.type'].map((key) => [key, attribute(created, key)]),
    ),
  ).toEqual({
    ...{ feature, project: 'default', 'event.type': 'feature-created' },
  });
  expect(JSON.parse(attribute(created, 'data')!)).toMatchObject({ name: feature });
  expect(attribute(find('user-logged-in')!, 'client.address')).toBe('127.0.0.1');
  expect(find('user-login-failed')!.severityText).toBe('WARN');
  // Its own creation came before it.
  expect(find('addon-config-created')).toBeUndefined();
  expect((await logged(id, 'success'))[0]).toMatchObject({ details: { status: 200 } });
});

/** Records what was refused, as if it had been a while ago, and lets it be sent. */
async function sendDenied(one = service): Promise<void> {
  await one.service.app.get(DeniedRequests, { strict: false }).write();
  await one.sql("UPDATE denied_request SET changed_at = changed_at - interval '2 minutes'");
  await one.service.app.get(DeniedCourier, { strict: false }).run();
}
const denied = (): string[] =>
  collector.taken
    .filter(({ eventName }) => eventName === 'requests-denied')
    .map((record) => record.body.stringValue);

test('refused requests are sent to those who want them, with their number, until they are taken', async () => {
  const viewer = await somebody(service, 'Viewer');
  const refused = (): HttpCall => viewer.api.get('/api/admin/user-admin').expect(403);
  await refused();
  await sendDenied();
  const id = await given({ events: ['requests-denied'] });
  await given({ events: ['*'] });
  await sendDenied();
  for (let n = 0; n < 3; n++) await refused();
  await service.service.app.get(DeniedRequests, { strict: false }).write();
  await service.service.app.get(DeniedCourier, { strict: false }).run();
  expect(denied()).toEqual([]); // Others of the same minute may follow.

  collector.answer = () => ({ status: 503 });
  await sendDenied();
  collector.answer = () => ({ status: 200 });
  await service.sql('UPDATE addon_cursor SET denied_due_at = now()');
  await sendDenied();
  await sendDenied();
  expect(denied()).toEqual([
    expect.stringMatching(/refused [34] times \(forbidden\): GET \S+user-admin/),
  ]);
  const [record] = collector.taken.filter(({ eventName }) => eventName === 'requests-denied');
  expect(record).toMatchObject({ severityText: 'WARN' });
  expect(attribute(record!, 'user.id')).toBe(String(viewer.id));
  expect(attribute(record!, 'client.address')).toBe('127.0.0.1');

  await refused();
  await sendDenied();
  expect(denied()).toHaveLength(2);
  await service.api.put(`${ADDONS}/${id}`, addonOf({ events: ['feature-created'] })).expect(200);
  await refused();
  await sendDenied();
  expect(denied()).toHaveLength(2);
});

test('a refused request that a receiver never takes does not block others', async () => {
  const id = await given({ events: ['requests-denied'] });
  await sendDenied();
  for (const path of ['/api/admin/first', '/api/admin/second'])
    await service.sql(
      `INSERT INTO denied_request (minute, reason, caller_kind, caller_id, caller_name, method,
         route, address, requests)
       VALUES (date_trunc('minute', now()), 'forbidden', 'user', '1', 'x', 'GET', $1, '', 1)`,
      [path],
    );
  collector.answer = (records) => ({
    status: JSON.stringify(records).includes('admin/first') ? 400 : 200,
  });
  for (let n = 0; n < 9; n++) {
    await service.sql('UPDATE addon_cursor SET denied_due_at = now() WHERE addon_id = $1', [id]);
    await sendDenied();
  }
  expect(denied()).toEqual([expect.stringContaining('/api/admin/second')]);
});

test('many events are sent in few requests, in order', async () => {
  await given({ events: ['feature-created'] });
  const ids = await write(450);
  await service.given.feature();
  await until(() => collector.taken.length >= 451);

  expect(collector.ids.slice(0, 450)).toEqual(ids);
  expect(collector.requests.map(({ records }) => records.length)).toEqual(
    expect.arrayContaining([200, 200]),
  );
  expect(collector.requests.length).toBeLessThanOrEqual(5);
});

test('nothing is given up while the receiver is down, also when the service is stopped', async () => {
  const own = await TestService.start(ALLOWED);
  collector.answer = () => ({ status: 503 });
  const { body } = await own.api.post(ADDONS, addonOf({ events: ['feature-created'] })).expect(201);
  const sql = (text: string) => own.sql(text.replace('$1', String(body.id)));
  const first = await own.given.feature();
  await until(() => collector.requests.length > 0);
  await sql('UPDATE addon_cursor SET due_at = now() WHERE addon_id = $1');
  await until(() => collector.requests.length > 1);
  const second = await own.given.feature();
  const other = await own.beside(ALLOWED);
  await own.service.stop('the test stops one of two');
  await other.service.stop('the test stops the other');

  collector.answer = () => ({ status: 200 });
  await sql('UPDATE addon_cursor SET due_at = now() WHERE addon_id = $1');
  const third = await own.beside(ALLOWED);
  await until(() => collector.taken.length >= 2);

  const names = collector.taken.map((record) => attribute(record, 'feature'));
  expect(names).toEqual([first, second]);
  const recorded = await eventually(
    async () =>
      (await third.api.get(`${ADDONS}/${body.id}/events`).expect(200)).body.integrationEvents as {
        state: string;
      }[],
    ({ length }) => length > 0,
  );
  expect(recorded.every(({ state }) => state === 'success')).toBe(true);
  await third.stop();
  await own.stop();
});

test('one of several instances sends each event', async () => {
  const other = await service.beside(ALLOWED);
  await given({ events: ['feature-created'] });
  const ids: number[] = [];
  for (let n = 0; n < 10; n++) {
    ids.push(...(await write(50)));
    await (n % 2 ? service : other).given.feature();
  }
  await until(() => collector.taken.length >= 510);
  await sleep(200);

  expect(collector.taken).toHaveLength(510);
  expect(collector.ids.filter((id) => ids.includes(id))).toEqual(ids);
  await other.stop();
});

test('only an event that a working receiver refuses alone is given up, after 8 attempts', async () => {
  const poison = unique('poison');
  collector.answer = (records) => ({
    status: records.some((record) => attribute(record, 'feature') === poison) ? 413 : 200,
  });
  const id = await given({ events: ['feature-created'] });
  const ids = await writeOf([...names(40), poison, ...names(40)]);
  const [before, refused, after] = [ids.slice(0, 40), ids[40], ids.slice(41)];
  const last = await service.given.feature();
  await until(() => collector.ids.includes(before.at(-1)!));
  await eventually(
    () => cursorOf(id),
    ({ attempts }) => attempts > 0,
  );
  expect(collector.ids).toEqual(before);
  await hurry(id, 7);
  await until(() => collector.taken.some((record) => attribute(record, 'feature') === last));

  expect(collector.ids.slice(0, 80)).toEqual([...before, ...after]);
  expect(await logged(id, 'failed')).toMatchObject([
    { event: { id: refused }, details: { status: 413, events: 1 } },
  ]);
});

test('attempts while the receiver was down do not count when it refuses an event', async () => {
  const answers: number[] = [];
  let status = 503;
  collector.answer = () => {
    answers.push(status);
    return { status };
  };
  const id = await given({ events: ['feature-created'] });
  const [event] = await write(1);
  for (let n = 1; n <= 16; n++) {
    // Of another type than what is sent, so that the service looks what is due.
    await service.given.project();
    await until(() => answers.length >= n);
    if (n === 16) break;
    await postponed(id);
    if (n >= 8) status = 413;
    await hurry(id);
  }
  expect(await logged(id, 'failed')).toMatchObject([
    { event: { id: event }, details: { attempts: 8, status: 413 } },
  ]);
  expect(answers.filter((answer) => answer === 413)).toHaveLength(8);
});

test('what a receiver refuses is sent in smaller parts, each with a reservation of its own', async () => {
  const poison = unique('poison');
  const sizes: number[] = [];
  const reservations = new Set<string>();
  const id = await given({ events: ['feature-created'] });
  collector.answer = async (records) => {
    sizes.push(records.length);
    const [held] = await service.sql<{ until: string }>(
      'SELECT held_until::text AS until FROM addon_cursor WHERE addon_id = $1',
      [id],
    );
    reservations.add(held!.until);
    const isRefused = records.some((record) => attribute(record, 'feature') === poison);
    return { status: isRefused ? 413 : 200 };
  };
  const [, ...others] = await writeOf([poison, ...names(40)]);
  await service.given.feature();
  await until(async () => (await cursorOf(id)).attempts === 1);
  expect(sizes.slice(-5)).toEqual([11, 6, 3, 2, 1]);
  await hurry(id, 7);
  await until(() => collector.taken.length >= 41);

  expect(reservations.size).toBe(sizes.length);
  const afterwards = sizes.slice(sizes.indexOf(1) + 1);
  expect(afterwards.slice(0, 7)).toEqual([1, 1, 2, 4, 8, 16, 10]);
  expect(collector.ids.slice(0, 40)).toEqual(others);
});

test('an event that a collector rejects of several is given up alone, and the others arrive', async () => {
  const poison = unique('poison');
  const alone: number[] = [];
  collector.answer = (records) => {
    const isRejected = records.some((record) => attribute(record, 'feature') === poison);
    if (!isRejected) alone.push(...records.map((record) => Number(attribute(record, 'event.id'))));
    const partialSuccess = isRejected ? { rejectedLogRecords: '1', errorMessage: 'too old' } : {};
    return { status: 200, body: { partialSuccess } };
  };
  const id = await given({ events: ['feature-created'] });
  const [first, rejected, third] = await writeOf([unique(), poison, unique()]);
  await service.given.feature();
  await until(async () => (await cursorOf(id)).attempts === 1);
  await hurry(id, 7);
  await until(() => alone.length >= 3);

  expect(alone.slice(0, 2)).toEqual([first, third]);
  expect(await logged(id, 'failed')).toMatchObject([
    {
      stateDetails: 'Given up: the receiver rejected 1 of the events.',
      ...{ event: { id: rejected }, details: { attempts: 8, status: 200, events: 1 } },
    },
  ]);
});

test.each(['', ' ', 'null', '{}', '{"partialSuccess": {"rejectedLogRecords": "0"}}'])(
  'a collector may answer 200 with "%s"',
  async (body) => {
    collector.answer = () => ({ status: 200, body });
    const id = await given({ events: ['feature-created'] });
    await service.given.feature();
    expect(await logged(id, 'success')).toMatchObject([{ details: { status: 200 } }]);
    expect(collector.requests).toHaveLength(1);
  },
);

test.each([
  ['an HTML page', '<html>Sign in</html>'],
  ['more than 64 KiB', JSON.stringify('x'.repeat(70_000))],
])('events are kept when something answers 200 with %s', async (_, body) => {
  collector.answer = () => ({ status: 200, body });
  const id = await given({ events: ['feature-created'] });
  await service.given.feature();
  await postponed(id);
  await hurry(id, 7);
  await until(() => collector.requests.length > 1);
  await postponed(id);
  collector.answer = () => ({ status: 200 });
  await hurry(id);
  await until(() => collector.requests.length > 2);
  expect(await logged(id, 'success')).toMatchObject([{ details: { events: 1 } }]);
});

describe.each(['tcp', 'tls'] as const)('a syslog receiver by %s', (scheme) => {
  let receiver: SyslogReceiver;
  beforeEach(async () => {
    receiver = await SyslogReceiver.start(scheme);
  });
  afterEach(() => receiver.stop());
  const syslog = (parameters: object = {}) => ({
    provider: 'syslog',
    events: ['feature-created'],
    parameters: {
      receiver: receiver.url,
      ...(scheme === 'tls' ? { trustedCertificates: CERTIFICATE } : {}),
      ...parameters,
    },
  });

  test('gets messages of RFC 5424', async () => {
    const id = await given(syslog());
    const feature = unique('ü"]\\');
    const [event] = await write(1, feature);
    await service.given.feature();
    await until(() => receiver.messages.length >= 2);

    const [message] = receiver.messages;
    expect(message).toMatch(
      /^<110>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ feature-flag-admin - feature-created \[audit@32473 event\.id="\d+" event\.type="feature-created" project="default" feature="/,
    );
    expect(message).toContain(`event.id="${event}"`);
    expect(message).toContain(`feature="${feature.replace(/[\\"\]]/g, '\\$&')}"`);
    expect((await logged(id, 'success'))[0]).toMatchObject({
      stateDetails: 'The receiver has taken the events.',
    });
  });

  test('gets them later when it broke off', async () => {
    receiver.isBroken = true;
    const id = await given(syslog());
    const ids = await write(3);
    await service.given.feature();
    await postponed(id);
    expect(await log(id)).toEqual([]);
    receiver.isBroken = false;
    await hurry(id);
    await until(() => receiver.messages.length >= 4);

    const found = receiver.messages.map((one) => Number(/event\.id="(\d+)"/.exec(one)![1]));
    expect(found.slice(0, 3)).toEqual(ids);
  });

  if (scheme === 'tls')
    test('gets nothing without a certificate that is trusted', async () => {
      const id = await given(syslog({ trustedCertificates: '' }));
      await service.given.feature();
      await postponed(id);

      expect(receiver.messages).toEqual([]);
    });
});

test('private projects are copied only if they are named', async () => {
  const hidden = await service.given.project({ mode: 'private' });
  await given({ events: ['*'] });
  const named = await LogCollector.start();
  await given({ projects: [hidden], parameters: { url: named.url } });
  const secret = unique('secret');
  await service.api.post(`/api/admin/projects/${hidden}/features`, { name: secret }).expect(201);
  const told = await service.given.feature();
  await until(() => collector.taken.some((record) => attribute(record, 'feature') === told));
  await until(() => named.taken.some((record) => attribute(record, 'feature') === secret));

  expect(JSON.stringify(collector.requests)).not.toContain(secret);
  await named.stop();
});

test('the address of a collector may contain a key, so that neither answers nor events show it', async () => {
  const parameters = { url: `${collector.url}?key=of-the-collector` };
  const id = await given({ parameters, enabled: false });
  await service.api
    .put(`${ADDONS}/${id}`, addonOf({ parameters: { url: '*****' }, description: 'Changed' }))
    .expect(200);
  const feature = await service.given.feature();
  await until(() => collector.taken.some((record) => attribute(record, 'feature') === feature));
  const recorded = await service.sql(
    `SELECT data, pre_data FROM event WHERE type LIKE 'addon-config-%'
       AND (data->>'id')::int = $1`,
    [id],
  );

  expect((await service.api.get(`${ADDONS}/${id}`).expect(200)).body.parameters).toEqual({
    url: '*****',
  });
  expect(recorded).toHaveLength(2);
  expect(JSON.stringify(recorded)).not.toContain('of-the-collector');
});

test('whoever may not read the whole audit log cannot have it copied', async () => {
  const { api } = await somebody(service, 'Editor');
  const { body } = await api.post(ADDONS, addonOf({ events: ['feature-created'] })).expect(403);
  expect(body.permissions).toEqual(['READ_LOGS']);
});

test.each([
  ['otlp', { url: 'ftp://example.com' }],
  ['otlp', {}],
  ['syslog', { receiver: 'udp://example.com:514' }],
  ['syslog', { receiver: 'tls://example.com' }],
  ['syslog', { receiver: 'tcp://example.com:514/path' }],
  ['syslog', { receiver: 'tcp://user@example.com:514' }],
  ['syslog', { receiver: 'tls://example.com:6514', trustedCertificates: 'none' }],
])('%s with %j is refused', async (provider, parameters) => {
  await service.api.post(ADDONS, addonOf({ provider, parameters })).expect(400);
});

test('private addresses are called only if that is allowed, and nothing is given up', async () => {
  const own = await TestService.start();
  const receiver = await SyslogReceiver.start('tcp');
  const { port } = new URL(receiver.url);
  for (const address of [`tcp://127.0.0.1:${port}`, `tcp://[::1]:${port}`])
    await own.api
      .post(ADDONS, addonOf({ provider: 'syslog', parameters: { receiver: address } }))
      .expect(400);
  const properties = { provider: 'syslog', parameters: { receiver: receiver.url } };
  const { body } = await own.api.post(ADDONS, addonOf(properties)).expect(201);
  await own.given.feature();
  await until(
    async () => (await own.sql('SELECT FROM addon_cursor WHERE due_at > now()')).length > 0,
  );

  expect(receiver.messages).toEqual([]);
  const found = (await own.api.get(`${ADDONS}/${body.id}/events`).expect(200)).body;
  expect(found.integrationEvents).toEqual([]);
  await receiver.stop();
  await own.stop();
});
