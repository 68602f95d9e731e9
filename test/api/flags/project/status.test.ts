import { TestService } from '../../../support/service.js';
import { unique } from '../../../support/given.js';
import { aged, inProject } from './support.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const status = async (project: string): Promise<Record<string, unknown>> =>
  (await service.api.get(inProject(project, 'status')).expect(200)).body;
const day = (ago: number): string =>
  new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
/** Sets how many days ago a feature entered its stages. */
const lived = (feature: string, stages: Record<string, number>): Promise<object[]> =>
  service.sql(
    `WITH gone AS (DELETE FROM feature_lifecycle WHERE feature_name = $1 AND stage <> ALL ($2::text[]))
     INSERT INTO feature_lifecycle (feature_name, stage, entered_at)
     SELECT $1, stage, now() - days * interval '1 day' FROM unnest($2::text[], $3::float8[]) AS s(stage, days)
     ON CONFLICT ON CONSTRAINT feature_lifecycle_pkey DO UPDATE SET entered_at = excluded.entered_at`,
    [feature, Object.keys(stages), Object.values(stages)],
  );

test('the status of an empty project is empty', async () => {
  const none = { averageDays: null, currentFlags: 0 };
  expect(await status(await service.given.project())).toEqual({
    activityCountByDate: [{ date: day(0), count: 1 }], // the creation of the project
    resources: { apiTokens: 0, members: 0, segments: 0 },
    health: { current: 100 },
    technicalDebt: { current: 0 },
    lifecycleSummary: {
      initial: none,
      preLive: none,
      live: none,
      completed: none,
      archived: { currentFlags: 0, last30Days: 0 },
    },
    staleFlags: { total: 0 },
  });
});

test('activity is counted by day, for a year', async () => {
  const project = await service.given.project();
  for (const days of [0, 3, 3, 364, 366]) {
    await service.sql(
      `INSERT INTO event (type, created_by, created_by_user_id, project, created_at)
       VALUES ('project-updated', 'somebody', -42, $1, now() - $2 * interval '1 day')`,
      [project, days],
    );
  }
  expect((await status(project))['activityCountByDate']).toEqual([
    { date: day(364), count: 1 },
    { date: day(3), count: 2 },
    { date: day(0), count: 2 },
  ]);
});

test('resources are those that belong to the project by name', async () => {
  const project = await service.given.project();
  const token = { type: 'client', environment: 'development' };
  await service.api
    .post('/api/admin/api-tokens', { ...token, tokenName: 'ours', projects: [project, 'default'] })
    .expect(201);
  await service.api
    .post('/api/admin/api-tokens', { ...token, tokenName: 'of all', projects: ['*'] })
    .expect(201);
  await service.api
    .post('/api/admin/api-tokens', { ...token, tokenName: 'of another', projects: ['default'] })
    .expect(201);
  await service.api
    .post('/api/admin/segments', { name: unique('segment'), project, constraints: [] })
    .expect(201);
  await service.api
    .post('/api/admin/segments', { name: unique('segment'), constraints: [] })
    .expect(201);
  expect((await status(project))['resources']).toEqual({ apiTokens: 1, members: 0, segments: 1 });
});

test('stale are those that are marked and those that have outlived their type', async () => {
  const project = await service.given.project();
  await aged(service, project, 1);
  await aged(service, project, 1, { stale: true });
  await aged(service, project, 41); // a release lives for 40 days
  await aged(service, project, 1);
  const { staleFlags, health } = await status(project);
  expect({ staleFlags, health }).toEqual({ staleFlags: { total: 2 }, health: { current: 50 } });
});

test('the life of features: where they are, and how long those stayed that left', async () => {
  const project = await service.given.project();
  const [fresh, live, completed, archived, older] = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => aged(service, project, n)),
  );
  await lived(fresh!, { initial: 1 });
  await lived(live!, { initial: 10, 'pre-live': 7, live: 2 });
  await lived(completed!, { initial: 20, live: 10, completed: 6 });
  await service.api.delete(inProject(project, `features/${archived}`)).expect(202);
  await lived(archived!, { initial: 9, archived: 1 });
  await service.api.delete(inProject(project, `features/${older}`)).expect(202);
  await lived(older!, { archived: 40 });
  await service.sql(`UPDATE feature SET archived_at = now() - interval '40 days' WHERE name = $1`, [
    older,
  ]);
  expect((await status(project))['lifecycleSummary']).toEqual({
    initial: { averageDays: 7, currentFlags: 1 }, // 3, 10 and 8 days
    preLive: { averageDays: 5, currentFlags: 0 },
    live: { averageDays: 4, currentFlags: 1 },
    completed: { averageDays: null, currentFlags: 1 },
    archived: { currentFlags: 2, last30Days: 1 },
  });
});
