import { Client } from 'pg';
import { Database } from '../../../../src/platform/database/database.js';
import { Announcements } from '../../../../src/serving/sdk-api/snapshot/announcements.js';
import { Stream } from '../../../../src/serving/sdk-api/streaming/stream.js';
import { RunningService } from '../../../process/running-service.js';
import { TestCluster } from '../../../support/cluster.js';
import { type DrillStatus, drillStatus, untilDrilled } from '../../../support/drill.js';
import { TestService } from '../../../support/service.js';
import { eventually } from '../../../support/waiting.js';

/** Faults that drills have to name, with two instances. */

const SETTINGS = { DRILL_INTERVAL_SECONDS: '2' };
/** How long a drill may take to name a fault. */
const NAMED_MS = 10_000;
/** The clock of a process that this is loaded into is ahead. */
const WRONG_CLOCK = `data:text/javascript,const{now}=Date;Date.now=()=>now()+37000`;

let service: TestService;
let beside: TestService;

beforeAll(async () => {
  service = await TestService.start(SETTINGS);
  beside = await service.beside(SETTINGS);
  await untilHealthy(2);
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await beside?.stop();
  await service?.stop();
});

const portOf = (url: string): string => `:${new URL(url).port}`;

/** Waits until so many instances report that nothing is broken. */
function untilHealthy(instances: number): Promise<DrillStatus> {
  return eventually(
    () => drillStatus(service),
    (found) => found.healthy && found.instances.length === instances,
  );
}

/** Waits until a drill names a part at a place, which has to be soon. */
async function named(part: string, where: string, on = service): Promise<string> {
  const find = (found: DrillStatus) =>
    found.broken.find((one) => one.part === part && one.where.endsWith(where));
  const found = await eventually(
    () => drillStatus(on),
    (status) => !!find(status),
    NAMED_MS,
  );
  return find(found)!.reason;
}

test('each instance reads switches back, and all tell the same', async () => {
  const found = await untilHealthy(2);
  expect(found.instances.map(({ name }) => name.slice(name.lastIndexOf(':'))).sort()).toEqual(
    [portOf(service.url), portOf(beside.url)].sort(),
  );
  for (const { reportedAt, name, ...times } of found.instances) {
    expect([reportedAt, name]).toEqual([expect.any(String), expect.any(String)]);
    for (const time of Object.values(times)) expect(time).toBeLessThan(1_000);
  }
  const { budget } = await untilDrilled(beside, 1);
  const other = await drillStatus(service);
  expect(other.budget.drills - budget.drills).toBeLessThanOrEqual(1);
});

test('one of several instances switches at a time', async () => {
  const before = await untilDrilled(service, 1);
  const after = await untilDrilled(service, 3);
  const seconds = (Date.parse(after.lastDrillAt!) - Date.parse(before.lastDrillAt!)) / 1_000;
  expect(seconds).toBeGreaterThan(5);
});

test('lost notifications are named, although the change is found without them', async () => {
  for (const { app } of [service.service, beside.service])
    jest.spyOn(app.get(Announcements), 'announce').mockReturnValue(undefined);
  const find = ({ broken }: DrillStatus) => broken.find(({ part }) => part === 'notification');
  const found = await eventually(
    () => drillStatus(service),
    (status) => !!find(status),
    NAMED_MS,
  );
  expect([portOf(service.url), portOf(beside.url)]).toContainEqual(
    find(found)!.where.slice(find(found)!.where.lastIndexOf(':')),
  );
  jest.restoreAllMocks();
  await untilHealthy(2);
});

test('a switch that waits for a lock is named, and counts in the budget', async () => {
  const before = await untilDrilled(service, 1);
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN; LOCK TABLE feature_environment IN ACCESS EXCLUSIVE MODE');
    const both = [service, beside].map((one) => named('switch', portOf(one.url), one));
    expect(await Promise.any(both)).toMatch(/not answered|took/);
    await Promise.allSettled(both);
  } finally {
    await client.end();
  }
  const { budget } = await untilHealthy(2);
  expect(budget.drills - budget.inTime).toBeGreaterThan(
    before.budget.drills - before.budget.inTime,
  );
});

test('an instance whose places for streams are all taken is named', async () => {
  const full = await service.beside({ ...SETTINGS, CLIENT_STREAMS_MAX: '0' });
  try {
    expect(await named('stream', portOf(full.url))).toMatch(/status 429/);
  } finally {
    await full.stop();
  }
  await untilHealthy(2);
});

test('streams that are open and stuck are named', async () => {
  jest.spyOn(Stream.prototype, 'feed').mockReturnValue(undefined);
  expect(await named('stream', portOf(beside.url))).toBe(
    'The stream is open, and the change does not arrive.',
  );
  jest.restoreAllMocks();
  await untilHealthy(2);
});

test('an instance is named whose connections are all taken and whose callers wait', async () => {
  const full = await service.beside({ ...SETTINGS, DATABASE_POOL_MAX: '2' });
  await untilHealthy(3);
  const database = full.service.app.get(Database);
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const held = Array.from({ length: 50 }, () => database.withPlace('hot', () => ended));
  const isOfFull = ({ where }: { where: string }) => where.endsWith(portOf(full.url));
  try {
    const { broken } = await eventually(
      () => drillStatus(service),
      (found) => found.broken.some(isOfFull),
      NAMED_MS,
    );
    expect(['instance', 'switch']).toContain(broken.find(isOfFull)!.part);
  } finally {
    end();
    await Promise.allSettled(held);
    await full.stop();
  }
  await untilHealthy(2);
});

test('a wrong clock is named, and then a stopped instance', async () => {
  const running = await RunningService.start('unused', {
    ...SETTINGS,
    DATABASE_URL: service.databaseUrl,
    LOG_LEVEL: 'error',
    NODE_OPTIONS: `--import=${WRONG_CLOCK}`,
  });
  try {
    expect(await named('clock', portOf(running.url))).toBe(
      'It is 37 s ahead of that of PostgreSQL.',
    );
    running.kill('SIGSTOP');
    expect(await named('instance', portOf(running.url))).toMatch(/^It has not reported\./);
    expect((await service.api.as().get('/ready?drill').expect(503)).body).toMatchObject({
      name: 'KillSwitchBrokenError',
      message: expect.stringContaining('instance') as unknown,
    });
  } finally {
    await running.remove();
  }
});

describe('with a replica', () => {
  let pair: Awaited<ReturnType<typeof TestCluster.pair>>;
  let own: TestService;
  beforeAll(async () => {
    pair = await TestCluster.pair();
    own = await TestService.on(pair.primary.url, async () => {}, {
      ...SETTINGS,
      DATABASE_URL: pair.primary.url,
      DATABASE_REPLICA_URLS: pair.standby.url,
    });
  });
  afterAll(async () => {
    await own?.stop();
    if (pair) await TestCluster.remove(pair);
  });

  test('a replica that does not replay is named', async () => {
    await eventually(
      () => drillStatus(own),
      (found) => found.healthy,
    );
    const client = new Client({ connectionString: pair.standby.url });
    await client.connect();
    await client.query('SELECT pg_wal_replay_pause()');
    const { host } = new URL(pair.standby.url);
    expect(await named('replica', host, own)).toMatch(/of the log behind/);
    await client.query('SELECT pg_wal_replay_resume()');
    await client.end();
    await eventually(
      () => drillStatus(own),
      (found) => found.healthy,
    );
  });
});
