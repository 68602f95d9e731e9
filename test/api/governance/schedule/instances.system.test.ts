import { Client } from 'pg';
import { later, ScheduleScene } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';
import { eventually, until } from '../../../support/waiting.js';

let service: TestService;
let others: TestService[];
let scene: ScheduleScene;
beforeAll(async () => {
  service = await TestService.start();
  others = [await service.beside(), await service.beside()];
  scene = await ScheduleScene.create(service);
});
afterAll(async () => {
  for (const other of others) await other.stop();
  await service.stop();
});

const FEATURES = 20;

test('three instances execute each schedule once', async () => {
  const features = await Promise.all(
    Array.from({ length: FEATURES }, () => scene.feature({ on: true })),
  );
  for (const feature of features) await scene.given(feature, { action: 'off', at: later() });
  await service.sql(`UPDATE schedule SET next_at = now() + interval '300 milliseconds'`);
  await until(async () => {
    const open = await service.sql(`SELECT FROM schedule WHERE state = 'pending'`);
    return open.length === 0;
  });
  const counts = await service.sql<{ type: string; count: number }>(
    `SELECT type, count(*)::int AS count FROM event WHERE schedule_id IS NOT NULL
      GROUP BY type ORDER BY type`,
  );
  expect(counts).toEqual([
    { type: 'feature-environment-disabled', count: FEATURES },
    { type: 'schedule-executed', count: FEATURES },
  ]);
  const [late] = await service.sql<{ seconds: number }>(
    `SELECT max(extract(epoch FROM executed_at - next_at))::float8 AS seconds FROM schedule`,
  );
  expect(late!.seconds).toBeLessThan(5);
});

test('work that a killed instance left unfinished is done by another one', async () => {
  const feature = await scene.feature({ on: true });
  const id = await scene.given(feature, { action: 'off' });
  // The change waits for this lock, within the transaction that has claimed the schedule.
  const lock = await holdFeature(feature);
  await scene.makeDue(id);
  const [blocked] = await eventually(
    () =>
      service.sql<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ),
    (rows) => rows.length > 0,
  );
  // What PostgreSQL sees of a killed instance: its connection ends.
  await service.sql('SELECT pg_terminate_backend($1)', [blocked!.pid]);
  await lock.release();
  await eventually(
    () => scene.get(id),
    ({ state }) => state === 'executed',
  );
  expect(await scene.isOn(feature)).toBe(false);
  const events = (await scene.events(feature)).filter(({ scheduleId }) => scheduleId === id);
  expect(events.map(({ type }) => type)).toEqual([
    'schedule-executed',
    'feature-environment-disabled',
  ]);
});

/** Locks a feature in production until it is released. */
async function holdFeature(feature: string): Promise<{ release: () => Promise<void> }> {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query(
    `SELECT FROM feature_environment WHERE feature_name = $1 AND environment = 'production'
        FOR UPDATE`,
    [feature],
  );
  return {
    release: async () => {
      await client.query('ROLLBACK');
      await client.end();
    },
  };
}
