import { setTimeout as sleep } from 'node:timers/promises';
import { EventStreams } from '../../../../src/audit/audit-log/event-stream/event-streams.js';
import { EventLog } from '../../../../src/audit/audit-log/event/event-log.js';
import { somebody } from '../../../support/access.js';
import { type Api, at } from '../../../support/api.js';
import { EventStream } from '../../../support/event-stream.js';
import { unique } from '../../../support/given.js';
import { ADMIN_TOKEN, CLIENT_TOKEN, TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';

const PATH = '/api/admin/search/events/stream';

let service: TestService;
const open: EventStream[] = [];
beforeAll(async () => {
  service = await TestService.start();
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const stream of open.splice(0)) stream.close();
});
afterAll(() => service.stop());

interface Told {
  events: { id: number; type: string; featureName: string | null; summary: string }[];
  hasMore: boolean;
}

async function follow(token = ADMIN_TOKEN, url = service.url): Promise<EventStream> {
  const stream = await EventStream.open(url + PATH, { authorization: token });
  open.push(stream);
  expect((await stream.next()).event).toBe('ready');
  return stream;
}

/** Creates a viewer. */
async function viewer(): Promise<{ api: Api; token: string }> {
  const { api } = await somebody(service, 'Viewer');
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const { body } = await api
    .post('/api/admin/user/tokens', { description: unique(), expiresAt })
    .expect(201);
  return { api, token: body.secret as string };
}

test('events are told as they happen, without their data, also those of other instances', async () => {
  const beside = await service.beside();
  const stream = await follow();
  expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  const name = unique();
  await beside.api.post('/api/admin/projects/default/features', { name }).expect(201);
  const { event, data } = await stream.next();
  expect(event).toBe('events');
  const { events, hasMore } = data as Told;
  expect(hasMore).toBe(false);
  expect(events).toMatchObject([
    { type: 'feature-created', featureName: name, project: 'default' },
  ]);
  expect(events[0]!.summary).toContain(name);
  for (const field of ['data', 'preData', 'tags']) expect(events[0]).not.toHaveProperty(field);
  await beside.stop();
});

test('after many events at once, the stream sends the newest and says that there were more', async () => {
  const stream = await follow();
  const feature = await service.given.feature();
  await until(async () => ((await stream.next()).data as Told).events.length > 0);
  await service.sql(
    `INSERT INTO event (type, created_by, created_by_user_id, feature_name, project, tags)
     SELECT 'feature-updated', 'somebody', 1, $1, 'default', '[]' FROM generate_series(1, 60)`,
    [feature],
  );
  const { events, hasMore } = (await stream.next()).data as Told;
  expect(events).toHaveLength(50);
  expect(hasMore).toBe(true);
  expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).sort((a, b) => a - b));
});

test('an event that commits late is told although later ones were told before', async () => {
  const stream = await follow();
  const feature = await service.given.feature();
  await stream.next();
  const [{ id }] = (await service.sql<{ id: string }>(
    `SELECT nextval(pg_get_serial_sequence('event', 'id')) AS id`,
  )) as [{ id: string }];
  await service.api.post(`${at(feature, 'development')}/on`).expect(200);
  await stream.next();
  await service.sql(
    `INSERT INTO event (id, type, created_by, created_by_user_id, feature_name, project, tags)
     OVERRIDING SYSTEM VALUE VALUES ($1, 'feature-updated', 'somebody', 1, $2, 'default', '[]')`,
    [id, feature],
  );
  const { events } = (await stream.next()).data as Told;
  expect(events.map((event) => event.id)).toEqual([Number(id)]);
});

test('the stream leaves out events that the caller may not see', async () => {
  const project = await service.given.project({ mode: 'private' });
  const outsider = await viewer();
  const stream = await follow(outsider.token);
  const [hidden, visible] = [unique(), unique()];
  await service.api.post(`/api/admin/projects/${project}/features`, { name: hidden }).expect(201);
  await service.api.post('/api/admin/projects/default/features', { name: visible }).expect(201);
  const { events } = (await stream.next()).data as Told;
  expect(events.map(({ featureName }) => featureName)).toEqual([visible]);
  await service.api.as({ token: CLIENT_TOKEN }).get(PATH).expect(403);
  await service.api.as().get(PATH).expect(401);
});

test('an error of a reading loses no event', async () => {
  const stream = await follow();
  jest
    .spyOn(service.service.app.get(EventLog), 'search')
    .mockRejectedValueOnce(new Error('planted'));
  const feature = await service.given.feature();
  const { events } = (await stream.next()).data as Told;
  expect(events.map(({ featureName }) => featureName)).toEqual([feature]);
});

test('one search serves all streams that may see the same, and no search repeats it', async () => {
  const search = jest.spyOn(service.service.app.get(EventLog), 'search');
  const outsider = await viewer();
  const streams = [await follow(), await follow(), await follow(), await follow(outsider.token)];
  search.mockClear();
  const feature = await service.given.feature();
  for (const stream of streams) {
    const { events } = (await stream.next()).data as Told;
    expect(events.map(({ featureName }) => featureName)).toEqual([feature]);
  }
  await sleep(2_500);
  // A read between two statements of the change finds nothing new, so one more is possible.
  expect(search.mock.calls.length).toBeLessThanOrEqual(4);
});

test('many streams do not slow switches down', async () => {
  jest.replaceProperty(service.service.app.get(EventStreams).places, 'limits', {
    total: 200,
    perCaller: 200,
  });
  const feature = await service.given.feature({ enabledIn: ['production'] });
  const streams = await Promise.all(Array.from({ length: 100 }, () => follow()));
  const times: number[] = [];
  for (let n = 0; n < 20; n++)
    for (const state of ['off', 'on']) {
      const start = performance.now();
      await service.api.post(`${at(feature, 'production')}/${state}`).expect(200);
      times.push(performance.now() - start);
    }
  expect(times.sort((one, other) => one - other)[20]).toBeLessThan(250);
  // Also how the feature was created is told, if that was not final when the stream began.
  const told = async (stream: EventStream): Promise<number> => {
    let count = 0;
    while (count < 20)
      count += ((await stream.next()).data as Told).events.filter(
        ({ type }) => type === 'feature-environment-disabled',
      ).length;
    return count;
  };
  for (const stream of streams.slice(0, 5)) expect(await told(stream)).toBe(20);
});

test('streams are limited per caller and altogether, and end after their time', async () => {
  const streams = service.service.app.get(EventStreams);
  expect([streams.places.limits, streams.maxMs]).toEqual([{ total: 200, perCaller: 10 }, 300_000]);
  const [second, third] = [await viewer(), await viewer()];
  jest.replaceProperty(streams.places, 'limits', { total: 2, perCaller: 1 });
  jest.replaceProperty(streams, 'maxMs', 5_000);
  const mine = await follow();
  const refused = await service.api.get(PATH).expect(429);
  expect(refused.headers['retry-after']).toBe('5');
  await follow(second.token);
  await third.api.get(PATH).expect(429);
  await until(() => mine.hasEnded, 20_000);
  await until(async () => {
    const stream = await EventStream.open(service.url + PATH, { authorization: third.token });
    open.push(stream);
    return stream.status === 200;
  });
});

test('a stream ends when its instance stops', async () => {
  const stopping = await service.beside();
  const stream = await follow(ADMIN_TOKEN, stopping.url);
  await stopping.stop();
  await until(() => stream.hasEnded);
});
