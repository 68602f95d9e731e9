import { InstanceInsightsJob } from '../../../../src/instance/insights/instance-insights.job.js';
import { EventTally } from '../../../../src/core/event/event-tally.js';
import { somebody } from '../../../support/access.js';
import type { Api } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { eventually } from '../../../support/waiting.js';

const INSIGHTS = '/api/admin/insights';
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

type Row = Record<string, unknown> & { project: string; date: string };
type Trends = Record<string, Row[]>;
const read = async (query = '', api = service.api): Promise<Trends> =>
  (await api.get(`${INSIGHTS}${query}`).expect(200)).body as Trends;
const note = (one = service): Promise<void> =>
  one.service.app.get(InstanceInsightsJob, { strict: false }).run();
/** Creates a feature. @returns Its name. */
async function feature(project: string, type = 'release'): Promise<string> {
  const name = unique();
  await service.api.post(`/api/admin/projects/${project}/features`, { name, type }).expect(201);
  return name;
}
/** Notes the state again, although it was noted just now. */
const noteAgain = async (): Promise<void> => {
  await service.sql("UPDATE insight_day SET taken_at = now() - interval '2 hours'");
  await note();
};
const of = (trends: Trends, list: string, project: string): Row[] =>
  trends[list]!.filter((row) => row.project === project);
const day = (ago = 0): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

test('states of projects and of the instance are noted once a day, the last one counts', async () => {
  const project = await service.given.project();
  await feature(project);
  await noteAgain();
  const stale = await feature(project);
  await service.api
    .post(`/api/admin/projects/${project}/stale`, { features: [stale], stale: true })
    .expect(202);
  await note();
  expect(of(await read(), 'projectFlagTrends', project)).toMatchObject([{ total: 1, stale: 0 }]);
  await noteAgain();
  const trends = await read();

  expect(of(trends, 'projectFlagTrends', project)).toEqual([
    {
      ...{ project, week: expect.stringMatching(/^\d{4}-\d{2}$/), date: expect.any(String) },
      ...{ total: 2, active: 1, stale: 1, potentiallyStale: 0 },
      ...{ health: 50, technicalDebt: 50, users: expect.any(Number) },
    },
  ]);
  const [flags] = trends['flagTrends']!;
  expect(flags).toMatchObject({ date: `${day()}T23:59:59.999Z` });
  expect(flags!['total']).toBe(Number(flags!['active']) + Number(flags!['stale']));
  expect(trends['userTrends']).toMatchObject([
    { date: `${day()}T23:59:59.999Z`, total: expect.any(Number), inactive: expect.any(Number) },
  ]);
});

test('the last day of each week stands for the week', async () => {
  const project = await service.given.project();
  await service.sql(
    `INSERT INTO insight_project_day
     SELECT day::date, $1, extract(day FROM day)::int, 0, 0, 12.5, 1
       FROM generate_series('2025-03-03'::date, '2025-03-12', '1 day') day`,
    [project],
  );
  const trends = await read('?from=2025-03-01&to=2025-03-31');

  expect(of(trends, 'projectFlagTrends', project)).toMatchObject([
    { week: '2025-10', date: '2025-03-09T23:59:59.999Z', total: 9, timeToProduction: 12.5 },
    { week: '2025-11', date: '2025-03-16T23:59:59.999Z', total: 12 },
  ]);
  expect(trends['flagTrends']).toHaveLength(10);
});

test('features count in the weeks in which they were created, live and archived', async () => {
  const project = await service.given.project();
  const [one, two] = [await feature(project, 'experiment'), await feature(project)];
  await service.sql(
    `INSERT INTO feature_lifecycle (feature_name, stage, entered_at)
     VALUES ($1, 'live', now()) ON CONFLICT DO NOTHING`,
    [one],
  );
  await service.api.delete(`/api/admin/projects/${project}/features/${two}`).expect(202);
  const trends = await read();

  expect(of(trends, 'creationArchiveTrends', project)).toMatchObject([
    { createdFlags: { experiment: 1, release: 1 }, archivedFlags: 1 },
  ]);
  expect(of(trends, 'lifecycleTrends', project)).toMatchObject([{ newProductionFlags: 1 }]);
});

test('what was reported is noted when the day is over, by one of several instances', async () => {
  const project = await service.given.project();
  const used = await feature(project);
  await note();
  await service.sql(
    `INSERT INTO insight_day (day, users, active_users, taken_at)
     VALUES ($1::date, 1, 1, now()) ON CONFLICT DO NOTHING`,
    [day(2)],
  );
  await service.sql('UPDATE insight_day SET has_usage = false WHERE day = $1::date', [day(2)]);
  await service.sql(
    `INSERT INTO client_metric (feature_name, app_name, environment, hour, yes, no)
     SELECT $1, 'app-' || n, 'production', $2::date::timestamp AT TIME ZONE 'UTC', 10, 1
       FROM generate_series(1, 3) n`,
    [used, day(2)],
  );
  const other = await service.beside();
  await Promise.all([note(), note(other)]);
  await other.stop();
  const noted = of(await read(), 'metricsSummaryTrends', project);

  expect(noted).toMatchObject([
    {
      ...{ totalRequests: 33, totalYes: 30, totalNo: 3 },
      ...{ totalApps: 3, totalEnvironments: 1, totalFlags: 1 },
    },
  ]);
});

test('changes count by the type of the environment', async () => {
  await service.sql(
    `INSERT INTO event_hour_tally VALUES ('production', '2025-03-05T10:00Z', 4),
       ('production', '2025-03-04T10:00Z', 3), ('development', '2025-03-05T10:00Z', 2)`,
  );
  const { environmentTypeTrends } = await read('?from=2025-03-01&to=2025-03-31');

  expect(environmentTypeTrends).toEqual(
    [
      ...[{ environmentType: 'development', week: '2025-10', totalUpdates: 2 }],
      ...[{ environmentType: 'production', week: '2025-10', totalUpdates: 7 }],
    ].map((row) => ({ ...row, date: '2025-03-09T23:59:59.999Z' })),
  );
});

test('parts of life have numbers by kind, and medians of days', async () => {
  const project = await service.given.project();
  const names: string[] = [];
  for (const type of ['release', 'release', 'experiment', 'kill-switch', 'release'])
    names.push(await feature(project, type));
  const [early, live, completed, archived] = names;
  await service.sql(
    `UPDATE feature SET created_at = now() - interval '40 days' WHERE name = ANY ($1)`,
    [[live, completed, archived]],
  );
  await service.sql(`UPDATE feature SET created_at = now() - interval '10 days' WHERE name = $1`, [
    early,
  ]);
  await service.sql(
    `INSERT INTO feature_lifecycle (feature_name, stage, entered_at) VALUES
       ($1, 'live', now() - interval '30 days'), ($2, 'live', now() - interval '20 days'),
       ($2, 'completed', now() - interval '2 days'), ($3, 'live', now() - interval '36 days'),
       ($3, 'completed', now() - interval '30 days')
     ON CONFLICT ON CONSTRAINT feature_lifecycle_pkey DO UPDATE SET entered_at = excluded.entered_at`,
    [live, completed, archived],
  );
  await service.sql(`UPDATE feature SET archived_at = now() - interval '22 days' WHERE name = $1`, [
    archived,
  ]);
  const { body } = await service.api.get(`${INSIGHTS}/lifecycle?projects=${project}`).expect(200);
  const none = { newFlagsThisWeek: 0, flagsOlderThanWeek: 0 };

  expect(body.lifecycleTrends).toEqual({
    develop: {
      categories: {
        experimental: none,
        release: { newFlagsThisWeek: 1, flagsOlderThanWeek: 1 },
        permanent: none,
      },
      ...{ medianDaysInCurrentStage: 5, medianDaysHistorically: 10, totalFlags: 2 },
    },
    production: {
      categories: {
        ...{ experimental: none, permanent: none },
        release: { newFlagsThisWeek: 0, flagsOlderThanWeek: 1 },
      },
      ...{ medianDaysInCurrentStage: 30, medianDaysHistorically: 12, totalFlags: 1 },
    },
    cleanup: {
      categories: {
        ...{ release: none, permanent: none },
        experimental: { newFlagsThisWeek: 1, flagsOlderThanWeek: 0 },
      },
      ...{ medianDaysInCurrentStage: 2, medianDaysHistorically: 8, totalFlags: 1 },
    },
  });
});

test('private projects are hidden from those who must not know of them', async () => {
  const hidden = await service.given.project({ mode: 'private' });
  await feature(hidden);
  await noteAgain();
  const { api } = await somebody(service, 'Viewer');
  const [all, some] = [await read(), await read('', api)];

  expect(of(all, 'projectFlagTrends', hidden)).toHaveLength(1);
  expect(JSON.stringify(some)).not.toContain(hidden);
  const total = (trends: Trends): number => Number(trends['flagTrends']!.at(-1)!['total']);
  expect(total(some)).toBeLessThan(total(all));
  const { body } = await api.get(`${INSIGHTS}/lifecycle?projects=${hidden}`).expect(200);
  expect(body.lifecycleTrends.develop.totalFlags).toBe(0);
});

test('changes of private projects do not count for those who must not know of them', async () => {
  const hidden = await service.given.project({ mode: 'private' });
  const tally = (): Promise<void> =>
    service.service.app.get(EventTally, { strict: false }).catchUp();
  const changes = async (api = service.api): Promise<unknown[]> =>
    (await read(`?from=${day()}`, api))['environmentTypeTrends']!.map((row) => [
      ...[row['environmentType'], row['totalUpdates']],
    ]);
  const { api } = await somebody(service, 'Viewer');
  await tally();
  const before = { all: await changes(), some: await changes(api) };
  const name = await feature(hidden);
  const on = `environments/production/on`;
  await service.api.post(`/api/admin/projects/${hidden}/features/${name}/${on}`).expect(200);
  const token = { type: 'client', environment: 'production', projects: ['default', hidden] };
  await service.api.post('/api/admin/api-tokens', { tokenName: unique(), ...token }).expect(201);
  // Untallied events count neither way.
  expect(await changes(api)).toEqual(before.some);
  /** Transactions in other databases of the server can delay when events are tallied. */
  const othersThan = (counts: unknown[], caller?: Api): Promise<unknown[]> =>
    eventually(
      async () => (await tally(), changes(caller)),
      (found) => JSON.stringify(found) !== JSON.stringify(counts),
    );

  await othersThan(before.all);
  expect(await changes(api)).toEqual(before.some);
  await service.given.feature({ enabledIn: ['production'] });
  await othersThan(before.some, api);
});

test('projects that are named narrow lists of projects and numbers of features', async () => {
  const [one, other] = [await service.given.project(), await service.given.project()];
  await feature(one);
  await feature(other);
  await noteAgain();
  const trends = await read(`?projects=${one},gone`);

  for (const list of ['projectFlagTrends', 'creationArchiveTrends'])
    expect(trends[list]!.map(({ project }) => project)).toEqual([one]);
  expect(trends['flagTrends']).toMatchObject([{ total: 1 }]);
});

test('too many days of too many projects are refused, with what to do', async () => {
  const own = await TestService.start();
  await own.sql(
    `INSERT INTO project (id, name) SELECT 'many-' || n, 'many' FROM generate_series(1, 999) n`,
  );
  const url = `${INSIGHTS}?from=2025-01-01&to=2025-07-20`;
  const { body } = await own.api.get(url).expect(400);
  expect(body.details).toEqual([
    {
      path: '/query/from',
      message:
        'from must be so that days times projects are at most 200000, and not 201000: choose at ' +
        'most 200 days, or name projects.',
    },
  ]);
  await own.api.get(url.replace('01-01', '01-02')).expect(200);
  await own.api.get(`${url}&projects=many-1,many-2`).expect(200);

  const few = await own.api.get(`${INSIGHTS}?to=2025-07-20`).expect(200);
  expect(few.body).toMatchObject({
    dateRange: { from: '2025-04-21', to: '2025-07-20' },
    isShortened: false,
  });
  await own.sql(
    `INSERT INTO project (id, name) SELECT 'more-' || n, 'many' FROM generate_series(1, 1500) n`,
  );
  const { body: fitting } = await own.api.get(`${INSIGHTS}?to=2025-07-20`).expect(200);
  expect(fitting).toMatchObject({
    dateRange: { from: '2025-05-02', to: '2025-07-20' },
    isShortened: true,
  });
  await own.api.get(`${INSIGHTS}?from=2025-04-21&to=2025-07-20`).expect(400);
  await own.stop();
});

test('a list is a CSV file on request, in which no name is a formula', async () => {
  const project = unique('-1');
  await service.given.project({ id: project });
  await feature(project);
  await noteAgain();
  const csv = async (query: string) =>
    (
      await service.api
        .get(`${INSIGHTS}?projects=${project}${query}`)
        .set('Accept', 'text/csv')
        .expect(200)
        .expect('Content-Type', 'text/csv; charset=utf-8')
    ).text.split('\r\n');

  const [head, row] = await csv('');
  expect(head).toBe(
    'project,week,date,total,active,stale,potentiallyStale,technicalDebt,timeToProduction,users',
  );
  expect(row).toMatch(new RegExp(`^'${project},\\d{4}-\\d{2},[^,]+Z,1,1,0,0,0,,\\d+$`));
  const [, created] = await csv('&list=creationArchiveTrends');
  expect(created).toMatch(/,"\{""release"":1\}",0$/);
  await service.api.get(`${INSIGHTS}?list=everything`).expect(400);
});

test.each(['', '/lifecycle'])('%s of more than 50 projects is refused', async (path) => {
  const projects = Array.from({ length: 51 }, (_, index) => `p${index}`).join();
  const { body } = await service.api.get(`${INSIGHTS}${path}?projects=${projects}`).expect(400);
  expect(body.details[0].path).toBe('/query/projects');
});

test('a deleted project leaves nothing behind', async () => {
  const id = unique('project');
  await service.given.project({ id });
  await noteAgain();
  await service.api.delete(`/api/admin/projects/${id}`).expect(200);

  expect(await service.sql('SELECT FROM insight_project_day WHERE project = $1', [id])).toEqual([]);
});

test('days are kept for two years', async () => {
  await service.sql("INSERT INTO insight_day VALUES ('2001-01-01', 1, 1, now(), true)");
  await service.sql(
    "INSERT INTO insight_project_day VALUES ('2001-01-01', 'default', 1, 0, 0, 0, 0)",
  );
  await note();

  for (const table of ['insight_day', 'insight_project_day'])
    expect(await service.sql(`SELECT FROM ${table} WHERE day = '2001-01-01'`)).toEqual([]);
});

test.each([
  ['from=0000-12-31&to=0001-01-01', 'from'],
  ['from=2026-02-31', 'from'],
  ['to=yesterday', 'to'],
  ['from=2026-02-02&to=2026-02-01', 'from'],
  ['from=2024-01-01&to=2026-01-01', 'from'],
])('%s is refused', async (query, name) => {
  const { body } = await service.api.get(`${INSIGHTS}?${query}`).expect(400);
  expect(body.details[0].path).toBe(`/query/${name}`);
});
