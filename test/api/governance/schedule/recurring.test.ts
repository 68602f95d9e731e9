import { later, ScheduleScene } from '../../../support/schedule-scene.js';
import { expectResponsive } from '../../../support/event-loop.js';
import { TestService } from '../../../support/service.js';
import { eventually } from '../../../support/waiting.js';

let service: TestService;
let scene: ScheduleScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await ScheduleScene.create(service);
});
afterAll(() => service.stop());

/** A day within the next year, whatever the present date. */
const NEXT_YEAR = new Date().getUTCFullYear() + 1;

describe('a window in which a feature is on', () => {
  test('turns a feature on and off again', async () => {
    const feature = await scene.feature();
    const id = await scene.given(feature, { action: 'on', durationMinutes: 60 });
    const open = await scene.executed(id);
    expect(open).toMatchObject({ state: 'pending', nextAction: 'off' });
    expect(await scene.isOn(feature)).toBe(true);
    expect(await scene.executed(id)).toMatchObject({ state: 'executed', nextAction: null });
    expect(await scene.isOn(feature)).toBe(false);
    const steps = (await scene.events(feature)).filter(({ type }) => type === 'schedule-executed');
    expect(steps.map(({ data }) => data['action'])).toEqual(['off', 'on']);
  });

  test('ends on time when it began late', async () => {
    const feature = await scene.feature();
    const id = await scene.given(feature, { action: 'on', durationMinutes: 60 });
    const { nextAt } = await scene.executed(id, { secondsAgo: 1_800 });
    const minutes = (Date.parse(nextAt!) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(28);
    expect(minutes).toBeLessThan(31);
  });

  test('that is over is missed, and its end always takes place', async () => {
    const feature = await scene.feature();
    const window = { action: 'on', durationMinutes: 60, whenLate: 'skip' };
    const over = await scene.given(feature, window);
    expect(await scene.executed(over, { secondsAgo: 7_200 })).toMatchObject({ state: 'missed' });
    expect(await scene.isOn(feature)).toBe(false);
    const id = await scene.given(feature, window);
    await scene.executed(id);
    expect(await scene.executed(id, { secondsAgo: 7_200 })).toMatchObject({ state: 'executed' });
    expect(await scene.isOn(feature)).toBe(false);
  });
});

describe('a recurring schedule', () => {
  test('acts at its local time, also when the clocks change', async () => {
    const feature = await scene.feature();
    // The clocks in Berlin change on the last Sunday of March.
    const at = `${NEXT_YEAR}-03-20T08:00:00Z`;
    const { body } = await scene
      .add(feature, { action: 'on', at, rule: 'FREQ=DAILY', timeZone: 'Europe/Berlin' })
      .expect(201);
    expect(body.nextAt).toBe(`${NEXT_YEAR}-03-20T08:00:00.000Z`);
    const query = `from=${NEXT_YEAR}-03-20T00:00:00Z&to=${NEXT_YEAR}-04-05T00:00:00Z`;
    const list = await service.api.get(`${scene.at(feature)}/schedules?${query}`).expect(200);
    const times: string[] = list.body.schedules[0].occurrences;
    expect(times[0]).toContain('T08:00');
    expect(times.at(-1)).toContain('T07:00');
    expect(times).toHaveLength(16);
  });

  test('of which several act every quarter of an hour has all its times in a calendar', async () => {
    const hours = Array.from({ length: 24 }, (_, hour) => hour).join(',');
    const rule = `FREQ=DAILY;BYHOUR=${hours};BYMINUTE=0,15,30,45`;
    const at = `${NEXT_YEAR}-03-20T08:00:00Z`;
    const features = await Promise.all(Array.from({ length: 6 }, () => scene.feature()));
    for (const feature of features) await scene.given(feature, { action: 'on', at, rule });
    const query = `from=${NEXT_YEAR}-03-20T00:00:00Z&to=${NEXT_YEAR + 1}-03-20T00:00:00Z`;
    const { body } = await service.api.get(`${scene.path}?${query}`).expect(200);
    const times = new Map<string, string[]>(
      (body.schedules as { feature: string; occurrences: string[] }[]).map((schedule) => [
        schedule.feature,
        schedule.occurrences,
      ]),
    );
    for (const feature of features) {
      expect(times.get(feature)).toHaveLength(100);
      expect(times.get(feature)!.at(-1)).toBe(`${NEXT_YEAR}-03-21T08:45:00.000Z`);
    }
  });

  test('acts later by what the clocks skip when its local time does not exist', async () => {
    const feature = await scene.feature();
    const zones = [
      // The last Sunday of March by an hour, and the first one of October by half an hour.
      ['Europe/Berlin', `${NEXT_YEAR}-03-25`, '02:15', 'T03:15'],
      ['Australia/Lord_Howe', `${NEXT_YEAR}-10-01`, '02:15', 'T02:45'],
    ] as const;
    for (const [timeZone, day, time, moved] of zones) {
      const [hour, minute] = time.split(':').map(Number);
      const rule = `FREQ=DAILY;BYHOUR=${hour};BYMINUTE=${minute};COUNT=7`;
      const at = `${day}T00:00:00Z`;
      await scene.given(feature, { action: 'on', at, rule, timeZone });
      const query = `from=${at}&to=${NEXT_YEAR}-12-01T00:00:00Z`;
      const list = await service.api.get(`${scene.at(feature)}/schedules?${query}`).expect(200);
      const times = (list.body.schedules as { occurrences: string[] }[])
        .flatMap(({ occurrences }) => occurrences)
        .filter((one) => one >= at)
        .slice(0, 7)
        .map((one) => new Date(one).toLocaleString('sv', { timeZone }).replace(' ', 'T'));
      expect(times.filter((one) => one.includes(moved))).toHaveLength(1);
      expect(times.filter((one) => one.includes(`T${time}`))).toHaveLength(6);
    }
  });

  test('acts at or after its start, also within a second', async () => {
    const feature = await scene.feature();
    const add = async (at: string, rule?: string): Promise<string> =>
      (await scene.add(feature, { action: 'on', at, rule }).expect(201)).body.nextAt;
    const day = `${NEXT_YEAR}-03-20`;
    expect(await add(`${day}T10:00:00.001Z`, 'FREQ=DAILY')).toBe(`${day}T10:00:01.000Z`);
    expect(await add(`${day}T10:00:00.000Z`, 'FREQ=DAILY')).toBe(`${day}T10:00:00.000Z`);
    expect(await add(`${day}T10:00:00.001Z`)).toBe(`${day}T10:00:00.001Z`);
  });

  test('loses no time when the clocks are put forward', async () => {
    const due = new Date(Math.floor(Date.now() / 60_000) * 60_000);
    const next = new Date(due.getTime() + 30 * 60_000);
    const parts = (part: (time: Date) => number) => [...new Set([due, next].map(part))].join();
    const hours = parts((time) => time.getUTCHours());
    const minutes = parts((time) => time.getUTCMinutes());
    const day = Math.floor((due.getTime() - Date.UTC(due.getUTCFullYear(), 0)) / 86_400_000);
    // The time of UTC until now, and an hour more for the next hundred days.
    const zone = `AAA0BBB,${day}/${due.toISOString().slice(11, 19)},${(day + 100) % 365}/0`;
    const feature = await scene.feature({ on: true });
    const id = await scene.given(feature, { action: 'off', rule: 'FREQ=DAILY' });
    const rule = `FREQ=DAILY;BYHOUR=${hours};BYMINUTE=${minutes}`;
    await service.sql(
      `UPDATE schedule SET rule = $2, time_zone = $3, next_at = $4::timestamptz,
         starts_at = $4::timestamptz - interval '10 days' WHERE id = $1`,
      [id, rule, zone, due.toISOString()],
    );
    const query = `from=${due.toISOString()}&to=${new Date(due.getTime() + 3_600_000).toISOString()}`;
    const { nextAt } = await eventually(
      () => scene.get(id),
      ({ executedAt }) => executedAt !== null,
    );
    expect(nextAt).toBe(next.toISOString());
    const { body } = await service.api.get(`${scene.at(feature)}/schedules?${query}`).expect(200);
    expect(body.schedules[0].occurrences).toEqual([next.toISOString()]);
  });

  test('may be rarer than the years with four digits', async () => {
    const feature = await scene.feature();
    await scene.given(feature, { action: 'on', rule: 'FREQ=YEARLY;INTERVAL=1000' });
    await scene.given(feature, { action: 'on', rule: 'FREQ=YEARLY;INTERVAL=200;COUNT=366' });
  });

  test('begins with the first time of its rule, and goes on until its last one', async () => {
    const feature = await scene.feature();
    const { body } = await scene
      .add(feature, {
        action: 'off',
        at: `${NEXT_YEAR}-01-01T10:00:00Z`,
        rule: 'FREQ=MONTHLY;BYMONTHDAY=15;COUNT=2',
      })
      .expect(201);
    expect(body.nextAt).toBe(`${NEXT_YEAR}-01-15T10:00:00.000Z`);
    await service.sql(
      `UPDATE schedule SET starts_at = now() - interval '1 day', next_at = now(),
      rule = 'FREQ=DAILY;COUNT=2', until_at = now() + interval '1 day' WHERE id = $1`,
      [body.id],
    );
    const next = await scene.executed(body.id, { secondsAgo: 0 });
    expect(next).toMatchObject({ state: 'pending', nextAction: 'off' });
    expect(Date.parse(next.nextAt!)).toBeGreaterThan(Date.now());
  });

  test('ends with UNTIL', async () => {
    const feature = await scene.feature();
    const rule = `FREQ=DAILY;UNTIL=${NEXT_YEAR}0103T120000Z`;
    const at = `${NEXT_YEAR}-01-01T10:00:00Z`;
    await scene.given(feature, { action: 'off', at, rule });
    const query = `from=${at}&to=${NEXT_YEAR}-02-01T00:00:00Z`;
    const { body } = await service.api.get(`${scene.at(feature)}/schedules?${query}`).expect(200);
    expect(body.schedules[0].occurrences).toHaveLength(3);
  });

  test.each([
    ['UTC', `${NEXT_YEAR}-01-31T23:59:59.000Z`],
    ['America/Los_Angeles', `${NEXT_YEAR}-02-01T07:59:59.000Z`],
    ['Australia/Sydney', `${NEXT_YEAR}-01-31T12:59:59.000Z`],
    ['Asia/Kolkata', `${NEXT_YEAR}-01-31T18:29:59.000Z`],
  ])('ends with the day of UNTIL in its time zone %s', async (timeZone, end) => {
    const feature = await scene.feature();
    // At 22:00 and at 6:00 local time, each day until the 31st.
    for (const hour of [22, 6]) {
      const rule = `FREQ=DAILY;BYHOUR=${hour};BYMINUTE=0;UNTIL=${NEXT_YEAR}0131`;
      await scene.given(feature, {
        action: hour === 22 ? 'on' : 'off',
        at: `${NEXT_YEAR}-01-20T00:00:00Z`,
        rule,
        timeZone,
      });
    }
    const query = `from=${NEXT_YEAR}-01-20T00:00:00Z&to=${NEXT_YEAR}-03-01T00:00:00Z`;
    const { body } = await service.api.get(`${scene.at(feature)}/schedules?${query}`).expect(200);
    const days = (body.schedules as { occurrences: string[] }[]).map(({ occurrences }) =>
      new Intl.DateTimeFormat('en', { timeZone, day: 'numeric' }).format(
        new Date(occurrences.at(-1)!),
      ),
    );
    expect(days).toEqual(['31', '31']);
    const stored = await service.sql<{ until_at: Date }>(
      'SELECT until_at FROM schedule WHERE feature_name = $1',
      [feature],
    );
    expect(stored.map((row) => row.until_at.toISOString())).toEqual([end, end]);
  });

  test('skips occurrences that were missed', async () => {
    const feature = await scene.feature({ on: true });
    const id = await scene.given(feature, { action: 'off', rule: 'FREQ=DAILY', whenLate: 'skip' });
    await service.sql(
      `UPDATE schedule SET starts_at = now() - interval '10 days 1 hour'
      WHERE id = $1`,
      [id],
    );
    await scene.makeDue(id, 10 * 86_400);
    await eventually(
      () => scene.get(id),
      ({ nextAt }) => Date.parse(nextAt!) > Date.now(),
    );
    const missed = (await scene.events(feature)).filter(({ type }) => type === 'schedule-missed');
    expect(missed).toHaveLength(1);
    expect(await scene.isOn(feature)).toBe(true);
  });

  test.each([
    ['FREQ=HOURLY', 'FREQ'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'FREQ'],
    ['BYDAY=MO', 'FREQ'],
    ['FREQ=DAILY;BYMONTHDAY=99', 'BYMONTHDAY'],
    ['FREQ=DAILY;BYSECOND=1', 'BYSECOND'],
    ['FREQ=DAILY;COUNT=1000', 'COUNT'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20900101', 'exclude'],
    ['FREQ=DAILY;UNTIL=20200101', 'no occurrence'],
    ['FREQ=DAILY;UNTIL=20900231', 'no valid time'],
    ['FREQ=DAILY;UNTIL=20900431T120000Z', 'no valid time'],
    ['FREQ=DAILY;UNTIL=00000101', 'no valid time'],
    ['FREQ=DAILY;BYHOUR=1;BYMINUTE=0,10', '15 minutes'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL'],
    ['FREQ=DAILY;DTSTART=20200101T000000Z', 'DTSTART'],
    ['x'.repeat(201), 'rule'],
  ])('is refused with the rule %s', async (rule, word) => {
    const { body } = await scene.add(await scene.feature(), { action: 'on', rule }).expect(400);
    expect(JSON.stringify(body)).toContain(word);
  });

  test.each([
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;BYDAY=6MO',
    'FREQ=DAILY;BYMONTH=1;BYMONTHDAY=1;COUNT=366',
    'FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=0,1,2,3,4,5,6,7,8,9;BYMINUTE=0,15;BYSETPOS=-366',
    'FREQ=MONTHLY;BYDAY=MO,TU;BYHOUR=0,1,2,3,4,5,6,7,8;BYSETPOS=300',
  ])('costs little even if it never occurs: %s', async (rule) => {
    const feature = await scene.feature();
    const began = performance.now();
    const { status } = await scene.add(feature, { action: 'on', rule });
    expect([201, 400]).toContain(status);
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  test('does not hold up others while the times of many months are computed', async () => {
    const feature = await scene.feature();
    const add = () => scene.add(feature, { action: 'on', rule: 'FREQ=MONTHLY;COUNT=366' });
    await add().expect(201); // starts the worker
    await expectResponsive(() => add().expect(201), 100);
  });

  test('is refused when a window would overlap the next one', async () => {
    const feature = await scene.feature();
    const window = { action: 'on', rule: 'FREQ=DAILY', durationMinutes: 1_440 };
    const { body } = await scene.add(feature, window).expect(400);
    expect(body.message).toContain('durationMinutes');
    await scene.add(feature, { ...window, durationMinutes: 600 }).expect(201);
  });
});

describe('lists of recurring schedules', () => {
  test('are by feature, environment, project and instance, in pages', async () => {
    const one = await ScheduleScene.create(service);
    const [first, second] = [await one.feature(), await one.feature()];
    const ids = [
      await one.given(first, { action: 'on', at: later(10) }),
      await one.given(second, { action: 'on', at: later(20) }),
      await one.given(first, { action: 'off', at: later(30) }),
    ];
    const idsIn = async (path: string) => {
      const { body } = await one.author.api.get(path).expect(200);
      return body.schedules.map(({ id }: { id: number }) => id);
    };
    expect(await idsIn(one.path)).toEqual(ids);
    expect(await idsIn(`${one.path}?limit=1&offset=1`)).toEqual([ids[1]]);
    expect(await idsIn(`${one.at(first)}/schedules`)).toEqual([ids[0], ids[2]]);
    expect(await idsIn(`${one.at(first, 'development')}/schedule`)).toEqual([]);
    expect(await idsIn(`${one.at(first, 'production')}/schedule`)).toEqual([ids[0], ids[2]]);
    await one.author.api.delete(`${one.path}/${ids[0]}`).expect(200);
    expect(await idsIn(`${one.path}?state=open`)).toEqual([ids[1], ids[2]]);
    expect(await idsIn(`${one.path}?state=cancelled`)).toEqual([ids[0]]);
    const range = `from=${later(15)}&to=${later(25)}`;
    const { body } = await one.author.api.get(`/api/admin/schedules?${range}`).expect(200);
    const mine = body.schedules.filter(
      ({ project }: { project: string }) => project === one.project,
    );
    expect(mine).toMatchObject([{ id: ids[1], occurrences: [expect.any(String)] }]);
  });

  test('refuse a time that is too long or reversed', async () => {
    const query = `from=2030-01-01T00:00:00Z&to=2032-01-01T00:00:00Z`;
    await service.api.get(`/api/admin/schedules?${query}`).expect(400);
    const reversed = `from=2030-01-02T00:00:00Z&to=2030-01-01T00:00:00Z`;
    await service.api.get(`/api/admin/schedules?${reversed}`).expect(400);
  });
});
