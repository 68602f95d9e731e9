import { EventMonths } from '../../../../src/core/event/event-months.js';
import { EventTally } from '../../../../src/core/event/event-tally.js';
import { verifyCounts } from '../../../../src/instance/operations/counts/count-verifier.js';
import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** The first day of a month relative to this one, in UTC. */
function month(offset: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1)).toISOString();
}
const partOf = (offset: number): string => `event_m${month(offset).slice(0, 7).replace('-', '')}`;

const parts = async (): Promise<string[]> =>
  (await service.sql<{ part: string }>('SELECT part FROM event_parts() ORDER BY 1')).map(
    ({ part }) => part,
  );
/** The partition of each event of a feature, by the order of the events. */
const placesOf = async (feature: string): Promise<string[]> =>
  (
    await service.sql<{ part: string }>(
      'SELECT tableoid::regclass::text AS part FROM event WHERE feature_name = $1 ORDER BY id',
      [feature],
    )
  ).map(({ part }) => part);
const happenedAt = (feature: string, moment: string): Promise<object[]> =>
  service.sql(
    `INSERT INTO event (type, created_by, created_by_user_id, feature_name, project, environment,
                        created_at)
     VALUES ('feature-environment-enabled', 'somebody', 1, $1, 'default', 'production', $2)`,
    [feature, moment],
  );
const addMonths = (instance = service): Promise<number | void> =>
  instance.service.app.get(EventMonths).addMonths();

test('this month and the next two have partitions', async () => {
  expect(await parts()).toEqual([0, 1, 2].map(partOf));
});

test('events on both sides of a month boundary are in their partitions, in one list', async () => {
  const feature = unique();
  const boundary = Date.parse(month(1));
  await happenedAt(feature, new Date(boundary - 1).toISOString());
  await happenedAt(feature, new Date(boundary).toISOString());

  const { body } = await service.api.get(`/api/admin/events/${feature}`).expect(200);

  expect(await placesOf(feature)).toEqual([partOf(0), partOf(1)]);
  const times = (body.events as { createdAt: string }[]).map(({ createdAt }) => createdAt);
  expect(times.map((time) => Date.parse(time))).toEqual([boundary, boundary - 1]);
});

test('an event without a partition for its month is kept, listed and counted, and moved there later', async () => {
  const feature = await service.given.feature();
  await service.sql(`CREATE TABLE earlier AS SELECT * FROM ${partOf(0)}`);
  await service.sql(`DROP TABLE ${partOf(0)}`);
  await service.api.post(`${at(feature, 'production')}/on`).expect(200);
  expect(new Set(await placesOf(feature))).toEqual(new Set(['event_rest']));

  await addMonths();

  expect(await parts()).toEqual([0, 1, 2].map(partOf));
  expect(new Set(await placesOf(feature))).toEqual(new Set([partOf(0)]));
  expect(await service.sql('SELECT FROM event_rest')).toEqual([]);
  await service.sql('INSERT INTO event OVERRIDING SYSTEM VALUE SELECT * FROM earlier');
  await service.sql('DROP TABLE earlier');
  await service.service.app.get(EventTally).catchUp();
  const report = await verifyCounts({ url: service.databaseUrl, ssl: false }, { repair: false });
  expect(report!.differences).toEqual([]);
});

test('events of an unexpected time are kept, whatever the clock says', async () => {
  const feature = unique();
  await happenedAt(feature, '1999-01-01T00:00:00Z');
  await happenedAt(feature, '2199-01-01T00:00:00Z');

  expect(await placesOf(feature)).toEqual(['event_rest', 'event_rest']);
  const { body } = await service.api.get(`/api/admin/events/${feature}`).expect(200);
  expect(body.events).toHaveLength(2);
});

test('two instances can add the same month at the same time', async () => {
  await service.sql(`DROP TABLE ${partOf(2)}`);
  const beside = await service.beside();
  try {
    await Promise.all([addMonths(), addMonths(beside)]);
    await addMonths();
  } finally {
    await beside.stop();
  }
  expect(await parts()).toEqual([0, 1, 2].map(partOf));
});

test('while others read for long, adding a month waits briefly and is repeated later', async () => {
  await service.sql(`DROP TABLE ${partOf(2)}`);
  const reading = service.sql(
    'SELECT (SELECT count(*) FROM event) AS n, pg_sleep(2)::text AS slept',
  );
  await service.sql('SELECT pg_sleep(0.2)::text AS slept');
  const began = performance.now();

  expect(await addMonths()).toBeGreaterThan(0);

  expect(performance.now() - began).toBeLessThan(1_000);
  await reading;
  await addMonths();
  expect(await parts()).toEqual([0, 1, 2].map(partOf));
});
