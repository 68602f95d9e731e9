import { DeniedRequests } from '../../../../src/audit/audit-log/denied-request/denied-requests.js';
import {
  DeniedRequestTally,
  MAX_CALLER_ROWS,
  MAX_KNOWN_ROWS,
  MAX_UNKNOWN_ROWS,
  type Denial,
} from '../../../../src/audit/audit-log/denied-request/denied-requests.js';
import {
  DELETE_SURPLUS,
  MAX_ROWS,
} from '../../../../src/audit/audit-log/denied-request/denied-request.sql.js';
import { role, somebody, type Somebody } from '../../../support/grants.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';

const DENIED = '/api/admin/denied-requests';

let service: TestService;
let viewer: Somebody;
beforeAll(async () => {
  service = await TestService.start({ TRUST_PROXY: '1' });
  viewer = await somebody(service, 'Viewer');
});
afterAll(() => service.stop());

interface Row {
  reason: string;
  caller: { type: string; id: string | null; name: string | null };
  method: string;
  route: string;
  address: string;
  requests: number;
}

/** The denied requests that were stored since the previous call. */
async function recorded(): Promise<Row[]> {
  await service.service.app.get(DeniedRequests).write();
  const { body } = await service.api.get(DENIED).expect(200);
  await service.sql('DELETE FROM denied_request');
  expect(body.total).toBe(body.deniedRequests.length);
  return body.deniedRequests as Row[];
}

/** Adds up the requests of rows that differ only in their minute. */
function summed(rows: Row[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { reason, caller, method, route, requests } of rows) {
    const key = [reason, caller.type, caller.id, method, route].join(' ');
    sums[key] = (sums[key] ?? 0) + requests;
  }
  return sums;
}

test('requests refused with 403 are recorded and counted by caller and route', async () => {
  await recorded();
  for (let n = 0; n < 3; n++)
    await viewer.api.post('/api/admin/environments', { name: `e${n}`, type: 'test' }).expect(403);
  await viewer.api.delete('/api/admin/projects/default').expect(403);
  await service.api.as({ token: CLIENT_TOKEN }).get('/api/admin/projects').expect(403);
  await viewer.api.get('/api/admin/projects').expect(200);
  await viewer.api.get('/api/admin/projects/nosuch').expect(404);
  const rows = await recorded();
  const id = String(viewer.id);
  const token = rows.find(({ caller }) => caller.type === 'api-token')!.caller;
  expect(summed(rows)).toEqual({
    [`forbidden user ${id} POST /api/admin/environments`]: 3,
    [`forbidden user ${id} DELETE /api/admin/projects/:projectId`]: 1,
    [`forbidden api-token ${token.id} GET unknown`]: 1,
  });
});

test('requests with unknown tokens are recorded by address, without the token; requests without a token are not recorded', async () => {
  await service.api.as({ token: '*:*.guessed-token' }).get('/api/admin/projects').expect(401);
  await service.api.as({ token: 'user:abcdef' }).get('/api/client/features').expect(401);
  await service.api.as().get('/api/admin/projects').expect(401);
  await service.api
    .as({ cookie: 'unleash-session=unknown' })
    .get('/api/admin/projects')
    .expect(401);
  const rows = await recorded();
  expect(rows.map(({ reason, caller }) => [reason, caller])).toEqual(
    [
      ['unknown-token', { type: 'unknown', id: null, name: null }],
      ['unknown-token', { type: 'unknown', id: null, name: null }],
    ].slice(0, rows.length),
  );
  expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(2);
  expect(JSON.stringify(rows)).not.toMatch(/guessed|abcdef/);
});

test('Prometheus counts denied requests and those of unknown tokens', async () => {
  const count = async (reason: string): Promise<number> => {
    const { text } = await service.api.as().get('/internal-backstage/prometheus').expect(200);
    return Number(
      new RegExp(`^denied_requests_total\\{reason="${reason}"\\} (\\d+)$`, 'm').exec(text)![1],
    );
  };
  const before = [await count('forbidden'), await count('unknown-token')];
  await viewer.api.get('/api/admin/user-admin').expect(403);
  await service.api.as({ token: 'unknown' }).get('/api/admin/projects').expect(401);
  expect([await count('forbidden'), await count('unknown-token')]).toEqual(
    before.map((n) => n + 1),
  );
});

test('administrators and whoever reads the whole log see them, nobody else', async () => {
  await viewer.api.get(DENIED).expect(403);
  const auditor = await somebody(service, await role(service, 'root-custom', 'READ_LOGS'));
  await auditor.api.get(DENIED).expect(200);
});

describe('a flood of denied requests', () => {
  const denial = (of: Partial<Denial>): Denial => ({
    reason: 'unknown-token',
    callerKind: 'unknown',
    callerId: '',
    callerName: '',
    method: 'GET',
    route: 'unknown',
    address: '192.0.2.1',
    ...of,
  });

  test('from many addresses takes little memory, loses no count, and does not displace known callers', () => {
    const tally = new DeniedRequestTally();
    for (let n = 0; n < 50_000; n++) tally.note(denial({ address: `2001:db8:${n}::/64` }), 1, 0);
    for (let n = 0; n < 10_000; n++)
      tally.note(denial({ callerKind: 'user', callerId: String(n), reason: 'forbidden' }), 1, 0);
    const rows = tally.drain();
    expect(rows.filter(({ callerKind }) => callerKind === 'unknown')).toHaveLength(
      MAX_UNKNOWN_ROWS,
    );
    expect(rows.filter(({ callerKind }) => callerKind === 'user')).toHaveLength(MAX_KNOWN_ROWS);
    expect(rows.filter(({ callerKind }) => callerKind === 'others')).toHaveLength(2);
    expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(60_000);
    expect(tally.drain()).toEqual([]);
  });

  test('of one caller to many routes does not displace other callers', () => {
    const tally = new DeniedRequestTally();
    const of = (callerId: string, n: number): Denial =>
      denial({ callerKind: 'user', callerId, reason: 'forbidden', route: `/api/admin/${n}` });
    for (let n = 0; n < 2_000; n++) tally.note(of('1', n), 1, 0);
    for (let n = 2; n < 100; n++) tally.note(of(String(n), n), 1, 0);
    const rows = tally.drain();
    expect(rows.filter(({ callerId }) => callerId === '1')).toHaveLength(MAX_CALLER_ROWS + 1);
    expect(new Set(rows.map(({ callerId }) => callerId)).size).toBe(99);
    expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(2_098);
    expect(rows.filter(({ callerKind }) => callerKind === 'others')).toEqual([]);
  });

  test('takes little room in the database: the oldest rows make room, those of known callers apart from the others', async () => {
    const fill = (kind: string, rows: number): Promise<unknown> =>
      service.sql(
        `INSERT INTO denied_request (minute, reason, caller_kind, caller_id, caller_name, method, route, address, requests)
         SELECT date_trunc('minute', now()), 'forbidden', $1, n, '', 'GET', 'unknown', '', 1 FROM generate_series(1, $2::int) n`,
        [kind, rows],
      );
    await service.sql('DELETE FROM denied_request');
    await fill('user', 5);
    await fill('unknown', MAX_ROWS.unknown + 300);
    await service.sql(
      "UPDATE denied_request SET minute = now() - interval '31 days' WHERE caller_kind = 'user' AND caller_id = '1'",
    );
    await service.sql(DELETE_SURPLUS.text, [30]);
    const rows = await service.sql<{ kind: string; n: number; first: number }>(
      'SELECT caller_kind AS kind, count(*)::int AS n, min(caller_id::int) AS first FROM denied_request GROUP BY 1 ORDER BY 1',
    );
    expect(rows).toEqual([
      { kind: 'unknown', n: MAX_ROWS.unknown, first: 301 },
      { kind: 'user', n: 4, first: 2 },
    ]);
  });

  test('that cannot be written is kept, and written when it can be', async () => {
    await service.service.app.get(DeniedRequests).write();
    await service.sql('DELETE FROM denied_request');
    await service.sql('ALTER TABLE denied_request RENAME TO elsewhere');
    await viewer.api.get('/api/admin/user-admin').expect(403);
    await service.service.app.get(DeniedRequests).write();
    await service.sql('ALTER TABLE elsewhere RENAME TO denied_request');
    expect((await recorded()).map(({ route }) => route)).toEqual(['/api/admin/user-admin']);
  });
});

describe('tokens that nobody knows are recorded', () => {
  const guesses = (count: number, prefix: string): string[] =>
    Array.from({ length: count }, (_, n) => `*:*.${prefix}-${n}`);

  test('each, when a list of them is asked about', async () => {
    await recorded();
    const tokens = [CLIENT_TOKEN, ...guesses(7, 'list'), '*:*.list-0'];
    await service.api.as().post('/edge/validate', { tokens }).expect(200);
    await service.api
      .as()
      .post('/edge/validate', { tokens: [CLIENT_TOKEN] })
      .expect(200);
    expect(summed(await recorded())).toEqual({ 'unknown-token unknown  POST /edge/validate': 7 });
  });

  test('also when so many came that they are not looked for any more', async () => {
    const strict = await service.beside({ TOKEN_MISS_LIMIT_PER_MINUTE: '3', TRUST_PROXY: '1' });
    try {
      await recorded();
      await strict.api
        .as()
        .post('/edge/validate', { tokens: guesses(3, 'first') })
        .expect(200);
      await strict.api
        .as()
        .post('/edge/validate', { tokens: guesses(5, 'second') })
        .expect(429);
      await strict.api.as({ token: '*:*.third' }).get('/api/admin/projects').expect(429);
      await strict.service.app.get(DeniedRequests).write();
      const sums = summed(await recorded());
      expect(sums['unknown-token unknown  POST /edge/validate']).toBe(8);
      expect(sums['unknown-token unknown  GET unknown']).toBe(1);
    } finally {
      await strict.stop();
    }
  });
});

test('a table has the same rows as the list', async () => {
  await service.api.as({ token: '*:*.unknown' }).get('/api/admin/projects').expect(401);
  await service.service.app.get(DeniedRequests).write();
  const { deniedRequests } = (await service.api.get(`${DENIED}?limit=1`).expect(200)).body;
  const { text, headers } = await service.api.get(`${DENIED}/csv?limit=1`).expect(200);
  const [head, row, end] = text.split('\r\n');

  expect(headers['content-type']).toContain('text/csv');
  expect(head).toBe(
    'id,minute,reason,callerType,callerId,callerName,method,route,address,requests',
  );
  expect(row).toContain(
    `${deniedRequests[0].id},${deniedRequests[0].minute},unknown-token,unknown`,
  );
  expect(end).toBe('');
});
