import { TestService } from '../../../support/service.js';
import { unique } from '../../../support/given.js';
import { aged, inProject, PROJECTS, recount, tallied, turnOn } from './support.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const leadTime = async (project: string): Promise<object> =>
  (await service.api.get(inProject(project, 'dora')).expect(200)).body;
const insights = async (project: string): Promise<Record<string, unknown>> =>
  (await service.api.get(inProject(project, 'insights')).expect(200)).body;

describe('the lead time', () => {
  test('of a project without features is none', async () => {
    expect(await leadTime(await service.given.project())).toEqual({
      projectAverage: 0,
      features: [],
    });
  });

  test('is from creation to the first time in production, whatever comes afterwards', async () => {
    const project = await service.given.project();
    const slow = await aged(service, project, 6);
    const quick = await aged(service, project, 1);
    const never = await aged(service, project, 3);
    for (const feature of [slow, quick]) await turnOn(service, project, feature, 'production');
    await turnOn(service, project, never, 'development');
    await service.sql(
      `UPDATE event SET created_at = created_at - interval '2 days' WHERE feature_name = $1`,
      [slow],
    );
    await recount(service);
    await service.api
      .post(inProject(project, `features/${slow}/environments/production/off`))
      .expect(200);
    await turnOn(service, project, slow, 'production');
    await service.api.delete(inProject(project, `features/${quick}`)).expect(202); // archived ones count too
    expect(await leadTime(project)).toEqual({
      projectAverage: 2.5,
      features: [
        { name: slow, timeToProduction: 4 },
        { name: quick, timeToProduction: 1 },
      ].sort((a, b) => (a.name < b.name ? -1 : 1)),
    });
  });

  test('knows production by the type of the environment', async () => {
    const environment = await service.given.environment({ type: 'production' });
    const project = await service.given.project({ environments: ['development', environment] });
    const feature = await aged(service, project, 2);
    await turnOn(service, project, feature, environment);
    expect(await leadTime(project)).toEqual({
      projectAverage: 2,
      features: [{ name: feature, timeToProduction: 2 }],
    });
  });

  test('leaves out features that are older than a year, and the life of another feature that had the name', async () => {
    const project = await service.given.project();
    const old = await aged(service, project, 366);
    await turnOn(service, project, old, 'production');
    const reused = await aged(service, project, 1);
    await service.sql(
      `INSERT INTO event (type, created_by, created_by_user_id, feature_name, project, environment, created_at)
       VALUES ('feature-environment-enabled', 'somebody', -42, $1, $2, 'production', now() - interval '2 days')`,
      [reused, project],
    );
    expect(await leadTime(project)).toEqual({ projectAverage: 0, features: [] });
  });
});

test('insights put together the pace, the lead time, the types and the health of a project', async () => {
  const project = await service.given.project();
  const fresh = await aged(service, project, 4);
  await aged(service, project, 1, { stale: true });
  await aged(service, project, 41); // a release lives for 40 days
  await aged(service, project, 1, { type: 'kill-switch' });
  await turnOn(service, project, fresh, 'production');
  const body = await insights(project);
  const overview = (await service.api.get(inProject(project, 'overview')).expect(200)).body;
  expect(body).toEqual({
    stats: overview.stats,
    leadTime: await leadTime(project),
    featureTypeCounts: [
      { type: 'release', count: 3 },
      { type: 'kill-switch', count: 1 },
    ],
    health: { rating: 50, activeCount: 2, potentiallyStaleCount: 1, staleCount: 1 },
    technicalDebt: { rating: 50, activeCount: 2, potentiallyStaleCount: 1, staleCount: 1 },
    members: { currentMembers: 0, change: 0 },
  });
  expect(body['stats']).toMatchObject({
    avgTimeToProdCurrentWindow: 4,
    createdCurrentWindow: 3,
    createdPastWindow: 1,
  });
});

test('answers are the same before and after events are tallied', async () => {
  const project = await service.given.project();
  const read = async (): Promise<unknown[]> => {
    const { body } = await service.api.get(PROJECTS).expect(200);
    const status = (await service.api.get(inProject(project, 'status')).expect(200)).body;
    const listed = body.projects.find(({ id }: { id: string }) => id === project);
    const { activityCountByDate } = status;
    return [await insights(project), activityCountByDate, listed];
  };
  // Older events have lower ids than all others.
  await service.sql(
    `INSERT INTO event (id, type, created_by, created_by_user_id, project, created_at)
     OVERRIDING SYSTEM VALUE
     SELECT -hours, 'feature-created', 'somebody', -42, $1, now() - make_interval(hours => hours)
       FROM unnest('{1, 25, 719, 721, 1439, 1441, 8759, 8761}'::int[]) hours`,
    [project],
  );
  for (const days of [2, 10]) {
    const feature = await aged(service, project, days);
    await turnOn(service, project, feature, 'development');
    await turnOn(service, project, feature, 'production');
  }

  const before = await read();
  await tallied(service);
  const after = await read();

  expect(after).toEqual(before);
  expect(before[0]).toMatchObject({
    // a project, two features, and each on twice with a first strategy
    stats: { avgTimeToProdCurrentWindow: 6, projectActivityPastWindow: 2 },
    leadTime: { projectAverage: 6 },
  });
  expect(before[2]).toMatchObject({ avgTimeToProduction: 6 });
});

test('insights of a project without anything', async () => {
  const body = await insights(await service.given.project());
  expect(body).toMatchObject({
    leadTime: { projectAverage: 0, features: [] },
    featureTypeCounts: [],
    health: { rating: 100, activeCount: 0, potentiallyStaleCount: 0, staleCount: 0 },
  });
});

test('flag creators are those who created features, archived ones too, each once', async () => {
  const project = await service.given.project();
  expect((await service.api.get(inProject(project, 'flag-creators')).expect(200)).body).toEqual([]);
  for (const days of [1, 2]) await aged(service, project, days);
  const [user] = await service.sql<{ id: number }>(
    'INSERT INTO app_user (name, email) VALUES ($1, $2) RETURNING id',
    ['Ada', `${unique('ada')}@example.com`],
  );
  const archived = await aged(service, project, 3);
  await service.sql(
    'UPDATE feature SET created_by_user_id = $1, archived_at = now() WHERE name = $2',
    [user!.id, archived],
  );
  await aged(service, await service.given.project(), 1);
  const { body } = await service.api.get(inProject(project, 'flag-creators')).expect(200);
  expect(body).toEqual([
    { id: user!.id, name: 'Ada' },
    { id: -42, name: expect.any(String) },
  ]);
});

test.each(['dora', 'insights', 'status', 'applications', 'health-report'])(
  '%s of an unknown project is 404',
  async (what) => {
    const { body } = await service.api.get(inProject('nowhere', what)).expect(404);
    expect(body).toMatchObject({
      name: 'NotFoundError',
      message: 'There is no project "nowhere".',
    });
  },
);

test.each([
  ['flag-creators', []],
  ['sdks/outdated', { sdks: [] }],
])('%s of an unknown project is empty', async (what, empty) => {
  expect((await service.api.get(inProject('nowhere', what)).expect(200)).body).toEqual(empty);
});
