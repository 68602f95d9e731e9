import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import type { ConnectionClass } from '../../../../src/platform/database/connection-gate.js';
import { Database } from '../../../../src/platform/database/database.js';
import { BackgroundJobs } from '../../../../src/platform/database/jobs/background-jobs.js';
import { give, role, somebody } from '../../../support/access.js';
import { later, ScheduleScene } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';
import { eventually, until } from '../../../support/waiting.js';

let service: TestService;
let scene: ScheduleScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await ScheduleScene.create(service);
});
afterAll(() => service.stop());

describe('a schedule', () => {
  test('is created, shown and recorded', async () => {
    const feature = await scene.feature({ on: true });
    const at = later(90);
    const { body, headers } = await scene.add(feature, { action: 'off', at }).expect(201);
    expect(body).toEqual({
      id: expect.any(Number),
      project: scene.project,
      feature,
      environment: 'production',
      action: 'off',
      payload: {},
      at,
      rule: null,
      timeZone: 'UTC',
      durationMinutes: null,
      whenLate: 'run',
      state: 'pending',
      reason: null,
      conflict: null,
      nextAction: 'off',
      nextAt: at,
      executedAt: null,
      createdBy: { id: scene.author.id, username: expect.any(String), imageUrl: expect.anything() },
      createdAt: expect.any(String),
    });
    expect(headers['location']).toBe(`${scene.path}/${body.id}`);
    const [event] = await scene.events(feature);
    expect(event).toMatchObject({
      type: 'schedule-created',
      createdByUserId: scene.author.id,
      data: { scheduleId: body.id, action: 'off', at },
    });
    expect(event).not.toHaveProperty('scheduleId');
  });

  test('turns a feature off once, as its author, with events that name it', async () => {
    const feature = await scene.feature({ on: true });
    const id = await scene.given(feature, { action: 'off' });
    expect(await scene.executed(id)).toMatchObject({ state: 'executed', nextAt: null });
    expect(await scene.isOn(feature)).toBe(false);
    const events = await scene.events(feature);
    expect(events.slice(0, 2)).toMatchObject([
      { type: 'schedule-executed', scheduleId: id, createdByUserId: scene.author.id },
      { type: 'feature-environment-disabled', scheduleId: id, createdByUserId: scene.author.id },
    ]);
  });

  test('acts without being asked, within a second of its time', async () => {
    const feature = await scene.feature({ on: true });
    const at = new Date(Date.now() + 1_500).toISOString();
    const id = await scene.given(feature, { action: 'off', at });
    for (let state = 'pending'; state === 'pending';) ({ state } = await scene.get(id));
    const [row] = await service.sql<{ late: number }>(
      'SELECT extract(epoch FROM executed_at - starts_at)::float8 AS late FROM schedule WHERE id = $1',
      [id],
    );
    expect(row!.late).toBeGreaterThanOrEqual(0);
    expect(row!.late).toBeLessThan(1);
  });

  test('acts while others use all connections of other transactions', async () => {
    const feature = await scene.feature({ on: true });
    const id = await scene.given(feature, { action: 'off' });
    const database = service.service.app.get(Database);
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const { general, snapshot, longRead } = database.load.classes;
    const holding = Object.entries({ general, snapshot, longRead }).flatMap(([name, { max }]) =>
      Array.from({ length: max }, () =>
        database.withPlace(name as ConnectionClass, () => released),
      ),
    );
    try {
      await scene.makeDue(id);
      await until(async () => {
        const [row] = await service.sql<{ state: string }>(
          'SELECT state FROM schedule WHERE id = $1',
          [id],
        );
        return row!.state === 'executed';
      });
      expect(database.load.classes.general).toMatchObject({ used: general.max });
    } finally {
      release();
      await Promise.all(holding);
    }
    expect(await scene.isOn(feature)).toBe(false);
  });

  test('turns a feature off while schedules of other features wait for their locked rows', async () => {
    const [feature, ...locked] = await Promise.all(
      Array.from({ length: 8 }, () => scene.feature({ on: true })),
    );
    const off = await scene.given(feature!, { action: 'off' });
    const actions = ['off', 'off', 'off', 'on', 'on', 'on', 'on'];
    const waiting = await Promise.all(
      locked.map((name, n) => scene.given(name, { action: actions[n] })),
    );
    for (const name of locked.slice(3))
      await service.api.post(`${scene.at(name, 'production')}/off`).expect(200);
    const other = new Client({ connectionString: service.databaseUrl });
    await other.connect();
    try {
      await other.query('BEGIN');
      const lock = 'SELECT FROM feature_environment WHERE feature_name = ANY ($1) FOR UPDATE';
      await other.query(lock, [locked]);
      for (const id of waiting) await scene.makeDue(id, 5);
      await setTimeout(700); // They are waiting.
      const since = performance.now();
      await scene.executed(off);
      expect(performance.now() - since).toBeLessThan(2_500);
      expect(await scene.isOn(feature!)).toBe(false);
      await other.query('COMMIT');
    } finally {
      await other.end();
    }
    for (const id of waiting)
      await eventually(
        () => scene.get(id),
        ({ state }) => state === 'executed',
      );
  });

  test('acts in the order of the times: turning off is not overtaken', async () => {
    const features = await Promise.all(Array.from({ length: 6 }, () => scene.feature()));
    const due: number[] = [];
    for (const feature of features) {
      due.push(await scene.given(feature, { action: 'on', at: later(60) }));
      due.push(await scene.given(feature, { action: 'off', at: later(61) }));
    }
    await service.sql(
      `UPDATE schedule SET next_at = now() - interval '10 seconds'
         + (id - $2::int) * interval '10 milliseconds' WHERE id = ANY ($1)`,
      [due, due[0]],
    );
    for (const id of due)
      await eventually(
        () => scene.get(id),
        ({ state }) => state === 'executed',
      );
    for (const feature of features) expect(await scene.isOn(feature)).toBe(false);
  });

  test('turns a feature on, with the default strategy', async () => {
    const feature = await scene.feature();
    await scene.executed(await scene.given(feature, { action: 'on' }));
    expect(await scene.isOn(feature)).toBe(true);
    const types = (await scene.events(feature)).map(({ type }) => type);
    expect(types).toContain('feature-strategy-add');
  });

  test('archives a feature', async () => {
    const feature = await scene.feature();
    await scene.executed(await scene.given(feature, { action: 'archive' }));
    expect((await scene.events(feature))[1]).toMatchObject({ type: 'feature-archived' });
  });

  test('adds, changes and deletes strategies', async () => {
    const feature = await scene.feature({ on: true });
    const payload = {
      name: 'flexibleRollout',
      parameters: { rollout: '7', stickiness: 'default' },
    };
    await scene.executed(await scene.given(feature, { action: 'addStrategy', payload }));
    const strategies = `${scene.at(feature, 'production')}/strategies`;
    const read = async () => (await service.api.get(strategies).expect(200)).body;
    const [, added] = await read();
    expect(added.parameters.rollout).toBe('7');
    const change = { id: added.id, name: 'flexibleRollout', title: 'later' };
    await scene.executed(await scene.given(feature, { action: 'updateStrategy', payload: change }));
    expect((await read())[1]).toMatchObject({ id: added.id, title: 'later' });
    const removal = { action: 'deleteStrategy', payload: { id: added.id } };
    await scene.executed(await scene.given(feature, removal));
    expect(await read()).toHaveLength(1);
  });

  test('is changed, and its author is then who changed it', async () => {
    const feature = await scene.feature();
    const id = await scene.given(feature, { action: 'on' });
    const at = later(200);
    const { body } = await service.api
      .put(`${scene.path}/${id}`, { action: 'off', at })
      .expect(200);
    expect(body).toMatchObject({ action: 'off', nextAt: at, createdBy: { id: -42 } });
    expect((await scene.events(feature))[0]).toMatchObject({
      type: 'schedule-updated',
      data: { action: 'off' },
      preData: { action: 'on' },
    });
  });

  test('is cancelled, and does nothing then', async () => {
    const feature = await scene.feature();
    const id = await scene.given(feature, { action: 'on' });
    await scene.author.api.delete(`${scene.path}/${id}`).expect(200);
    expect(await scene.get(id)).toMatchObject({ state: 'cancelled', nextAt: null });
    const { body } = await scene.author.api.delete(`${scene.path}/${id}`).expect(409);
    expect(body.message).toContain('cancelled');
    expect((await scene.events(feature))[0]).toMatchObject({ type: 'schedule-cancelled' });
  });

  test.each([
    [{ action: 'fly' }, 'action'],
    [{ action: 'off', at: '2020-01-01T00:00:00Z' }, 'future'],
    [{ action: 'off', at: '2090-01-01T00:00:00Z' }, 'five years'],
    [{ action: 'off', at: '2030-01-01T00:00:00' }, 'offset'],
    [{ action: 'off', timeZone: 'Mars/Olympus' }, 'time zone'],
    [{ action: 'archive', durationMinutes: 5 }, 'reversed'],
    [{ action: 'archive', rule: 'FREQ=DAILY' }, 'recur'],
    [{ action: 'off', payload: { force: true } }, 'reason'],
    [{ action: 'addStrategy', payload: {} }, 'name'],
  ])('is refused when it is invalid: %j', async (schedule, word) => {
    const { body } = await scene.add(await scene.feature(), schedule).expect(400);
    expect(JSON.stringify(body)).toContain(word);
  });

  test('is refused for what does not exist', async () => {
    const feature = await scene.feature();
    await scene.add('unknown-feature', { action: 'on' }).expect(404);
    const path = `${scene.at(feature, 'nowhere')}/schedule`;
    await scene.author.api.post(path, { action: 'on', at: later() }).expect(404);
    const payload = { id: '00000000-0000-4000-8000-000000000000' };
    await scene.add(feature, { action: 'deleteStrategy', payload }).expect(404);
    await service.api.get(`${scene.path}/999999`).expect(404);
    await service.api.get(`/api/admin/projects/default/schedules/999999`).expect(404);
  });

  test('requires the permission of the change', async () => {
    const stranger = await somebody(service);
    const feature = await scene.feature();
    await scene.add(feature, { action: 'on' }, stranger.api).expect(403);
    const id = await scene.given(feature, { action: 'on' });
    await stranger.api.delete(`${scene.path}/${id}`).expect(403);
    await stranger.api.put(`${scene.path}/${id}`, { action: 'on', at: later() }).expect(403);
    const onCall = await somebody(service);
    const roles = [await role(service, 'custom', 'DISABLE_FEATURE_ENVIRONMENT')];
    await give(service, scene.project, roles, { users: [onCall.id] });
    await scene.add(feature, { action: 'on' }, onCall.api).expect(403);
    await scene.add(feature, { action: 'off', durationMinutes: 5 }, onCall.api).expect(403);
    await scene.add(feature, { action: 'off' }, onCall.api).expect(201);
    await onCall.api.delete(`${scene.path}/${id}`).expect(200);
  });
});

test('schedules are deleted 90 days after they have ended', async () => {
  const feature = await scene.feature();
  const [ended, open] = [
    await scene.given(feature, { action: 'on' }),
    await scene.given(feature, { action: 'on' }),
  ];
  await service.api.delete(`${scene.path}/${ended}`).expect(200);
  const cleanedUpAfter = async (days: number): Promise<number[]> => {
    await service.sql(`UPDATE schedule SET changed_at = now() - make_interval(days => $1)`, [days]);
    const jobs = [...service.service.app.get(BackgroundJobs).all];
    await jobs.find(({ name }) => name === 'schedule-retention')!.runNow();
    const { body } = await service.api.get(`${scene.at(feature)}/schedules`).expect(200);
    return body.schedules.map(({ id }: { id: number }) => id).sort();
  };
  expect(await cleanedUpAfter(89)).toEqual([ended, open].sort());
  expect(await cleanedUpAfter(91)).toEqual([open]);
});

test('metrics show how late schedules are, and what became of them', async () => {
  await scene.executed(await scene.given(await scene.feature(), { action: 'on' }));
  const { text } = await service.api.get('/internal-backstage/prometheus').expect(200);
  expect(text).toMatch(/^schedule_lag_seconds\{kind="schedule"\} [\d.]+$/m);
  const executed = /^scheduled_changes_total\{kind="schedule",outcome="executed"\} (\d+)$/m;
  expect(Number(executed.exec(text)?.[1])).toBeGreaterThan(0);
});
