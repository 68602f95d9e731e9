import { EventTally } from '../../../../src/core/event/event-tally.js';
import { CountVerificationJob } from '../../../../src/instance/operations/counts/count-verification.job.js';
import {
  verifyCounts,
  type CountReport,
} from '../../../../src/instance/operations/counts/count-verifier.js';
import { KEPT_COUNTS } from '../../../../src/instance/operations/counts/counts.sql.js';
import { main } from '../../../../admin/admin.js';
import { at } from '../../../support/api.js';
import { runProcess, runProgram, type Outcome } from '../../../support/programs.js';
import { TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const verify = async (repair = false): Promise<CountReport> =>
  (await verifyCounts({ url: service.databaseUrl, ssl: false }, { repair })) as CountReport;

async function contents(): Promise<string> {
  const feature = await service.given.feature({ enabledIn: ['development', 'production'] });
  await service.sql(
    `INSERT INTO client_metric (feature_name, app_name, environment, hour, yes) VALUES ($1, 'app', 'production', date_trunc('hour', now()), 1)`,
    [feature],
  );
  await service.sql(
    `INSERT INTO feature_environment_usage (feature_name, environment, last_seen_at, hour) VALUES ($1, 'production', now(), date_trunc('hour', now()))`,
    [feature],
  );
  await service.sql(
    `INSERT INTO client_metric_variant (feature_name, app_name, environment, hour, variant, count) VALUES ($1, 'app', 'production', date_trunc('hour', now()), 'v', 1)`,
    [feature],
  );
  // Transactions of other test files can hold the horizon back.
  await until(async () => {
    await service.service.app.get(EventTally).catchUp();
    return (
      (
        await service.sql(
          'SELECT FROM event WHERE transaction_id >= (SELECT transaction_id FROM event_tally_horizon)',
        )
      ).length === 0
    );
  });
  return feature;
}

/** Falsifies every count in a different way. */
async function spoil(feature: string): Promise<void> {
  await service.sql('DELETE FROM event_hour_tally');
  await service.sql('UPDATE event_type_tally SET events = events + 5');
  await service.sql(
    `INSERT INTO event_total_tally (type, project, created_by_user_id, events) VALUES ('feature-created', 'no-such', 1, 3)`,
  );
  await service.sql('UPDATE event_project_tally SET day = day - 1');
  await service.sql('DELETE FROM feature_first_on');
  await service.sql('DELETE FROM project_usage');
  await service.sql('UPDATE client_metric_day_tally SET buckets = buckets * 2'); // like data that was restored into a schema with triggers
  await service.sql(
    'UPDATE feature_environment SET strategy_count = 7, active_strategy_count = 0 WHERE feature_name = $1',
    [feature],
  );
  await service.sql('UPDATE feature_strategy_list SET strategies = NULL WHERE feature_name = $1', [
    feature,
  ]);
  await service.sql(
    `INSERT INTO feature_context_field (context_field, feature_name, strategies) VALUES ('userId', $1, 3)
     ON CONFLICT ON CONSTRAINT feature_context_field_pkey DO UPDATE SET strategies = 3`,
    [feature],
  );
  await service.sql(
    `INSERT INTO feature_segment (feature_name, segment_id, strategies) VALUES ($1, 999, 1)`,
    [feature],
  );
  await service.sql(`UPDATE feature_count SET features = features + 5 WHERE subject = 'live'`);
  await service.sql(
    `INSERT INTO client_application_feature (feature_name, environment, app_name, hour)
     VALUES ('never-made', 'production', 'app', now())`,
  );
  await service.sql('DELETE FROM unknown_feature');
}

test('every count that is wrong is found, told with what it should be, and put right', async () => {
  const feature = await contents();
  expect((await verify()).differences).toEqual([]);
  await spoil(feature);

  const found = await verify();
  expect(found.isRepaired).toBe(false);
  expect(found.differences.map(({ name }) => name)).toEqual(KEPT_COUNTS.map(({ name }) => name));
  expect(
    found.differences.find(({ name }) => name === 'feature_environment.strategy_count'),
  ).toMatchObject({
    places: expect.any(Number),
    examples: expect.arrayContaining([
      { key: `${feature} in production`, expected: '1', found: '7' },
    ]),
  });
  expect(
    found.differences.find(({ name }) => name === 'client_metric_day_tally.enabled')!.examples,
  ).toEqual([{ key: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), expected: '1', found: '2' }]);

  expect((await verify(true)).isRepaired).toBe(true);
  expect((await verify()).differences).toEqual([]);
});

test('the background job puts wrong counts right once in its interval, and counts what was wrong', async () => {
  const feature = await contents();
  const job = service.service.app.get(CountVerificationJob);
  await service.sql('UPDATE event_tally_horizon SET verified_at = NULL');
  await spoil(feature);

  await job.verifyIfDue();

  expect((await verify()).differences).toEqual([]);
  const { text } = await service.api.as().get('/internal-backstage/prometheus').expect(200);
  expect(text).toMatch(/^count_differences_total\{count="event_hour_tally"\} [1-9]/m);
  await service.sql('UPDATE event_type_tally SET events = events + 5');
  await job.verifyIfDue(); // not due yet
  expect((await verify()).differences.map(({ name }) => name)).toEqual(['event_type_tally']);
  await verify(true);
});

test('counts are put right while others change what they count', async () => {
  const feature = await contents();
  await service.sql(
    'UPDATE feature_environment SET strategy_count = 0, active_strategy_count = 0 WHERE feature_name = $1',
    [feature],
  );
  const strategy = (): PromiseLike<unknown> =>
    service.api
      .post(`${at(feature, 'production')}/strategies`)
      .send({ name: 'default', parameters: {} })
      .expect(200);

  await Promise.all([verify(true), ...Array.from({ length: 6 }, strategy)]);

  expect(
    (await verify()).differences.filter(({ name }) => name.startsWith('feature_environment')),
  ).toEqual([]);
});

test('the features that constrain a context field are counted as strategies change', async () => {
  const feature = await service.given.feature();
  const strategies = `${at(feature, 'production')}/strategies`;
  const on = (...fields: string[]): object[] =>
    fields.map((contextName) => ({ contextName, operator: 'IN', values: ['1'] }));
  const add = async (...fields: string[]): Promise<string> => {
    const strategy = { name: 'default', parameters: {}, constraints: on(...fields) };
    return (await service.api.post(strategies).send(strategy).expect(200)).body.id as string;
  };
  const counted = (name = feature): Promise<object[]> =>
    service.sql(
      `SELECT context_field AS field, strategies FROM feature_context_field
        WHERE feature_name = $1 ORDER BY 1`,
      [name],
    );

  const first = await add('userId', 'userId', 'appName');
  const second = await add('userId');
  await add();
  expect(await counted()).toEqual([
    { field: 'appName', strategies: 1 },
    { field: 'userId', strategies: 2 },
  ]);
  await service.api
    .put(`${strategies}/${first}`)
    .send({ name: 'default', parameters: {}, constraints: on('sessionId') })
    .expect(200);
  expect(await counted()).toEqual([
    { field: 'sessionId', strategies: 1 },
    { field: 'userId', strategies: 1 },
  ]);
  const clone = `${feature}-clone`;
  await service.api
    .post(`${at(feature)}/clone`)
    .send({ name: clone })
    .expect(201);
  expect(await counted(clone)).toEqual(await counted());
  await service.api.delete(`${strategies}/${second}`).expect(200);
  expect(await counted()).toEqual([{ field: 'sessionId', strategies: 1 }]);
  await service.api.delete(at(feature)).expect(202);
  await service.api.delete(`/api/admin/archive/${feature}`).expect(200);
  expect(await counted()).toEqual([]);
  expect((await verify()).differences.map(({ name }) => name)).not.toContain(
    'feature_context_field',
  );
});

test('the command tells what is wrong by its exit code, and puts it right when asked to', async () => {
  await contents();
  await service.sql('UPDATE event_type_tally SET events = events + 5');
  const environment = { DATABASE_URL: service.databaseUrl };
  const run = (...args: string[]): Promise<Outcome> =>
    runProgram(main, ['counts', ...args], environment);

  const wrong = await run();
  expect(wrong.code).toBe(1);
  expect(wrong.out).toMatch(
    /event_type_tally: wrong in \d+ places\n(.+\n)* {2}feature-created: \d+, should be \d+/,
  );
  const process = runProcess('admin/admin.js', ['counts'], environment);
  expect(await process).toEqual(wrong);
  expect(await run('--repair')).toMatchObject({
    code: 0,
    out: expect.stringContaining('The wrong counts were corrected.'),
  });
  expect((await run()).out).toContain('All counts are correct.');
  expect(await run('--nothing')).toMatchObject({
    code: 2,
    err: "error: unknown option '--nothing'\n",
  });
});

test('events are tallied in steps that never divide a transaction', async () => {
  const tallied = (): Promise<{ horizon: string }[]> =>
    service.sql('SELECT transaction_id::text AS horizon FROM event_tally_horizon');
  // The job of the service would tally the same events.
  await service.service.app.get(EventTally).catchUp();
  const job = jest.spyOn(EventTally.prototype, 'catchUp').mockResolvedValue();
  for (let n = 0; n < 3; n++) await service.given.feature({ enabledIn: ['production'] });
  const untallied = (): Promise<object[]> =>
    service.sql(
      `SELECT DISTINCT transaction_id FROM event
        WHERE transaction_id >= (SELECT transaction_id FROM event_tally_horizon)`,
    );
  expect((await untallied()).length).toBeGreaterThanOrEqual(3);
  const seen = new Set<string>();
  await until(async () => {
    // The tally stops at transactions that are not final, including those of other databases.
    await service.sql('SELECT advance_event_tally(1)');
    seen.add((await tallied())[0]!.horizon);
    expect((await verify()).differences).toEqual([]);
    return (await untallied()).length === 0;
  });
  expect(seen.size).toBeGreaterThanOrEqual(3);
  job.mockRestore();
});
