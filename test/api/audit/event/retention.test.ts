import { EventRetention } from '../../../../src/core/event/event-retention.js';
import { EventTally } from '../../../../src/core/event/event-tally.js';
import { verifyCounts } from '../../../../src/instance/operations/counts/count-verifier.js';
import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';

const DAY_MS = 86_400_000;

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({
    EVENT_RETENTION_DAYS: '100',
    TOKEN_USE_RETENTION_DAYS: '7',
  });
});
afterAll(() => service.stop());

const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
/** Events are removed by whole months: everything before this moment. */
function edge(): Date {
  const then = new Date(Date.now() - 100 * DAY_MS);
  return new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth(), 1));
}

interface Happened {
  type?: string;
  feature?: string | null;
  environment?: string | null;
  project?: string;
  creator?: number;
  data?: object;
}
async function happened(
  moment: string,
  { type, feature, environment, project, creator, data }: Happened = {},
): Promise<string> {
  const [row] = await service.sql<{ id: string }>(
    `INSERT INTO event (type, created_by, created_by_user_id, feature_name, project, environment,
                        data, created_at)
     VALUES ($1, 'somebody', $2, $3, $4, $5, $6, $7) RETURNING id::text`,
    [
      type ?? 'feature-environment-enabled',
      creator ?? 1,
      feature === undefined ? unique() : feature,
      project ?? 'default',
      environment === undefined ? 'production' : environment,
      data ?? null,
      moment,
    ],
  );
  return row!.id;
}

/** Transactions of other test files may hold the horizon back for a moment. */
async function tallied(): Promise<void> {
  await until(async () => {
    await service.service.app.get(EventTally).catchUp();
    const young = await service.sql(
      'SELECT FROM event WHERE transaction_id >= (SELECT transaction_id FROM event_tally_horizon)',
    );
    return young.length === 0;
  });
}
/** The newest event always stays, so there is one after those in question. */
async function removeOld(): Promise<void> {
  await happened(ago(1), { type: 'feature-tagged', environment: null });
  await tallied();
  await until(async () => (await retention().removeOld()) === undefined);
}
const retention = (): EventRetention => service.service.app.get(EventRetention);

const isThere = async (id: string): Promise<boolean> =>
  (await service.sql('SELECT FROM event WHERE id = $1', [id])).length > 0;
async function statistics(): Promise<Record<string, unknown>> {
  const { body } = await service.api.get('/api/admin/instance-admin/statistics').expect(200);
  return { ...body, timestamp: undefined, sum: undefined };
}
async function wrongCounts(): Promise<object[]> {
  await tallied();
  const address = { url: service.databaseUrl, ssl: false as const };
  return (await verifyCounts(address, { repair: false }))!.differences;
}
const total = async (query: string): Promise<number> =>
  (await service.api.get(`/api/admin/search/events?${query}`).expect(200)).body.total as number;
const parts = async (): Promise<string[]> =>
  (await service.sql<{ part: string }>('SELECT part FROM event_parts() ORDER BY 1')).map(
    ({ part }) => part,
  );

test('exactly the events before the month are removed, and statistics stay the same', async () => {
  await service.sql('SELECT add_event_month($1::date)', [ago(200).slice(0, 10)]);
  const before = edge().getTime();
  const feature = unique();
  const old = [
    await happened(ago(200), { feature }),
    await happened(ago(1_000), { feature }),
    await happened(new Date(before - 1).toISOString(), { feature, creator: 777 }),
    await happened(ago(300), { type: 'features-exported', feature: null, environment: null }),
  ];
  const kept = [
    await happened(new Date(before).toISOString(), { feature }),
    await happened(ago(89), { feature }),
    await happened(ago(1), { type: 'features-exported', feature: null, environment: null }),
  ];
  await tallied();
  const counted = await statistics();
  const monthsBefore = await parts();
  expect(counted).toMatchObject({ featureExports: 2 });
  expect(await total(`feature=IS:${feature}`)).toBe(5);

  await removeOld();

  expect(await Promise.all(old.map(isThere))).toEqual(old.map(() => false));
  expect(await Promise.all(kept.map(isThere))).toEqual(kept.map(() => true));
  expect(await statistics()).toEqual(counted);
  expect(await total(`feature=IS:${feature}`)).toBe(2);
  expect(await total('type=IS:features-exported')).toBe(1);
  expect(monthsBefore).toHaveLength((await parts()).length + 1);
  const { body: creators } = await service.api.get('/api/admin/event-creators').expect(200);
  expect((creators as { id: number }[]).map(({ id }) => id)).not.toContain(777);
  expect(await wrongCounts()).toEqual([]);
});

test('counts stay right when they are counted anew after a removal', async () => {
  const { feature, counted } = { feature: unique(), counted: await statistics() };
  await happened(ago(150), { feature });
  await removeOld();
  await service.sql("UPDATE event_tally_horizon SET cluster = 'another'");

  await tallied();

  expect(await wrongCounts()).toEqual([]);
  expect(await statistics()).toMatchObject({ featureExports: counted['featureExports'] });
});

test('a feature keeps the time at which it was first on, and a project that of its last change', async () => {
  const feature = await service.given.feature();
  await service.sql('UPDATE feature SET created_at = $2 WHERE name = $1', [feature, ago(400)]);
  const project = unique();
  await service.sql("INSERT INTO project (id, name) VALUES ($1, 'quiet')", [project]);
  await happened(ago(390), { feature });
  await happened(ago(380), { type: 'project-updated', project, feature: null, environment: null });
  await tallied();
  const first = (): Promise<object[]> =>
    service.sql('SELECT * FROM feature_first_on WHERE feature_name = $1', [feature]);
  const last = (): Promise<object[]> =>
    service.sql('SELECT * FROM event_project_tally WHERE project = $1', [project]);
  const [firstOn, lastChange] = [await first(), await last()];
  expect([firstOn.length, lastChange.length]).toEqual([1, 1]);

  await removeOld();
  await service.sql('SELECT recount_events()');

  expect(await service.sql('SELECT FROM event WHERE project = $1', [project])).toEqual([]);
  expect(await first()).toEqual(firstOn);
  expect(await last()).toEqual(lastChange);
  expect(await wrongCounts()).toEqual([]);
});

test('deleted private projects stay private when the month of their events is dropped', async () => {
  await service.sql('SELECT add_event_month($1::date)', [ago(500).slice(0, 10)]);
  const project = unique();
  const ofProject = { project, environment: null };
  const deleted = await happened(ago(500), {
    ...ofProject,
    type: 'project-deleted',
    feature: null,
    data: { mode: 'private' },
  });
  const feature = await happened(ago(500), { ...ofProject, type: 'feature-deleted' });
  const other = await happened(ago(500), { ...ofProject, type: 'feature-created' });

  await removeOld();

  expect(await Promise.all([deleted, feature, other].map(isThere))).toEqual([true, true, false]);
  expect(await wrongCounts()).toEqual([]);
});

test('the newest event stays, as it is the revision of what SDKs have', async () => {
  const feature = await service.given.feature();
  await service.api.post(`${at(feature, 'production')}/on`).expect(200);
  const newest = await happened(ago(600));

  await tallied();
  await retention().removeOld();
  expect(await isThere(newest)).toBe(true);

  await service.api.post(`${at(feature, 'production')}/off`).expect(200);
  await removeOld();
  expect(await isThere(newest)).toBe(false);
});

test('events that are not final yet stay until they are', async () => {
  const id = await happened(ago(700));
  await happened(ago(1));
  await service.sql(
    'UPDATE event SET transaction_id = pg_snapshot_xmax(pg_current_snapshot()) WHERE id = $1',
    [id],
  );
  await retention().removeOld();
  expect(await isThere(id)).toBe(true);
});

test('the use of tokens is removed after its own time', async () => {
  const use = { feature: null, environment: null };
  const old = [
    await happened(ago(8), { ...use, type: 'api-token-used', data: { id: '1', type: 'client' } }),
    await happened(ago(30), { ...use, type: 'pat-used' }),
  ];
  const kept = [
    await happened(ago(6), { ...use, type: 'api-token-used', data: { id: '1', type: 'client' } }),
    await happened(ago(8), { ...use, type: 'user-logged-in' }),
    await happened(ago(8), { type: 'feature-tagged' }),
  ];
  await tallied();
  const counted = await statistics();

  await removeOld();

  expect(await Promise.all(old.map(isThere))).toEqual([false, false]);
  expect(await Promise.all(kept.map(isThere))).toEqual([true, true, true]);
  expect(await statistics()).toEqual(counted);
  expect(await wrongCounts()).toEqual([]);
});

test('deliveries of removed events are removed with them', async () => {
  const id = await happened(ago(800));
  await happened(ago(1));
  const [addon] = await service.sql<{ id: number }>(
    `INSERT INTO addon (provider, enabled, parameters, events) VALUES ('webhook', false, '{}', '[]')
     RETURNING id`,
  );
  await service.sql(
    `INSERT INTO addon_delivery (addon_id, event_id, state, state_details, details)
     VALUES ($1, $2, 'success', '', '{}')`,
    [addon!.id, id],
  );

  await removeOld();

  expect(await service.sql('SELECT FROM addon_delivery')).toEqual([]);
});

test('while others read for long, a month is dropped later, and nothing waits for it', async () => {
  await service.sql('SELECT add_event_month($1::date)', [ago(250).slice(0, 10)]);
  const id = await happened(ago(250));
  await happened(ago(1));
  await tallied();
  const reading = service.sql(
    'SELECT (SELECT count(*) FROM event) AS n, pg_sleep(2)::text AS slept',
  );
  await service.sql('SELECT pg_sleep(0.2)::text AS slept');

  expect(await retention().removeOld()).toBeGreaterThan(0);

  expect(await isThere(id)).toBe(true);
  await reading;
  await removeOld();
  expect(await isThere(id)).toBe(false);
  expect(await wrongCounts()).toEqual([]);
});

test('dropping a month also removes what its events had kept of removed parts', async () => {
  const add = (event: string) =>
    service.sql(
      `INSERT INTO removed_part (event_id, type, data) VALUES ($1, 'feature-deleted', '{}')`,
      [event],
    );
  await happened(ago(1));
  const [newest] = await service.sql<{ id: string }>('SELECT max(id)::text AS id FROM event');
  await add('-1');
  await add(newest!.id);
  await removeOld();
  const kept = await service.sql<{ id: string }>(
    "SELECT event_id::text AS id FROM removed_part WHERE type = 'feature-deleted' ORDER BY 1",
  );
  expect(kept).toEqual([newest]);
});
