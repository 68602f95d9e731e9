import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { recount } from './support.js';

const PROJECTS = '/api/admin/projects';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const overview = async (project: string): Promise<Record<string, unknown>> =>
  (await service.api.get(`${PROJECTS}/${project}/overview`).expect(200)).body as Record<
    string,
    unknown
  >;

/** Creates a feature with an earlier creation date. */
const aged = async (project: string, days: number, properties: object = {}): Promise<string> => {
  const name = unique();
  const createdAt = new Date(Date.now() - days * 86_400_000).toISOString();
  await service.api
    .post(`${PROJECTS}/${project}/features`, { name, createdAt, ...properties })
    .expect(201);
  return name;
};

test('the project of a new instance', async () => {
  const body = await overview('default');
  expect(body).toMatchObject({
    version: 1,
    name: 'Default',
    description: 'Default project',
    mode: 'open',
    defaultStickiness: 'default',
    featureLimit: null,
    health: 100,
    technicalDebt: 0,
    favorite: false,
    archivedAt: null,
    members: 0,
    environments: [{ environment: 'development' }, { environment: 'production' }],
    featureTypeCounts: [],
    onboardingStatus: { status: 'onboarding-started' },
  });
});

test('an unknown project is 404', async () => {
  await service.api.get(`${PROJECTS}/nowhere/overview`).expect(404);
  await service.api.get(`${PROJECTS}/nowhere`).expect(404);
});

test('health is lowered by stale features and by those older than their type allows', async () => {
  const project = await service.given.project();
  await aged(project, 1);
  await aged(project, 1, { stale: true });
  await aged(project, 41); // a release lives for 40 days
  await aged(project, 400, { type: 'kill-switch' });
  await aged(project, 8, { type: 'operational', archived: true });
  const { health, technicalDebt, featureTypeCounts } = await overview(project);
  expect([health, technicalDebt]).toEqual([50, 50]);
  expect(featureTypeCounts).toEqual([
    { type: 'release', count: 3 },
    { type: 'kill-switch', count: 1 },
  ]);
  const third = await service.given.project();
  for (const stale of [true, false, false]) await aged(third, 1, { stale });
  expect(await overview(third)).toMatchObject({ health: 67, technicalDebt: 33 });
});

test('statistics of the last 30 days and of those before', async () => {
  const project = await service.given.project();
  const fresh = await aged(project, 4);
  const older = await aged(project, 45);
  await aged(project, 90);
  for (const [name, where] of [
    [fresh, 'production'],
    [older, 'development'],
  ]) {
    await service.api
      .post(`${PROJECTS}/${project}/features/${name}/environments/${where}/on`)
      .expect(200);
  }
  await service.api.delete(`${PROJECTS}/${project}/features/${older}`).expect(202);
  // three events of the project become older than all others, by id as well
  await service.sql(
    `UPDATE event SET created_at = created_at - interval '40 days' WHERE id IN (SELECT id FROM event WHERE project = $1 ORDER BY id LIMIT 3)`,
    [project],
  );
  await recount(service);
  const [{ recent } = { recent: 0 }] = await service.sql<{ recent: number }>(
    `SELECT count(*)::int AS recent FROM event WHERE project = $1 AND created_at > now() - interval '30 days'`,
    [project],
  );
  expect((await overview(project))['stats']).toEqual({
    avgTimeToProdCurrentWindow: 4,
    createdCurrentWindow: 1,
    createdPastWindow: 1,
    archivedCurrentWindow: 1,
    archivedPastWindow: 0,
    projectActivityCurrentWindow: recent,
    projectActivityPastWindow: 3,
    projectMembersAddedCurrentWindow: 0,
  });
});

test('recent events are found however long the history before them is', async () => {
  await service.sql(`INSERT INTO event (type, created_by, created_by_user_id, project, created_at)
                     SELECT 'project-updated', 'somebody', -42, 'long', now() - interval '1 day' * (1000 - n) FROM generate_series(1, 1000) n`);
  const [row] = await service.sql<{ n: number; beyond: number }>(
    `SELECT count(*) FILTER (WHERE id >= (SELECT first_event_since(now() - interval '60 days')))::int AS n,
            count(*) FILTER (WHERE created_at >= now() - interval '60 days' AND id < (SELECT first_event_since(now() - interval '60 days')))::int AS beyond
       FROM event WHERE project = 'long'`,
  );
  expect(row!.beyond).toBe(0);
  expect(row!.n).toBeLessThanOrEqual(62);
});

test('onboarding goes from nothing to a first feature to one that is used', async () => {
  const project = await service.given.project();
  const first = await aged(project, 2);
  await aged(project, 1);
  expect((await overview(project))['onboardingStatus']).toEqual({
    status: 'first-flag-created',
    feature: first,
  });
  await service.sql(
    `INSERT INTO feature_environment_usage (feature_name, environment, last_seen_at, hour) VALUES ($1, 'production', now(), now())`,
    [first],
  );
  expect((await overview(project))['onboardingStatus']).toEqual({ status: 'onboarded' });
});

test('the deprecated overview lists the features as the list of features does, and says that it is deprecated', async () => {
  const project = await service.given.project();
  await aged(project, 1, { tags: [{ type: 'simple', value: 'tagged' }] });
  await aged(project, 1, { archived: true });
  const answer = await service.api.get(`${PROJECTS}/${project}`).expect(200);
  expect(answer.headers['deprecation']).toMatch(/^@\d+$/);
  const list = await service.api.get(`${PROJECTS}/${project}/features`).expect(200);
  expect(answer.body.features).toHaveLength(1);
  expect(answer.body.features).toEqual(list.body.features);
});

test('the health report is the deprecated overview with the state of the features', async () => {
  const project = await service.given.project();
  await aged(project, 1);
  await aged(project, 1, { stale: true });
  await aged(project, 1, { archived: true });
  for (const days of [41, 50]) await aged(project, days);
  const [{ body: report }, { body: before }] = [
    await service.api.get(`${PROJECTS}/${project}/health-report`).expect(200),
    await service.api.get(`${PROJECTS}/${project}`).expect(200),
  ];
  expect(report).toEqual({ ...before, activeCount: 1, potentiallyStaleCount: 2, staleCount: 1 });
  expect(report).toMatchObject({ health: 25, features: { length: 4 } });
});

test('link templates are shown where there are some', async () => {
  const project = await service.given.project();
  expect(await overview(project)).not.toHaveProperty('linkTemplates');
  const linkTemplates = [
    { title: 'Ticket', urlTemplate: 'https://tickets.example.com/{{feature}}' },
  ];
  await service.api.put(`${PROJECTS}/${project}/settings`, { linkTemplates }).expect(200);
  expect((await overview(project))['linkTemplates']).toEqual(linkTemplates);
});
