import fc from 'fast-check';
import { FeatureCountJob } from '../../../../src/flags/feature-count/feature-count.job.js';
import { verifyCounts } from '../../../../src/instance/operations/counts/count-verifier.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

// Compares the counts of features with the features after concurrent random changes of several
// callers, some of which are refused or wait.

let service: TestService;
let projects: string[];
let segments: number[];
beforeAll(async () => {
  service = await TestService.start();
  projects = ['default', await service.given.project()];
  segments = [];
  for (let n = 0; n < 2; n++) {
    const { body } = await service.api
      .post('/api/admin/segments', { name: unique('segment'), constraints: [] })
      .expect(201);
    segments.push((body as { id: number }).id);
  }
});
afterAll(() => service.stop());

const SEED = Number(process.env['COUNTS_SEED'] ?? 20_261_122);
const ROUNDS = 4;
const CALLERS = 4;
const CHANGES = 30;
const NAMES = Array.from({ length: 5 }, () => unique('counted'));

interface Change {
  kind: number;
  feature: number;
  value: number;
  flag: boolean;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.nat(999),
  feature: fc.nat(NAMES.length - 1),
  value: fc.nat(3),
  flag: fc.boolean(),
});

/** The current project of a feature. */
async function projectOf(name: string): Promise<string> {
  const [row] = await service.sql<{ project: string }>(
    'SELECT project FROM feature WHERE name = $1',
    [name],
  );
  return row?.project ?? 'default';
}
const pathOf = async (name: string): Promise<string> =>
  `/api/admin/projects/${await projectOf(name)}/features/${name}`;
const placeOf = async ({ feature, flag }: Change): Promise<string> =>
  `${await pathOf(NAMES[feature]!)}/environments/${flag ? 'production' : 'development'}/strategies`;

const strategy = ({ value, flag }: Change): object => ({
  name: 'default',
  parameters: {},
  constraints: (flag ? ['userId', 'appName'] : ['userId'])
    .slice(0, value)
    .map((contextName) => ({ contextName, operator: 'IN', values: ['1'] })),
  segments: segments.slice(0, value % 3),
});

async function firstStrategy(one: Change): Promise<string | undefined> {
  const { body } = await service.api.get(await placeOf(one));
  const place = await placeOf(one);
  return Array.isArray(body) && body.length > 0 ? `${place}/${body[0].id}` : undefined;
}

/** Possible changes. Those that the current state does not allow are refused and change nothing. */
const MAKE: readonly ((one: Change) => Promise<unknown>)[] = [
  async ({ feature, flag }) =>
    service.api.post(`/api/admin/projects/${projects[Number(flag)]!}/features`, {
      name: NAMES[feature]!,
    }),
  async (one) => service.api.post(await placeOf(one), strategy(one)),
  async (one) => service.api.post(await placeOf(one), strategy(one)),
  async (one) => {
    const path = await firstStrategy(one);
    if (path) await service.api.put(path, strategy(one));
  },
  async (one) => {
    const path = await firstStrategy(one);
    if (path) await service.api.delete(path);
  },
  async ({ feature }) => service.api.delete(await pathOf(NAMES[feature]!)),
  async ({ feature }) => service.api.post(`/api/admin/archive/revive/${NAMES[feature]!}`),
  async ({ feature }) => service.api.post(`/api/admin/archive/revive/${NAMES[feature]!}`),
  async ({ feature }) => service.api.delete(`/api/admin/archive/${NAMES[feature]!}`),
  // No operation moves a feature to another project; a repair of data may.
  async ({ feature, flag }) =>
    service.sql('UPDATE feature SET project = $2 WHERE name = $1', [
      NAMES[feature]!,
      projects[Number(flag)]!,
    ]),
  async ({ feature, value }) =>
    service.api.post(`${await pathOf(NAMES[feature]!)}/clone`, { name: NAMES[value]! }),
  async ({ flag }) =>
    service.api.post(`/api/admin/projects/${projects[Number(flag)]!}/stale`, {
      features: NAMES,
      stale: flag,
    }),
  async (one) =>
    service.api.post('/api/admin/features-batch/import', {
      project: 'default',
      environment: 'development',
      data: {
        features: [{ name: NAMES[one.feature]!, type: 'release' }],
        featureStrategies: [{ featureName: NAMES[one.feature]!, ...strategy(one), segments: [] }],
        featureEnvironments: [],
        contextFields: [],
        featureTags: [],
        segments: [],
      },
    }),
  // Like the job that finds potentially stale features, without waiting for weeks.
  async ({ feature, flag }) =>
    service.sql('UPDATE feature SET outlived_noted_at = $2 WHERE name = $1', [
      NAMES[feature]!,
      flag ? new Date() : null,
    ]),
  async ({ feature }) =>
    service.sql(
      `INSERT INTO client_metric (feature_name, app_name, environment, hour, yes)
       VALUES ($1, $2, 'production', date_trunc('hour', now()), 1)`,
      [NAMES[feature]!, unique('app')],
    ),
  async () => service.service.app.get(FeatureCountJob).fold(),
];

const differing = async (): Promise<object[]> => {
  const report = await verifyCounts({ url: service.databaseUrl, ssl: false }, { repair: false });
  return report!.differences.filter(({ name }) => /^feature_|unknown/.test(name));
};

test('counts of features stay right while several callers change everything', async () => {
  const made = new Set<number>();
  const rounds = fc.sample(fc.array(change, { minLength: CHANGES, maxLength: CHANGES }), {
    seed: SEED,
    numRuns: ROUNDS * CALLERS,
  });
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(
      rounds.slice(round * CALLERS, (round + 1) * CALLERS).map(async (changes) => {
        for (const one of changes) {
          made.add(one.kind % MAKE.length);
          await MAKE[one.kind % MAKE.length]!(one);
        }
      }),
    );
    expect(await differing()).toEqual([]);
  }
  expect(made.size).toBe(MAKE.length);
  const counted = await service.sql<{ subject: string }>(
    'SELECT DISTINCT subject FROM feature_count ORDER BY 1',
  );
  expect(counted.length).toBeGreaterThanOrEqual(4);
});

test('the rows of a count are put together, and their sum stays the same', async () => {
  const project = await service.given.project();
  for (let n = 0; n < 3; n++)
    await service.api
      .post(`/api/admin/projects/${project}/features`, { name: unique() })
      .expect(201);
  const rows = (): Promise<{ subject: string; features: string }[]> =>
    service.sql('SELECT subject, features FROM feature_count WHERE project = $1', [project]);
  expect((await rows()).length).toBeGreaterThanOrEqual(1);

  const job = service.service.app.get(FeatureCountJob);
  await Promise.all([job.fold(), job.fold(), job.fold()]);
  await job.fold();

  expect(await rows()).toEqual([{ subject: 'live', features: '3' }]);
});

test('a deleted feature that applications ask for is unknown, and known when it is back', async () => {
  const name = await service.given.feature();
  const noted = (): Promise<object[]> =>
    service.sql('SELECT feature_name FROM unknown_feature WHERE feature_name = $1', [name]);
  expect(await noted()).toEqual([]);
  await service.api.delete(await pathOf(name)).expect(202);
  await service.api.delete(`/api/admin/archive/${name}`).expect(200);
  expect(await noted()).toHaveLength(1);
  await service.given.feature({ name });
  expect(await noted()).toEqual([]);
});

/** Creates features with strategies in two environments that use segments and context fields. */
async function featuresIn(environment: string): Promise<string[]> {
  await service.api.post('/api/admin/projects/default/environments', { environment }).expect(200);
  const names: string[] = [];
  for (let n = 0; n < 6; n++) {
    const name = await service.given.feature({ enabledIn: ['production'] });
    names.push(name);
    for (const place of [environment, environment, 'development'])
      await service.api
        .post(
          `/api/admin/projects/default/features/${name}/environments/${place}/strategies`,
          strategy({ kind: 0, feature: 0, value: n % 4, flag: place === environment }),
        )
        .expect(200);
  }
  await service.api.delete(`/api/admin/projects/default/features/${names[5]!}`).expect(202);
  return names;
}

test('counts stay right when an environment is deleted while others change strategies', async () => {
  const environment = await service.given.environment();
  const names = await featuresIn(environment);
  const live = names.slice(0, 5);
  const path = `/api/admin/environments/${environment}`;
  const pathIn = (name: string, place: string): string =>
    `/api/admin/projects/default/features/${name}/environments/${place}`;
  const used = (): Promise<object[]> =>
    service.sql(
      `SELECT 'field', context_field, feature_name, strategies FROM feature_context_field
       UNION ALL SELECT 'segment', segment_id::text, feature_name, strategies FROM feature_segment
       ORDER BY 1, 2, 3`,
    );
  const before = await used();
  await service.api.delete(`${path}?dryRun=true`).expect(200);
  expect(await used()).toEqual(before);

  const statuses = await Promise.all([
    service.api.delete(path).then((response) => response.status),
    ...live.flatMap((name) => [
      service.api.post(`${pathIn(name, 'production')}/off`).then((response) => response.status),
      service.api
        .post(
          `${pathIn(name, 'development')}/strategies`,
          strategy({ kind: 0, feature: 0, value: 3, flag: true }),
        )
        .then((response) => response.status),
    ]),
  ]);

  expect([...new Set(statuses)]).toEqual([200]);
  expect(await differing()).toEqual([]);
  expect(
    await service.sql('SELECT FROM feature_strategy_list WHERE environment = $1', [environment]),
  ).toEqual([]);
  const [counted] = await service.sql<{ strategies: number }>(
    `SELECT count(*)::int AS strategies FROM feature_strategy WHERE feature_name = ANY ($1)
        AND environment = 'development'`,
    [names],
  );
  expect(counted).toEqual({ strategies: 11 });
});

test('features are deleted for good with what they used, and a segment that only they used', async () => {
  const environment = await service.given.environment();
  const names = await featuresIn(environment);
  const { body } = await service.api
    .post('/api/admin/segments', { name: unique('segment'), constraints: [] })
    .expect(201);
  const { id } = body as { id: number };
  for (const name of names.slice(0, 3))
    await service.api
      .post(`/api/admin/projects/default/features/${name}/environments/${environment}/strategies`, {
        name: 'default',
        parameters: {},
        constraints: [],
        segments: [id],
      })
      .expect(200);
  await service.api.post('/api/admin/projects/default/archive', { features: names }).expect(202);
  await service.api.delete(`/api/admin/segments/${id}`).expect(409);
  await service.api.post('/api/admin/projects/default/delete', { features: names }).expect(200);
  await service.api.delete(`/api/admin/segments/${id}`).expect(204);
  expect(await differing()).toEqual([]);
  expect(
    await service.sql(
      `SELECT FROM feature_context_field WHERE feature_name = ANY ($1)
       UNION ALL SELECT FROM feature_segment WHERE feature_name = ANY ($1)`,
      [names],
    ),
  ).toEqual([]);
});
