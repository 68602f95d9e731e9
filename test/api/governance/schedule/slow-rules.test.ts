import { expectResponsive } from '../../../support/event-loop.js';
import { later, ScheduleScene } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';
import { Sandbox } from '../../../../src/platform/sandbox/sandbox.js';
import { SandboxTimeoutError } from '../../../../src/platform/sandbox/sandbox-task.js';
import { until } from '../../../support/waiting.js';

const numbers = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, n) => first + n).join(',');
const QUARTERS = 'BYMINUTE=0,15,30,45';
const EACH_HOUR = `BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${numbers(0, 23)}`;
const EACH_DAY = `FREQ=YEARLY;${EACH_HOUR}`;
/** Has 2,976 times a month, of which finding one takes about 10 ms. */
const EVERY_DAY = `FREQ=MONTHLY;${EACH_HOUR};${QUARTERS}`;
/** Has so many times a year that it is no longer accepted; finding one takes tenths of a second. */
const TOO_DENSE = `${EACH_DAY};${QUARTERS}`;
/** Less than half of what these rules take in the thread of requests. */
const CEILING_MS = 100;

let service: TestService;
let scene: ScheduleScene;
beforeAll(async () => {
  service = await TestService.start({ WORKER_TIME_LIMIT_MS: '20000' });
  scene = await ScheduleScene.create(service);
});
afterAll(() => service.stop());

/** A schedule with a rule as an earlier version may have stored it. */
async function stored(rule: string, one = scene): Promise<number> {
  const feature = await one.feature({ on: true });
  const id = await one.given(feature, { action: 'off', rule: 'FREQ=DAILY' });
  await one.service.sql('UPDATE schedule SET rule = $2 WHERE id = $1', [id, rule]);
  return id;
}

test.each([EVERY_DAY, TOO_DENSE])('a schedule with %s acts without blocking', async (rule) => {
  const id = await stored(rule);
  await scene.executed(id);
  await expectResponsive(async () => {
    const { state, nextAt } = await scene.executed(id);
    expect(state).toBe('pending');
    expect(Date.parse(nextAt!)).toBeGreaterThan(Date.now());
  }, CEILING_MS);
});

test('a calendar with slow rules does not block, and has the next time of the densest ones', async () => {
  const one = await ScheduleScene.create(service);
  const ids = [await stored(EVERY_DAY, one), await stored(TOO_DENSE, one)];
  const query = `from=${later(0)}&to=${later(60 * 24 * 300)}`;
  let found: { id: number; occurrences: string[] }[] = [];
  await expectResponsive(async () => {
    const { body } = await service.api.get(`${one.path}?${query}`).expect(200);
    found = body.schedules;
  }, CEILING_MS);
  const [everyDay, tooDense] = ids.map((id) => found.find((each) => each.id === id)!.occurrences);
  expect(everyDay!.length).toBeGreaterThan(1);
  expect(tooDense).toHaveLength(1);
});

test('a schedule whose next time takes too long to find acts, and is suspended with the reason', async () => {
  const id = await stored(TOO_DENSE);
  const run = jest
    .spyOn(service.service.app.get(Sandbox), 'run')
    .mockRejectedValue(new SandboxTimeoutError('next occurrence', 1_000));
  try {
    const { state, reason, executedAt } = await scene.executed(id);
    expect({ state, reason }).toEqual({
      state: 'suspended',
      reason: 'The recurrence rule takes too long to compute. Use a simpler one.',
    });
    expect(executedAt).not.toBeNull();
  } finally {
    run.mockRestore();
  }
  const { body } = await service.api.get('/api/admin/search/events?limit=3').expect(200);
  expect(body.events.map(({ type }: { type: string }) => type)).toEqual([
    'schedule-suspended',
    'schedule-executed',
    'feature-environment-disabled',
  ]);
});

test.each([
  ['Idempotency-Key', 'some-key'],
  ['If-Match', undefined],
])('no connection waits for a rule of a request with %s', async (name, value) => {
  const feature = await scene.feature();
  const rule = 'FREQ=MONTHLY;BYMONTHDAY=15';
  const path = `${scene.at(feature, 'production')}/schedule`;
  const { body } = await service.api.post(path, { action: 'on', at: later() }).expect(201);
  const known = `${scene.path}/${body.id}`;
  const tag = (await service.api.get(known).expect(200)).headers['etag']!;
  const sandbox = service.service.app.get(Sandbox);
  const run = sandbox.run.bind(sandbox);
  const isAnyHeld = async (): Promise<boolean> => {
    const sessions = 'SELECT FROM pg_stat_activity WHERE datname = current_database()';
    return (await service.sql(`${sessions} AND state LIKE 'idle in%'`)).length > 0;
  };
  // Other work holds connections for moments only.
  const spy = jest.spyOn(sandbox, 'run').mockImplementation(async (task, input) => {
    await until(async () => !(await isAnyHeld()));
    return run(task, input);
  });
  try {
    const wanted = { action: 'on', at: later(90), rule };
    const send = () =>
      (value ? service.api.post(path, wanted) : service.api.put(known, wanted)).set({
        [name]: value ?? tag,
      });
    const answer = await send();
    expect([answer.status, answer.body.rule]).toEqual([value ? 201 : 200, rule]);
    if (value) expect(answer.headers['location']).toBe(`${scene.path}/${answer.body.id}`);
    if (value) expect((await send()).body).toEqual(answer.body);
    expect(spy).toHaveBeenCalledTimes(1);
  } finally {
    spy.mockRestore();
  }
});
