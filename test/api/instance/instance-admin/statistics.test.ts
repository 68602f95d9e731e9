import { execFileSync } from 'node:child_process';
import { checksumOf } from '../../../../src/instance/instance-admin/statistics.service.js';
import type { StatisticsResponse } from '../../../../src/instance/instance-admin/statistics.response.js';
import { EventTally } from '../../../../src/core/event/event-tally.js';
import { at } from '../../../support/api.js';
import { CLIENT_TOKEN, FRONTEND_TOKEN, TestService } from '../../../support/service.js';
import { eventually } from '../../../support/waiting.js';

const PATH = '/api/admin/instance-admin/statistics';
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const statistics = async (): Promise<StatisticsResponse> =>
  (await service.api.get(PATH).expect(200)).body as StatisticsResponse;
const advanceTally = (): Promise<unknown> => service.sql('SELECT advance_event_tally()');

/** Tallies all events. Concurrent transactions in other databases of the server can delay that. */
async function tallyEverything(): Promise<void> {
  const left =
    'SELECT FROM event WHERE transaction_id >= (SELECT transaction_id FROM event_tally_horizon) LIMIT 1';
  do await advanceTally();
  while ((await service.sql(left)).length > 0);
}

/** Stores past events of a feature environment directly. */
const pastEvents = (environment: string, ages: string[], one = service): Promise<unknown> =>
  one.sql(
    /* sql */ `
    INSERT INTO event (type, created_by, created_by_user_id, feature_name, project, environment, created_at)
    SELECT 'feature-environment-enabled', 'somebody', 1, 'f', 'default', $1, (now() AT TIME ZONE 'UTC' - age::interval) AT TIME ZONE 'UTC' FROM unnest($2::text[]) age`,
    [environment, ages],
  );

test('a new instance counts what it is born with', async () => {
  const fresh = await TestService.start();
  try {
    const { body } = await fresh.api.get(PATH).expect(200);
    expect(body).toMatchObject({
      users: 1,
      serviceAccounts: 0,
      roles: 5,
      customRootRoles: 0,
      customRootRolesInUse: 0,
      contextFields: 5,
      strategies: 5,
      environments: 3,
      projects: 1,
      segments: 0,
      groups: 0,
      featureToggles: 0,
      archivedFeatureToggles: 0,
      featureExports: 0,
      featureImports: 0,
      SAMLenabled: false,
      OIDCenabled: false,
      passwordAuthEnabled: true,
      SCIMenabled: false,
      apiTokens: { admin: 1, client: 1, frontend: 1 },
      activeUsers: { last7: 0, last30: 0, last60: 0, last90: 0 },
      productionChanges: { last30: 0, last60: 0, last90: 0 },
      previousDayMetricsBucketsCount: { enabledCount: 0, variantCount: 0 },
      clientApps: [
        { range: '7d', count: 0 },
        { range: '30d', count: 0 },
        { range: 'allTime', count: 0 },
      ],
      maxEnvironmentStrategies: 0,
      maxConstraints: 0,
      maxConstraintValues: 0,
    });
    expect((await fresh.api.get(PATH).expect(200)).body.instanceId).toBe(body.instanceId);
  } finally {
    await fresh.stop();
  }
});

test('the answer says that the operation is deprecated', async () => {
  const response = await service.api.get(PATH).expect(200);
  expect(response.headers['deprecation']).toMatch(/^@\d+$/);
});

describe('the checksum of the statistics', () => {
  test('is what jq and sha256sum make of the other fields', async () => {
    const { sum, ...others } = await statistics();
    expect(sum).toBe(checksumOf(others));
    const jq = jqSum({ sum, ...others });
    if (jq !== undefined) expect(sum).toBe(jq);
  });

  test('is the recorded one of recorded statistics', () => {
    // Computed by: jq -cjS 'del(.sum)' statistics.json | sha256sum
    const recorded = {
      instanceId: '32bb15fa',
      users: 1,
      clientApps: [{ range: 'allTime', count: 0 }],
      activeUsers: { last7: 0, last30: 12 },
      timestamp: null,
    };
    expect(checksumOf(recorded)).toBe(
      'c910fd31c98378467b67f3bf1ae09a18efbc190db22a634221d38dc71b39dee8',
    );
  });

  test('changes with any number', async () => {
    const { sum, ...others } = await statistics();
    expect(checksumOf({ ...others, users: others.users + 1 })).not.toBe(sum);
  });
});

/** The sum by the command of the README, where jq is installed. */
function jqSum(value: object): string | undefined {
  try {
    return (
      execFileSync('sh', ['-c', `jq -cjS 'del(.sum)' | sha256sum`], {
        input: JSON.stringify(value),
        stdio: ['pipe', 'pipe', 'ignore'],
      })
        .toString()
        .split(' ')[0]
        ?.replace(/^e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855$/, '') ||
      undefined
    );
  } catch {
    return undefined;
  }
}

test('turning on and off in production is counted, in development it is not', async () => {
  const before = await statistics();
  const feature = await service.given.feature({ enabledIn: ['production', 'development'] });
  await service.api.post(`${at(feature, 'production')}/off`).expect(200);
  await service.api.post(`${at(feature, 'production')}/off`).expect(200);
  const after = await statistics();
  expect(after.featureToggles).toBe(before.featureToggles + 1);
  // events: default strategy, on, off; the second off changed nothing
  expect(after.productionChanges.last30).toBe(before.productionChanges.last30 + 3);
});

test('windows of production changes are exact, wherever the tally has got to', async () => {
  // An instance of its own: what leaves its window during the test would change others' counts.
  const fresh = await TestService.start();
  const windows = async (): Promise<object> =>
    (await fresh.api.get(PATH).expect(200)).body.productionChanges as object;
  const justInside = ['29 days 23:58:30', '59 days 23:58:30', '89 days 23:58:30'];
  const justOutside = ['30 days 00:00:01', '60 days 00:00:01', '90 days 00:00:01'];
  await pastEvents('production', [...justInside, ...justOutside], fresh);
  await pastEvents('development', ['1 day', '40 days'], fresh);
  const expected = { last30: 1, last60: 3, last90: 5 };
  expect(await windows()).toEqual(expected);
  await fresh.sql('SELECT advance_event_tally()');
  expect(await windows()).toEqual(expected);
  await fresh.stop();
});

test('an event that is committed after later ones were tallied is still counted, once', async () => {
  const { productionChanges: before } = await statistics();
  const { DataSource } = await import('typeorm');
  const slow = service.service.app.get(DataSource).createQueryRunner();
  await slow.startTransaction();
  await slow.query(
    "INSERT INTO event (type, created_by, created_by_user_id, environment) VALUES ('feature-environment-enabled', 'slow', 1, 'production')",
  );
  await pastEvents('production', ['1 minute']);
  await advanceTally();
  expect((await statistics()).productionChanges.last30).toBe(before.last30 + 1);
  await slow.commitTransaction();
  await slow.release();
  expect((await statistics()).productionChanges.last30).toBe(before.last30 + 2);
  await advanceTally();
  await advanceTally();
  expect((await statistics()).productionChanges.last30).toBe(before.last30 + 2);
});

test('a database that was moved to a younger cluster goes on counting exactly', async () => {
  await tallyEverything();
  const { productionChanges: before } = await statistics();
  // As after a restore: tally and events have transaction ids that this cluster has not reached.
  await service.sql("UPDATE event SET transaction_id = '900000000'");
  await service.sql("UPDATE event_tally_horizon SET transaction_id = '900000001'");
  await advanceTally();
  await pastEvents('production', ['1 minute']);
  expect((await statistics()).productionChanges.last90).toBe(before.last90 + 1);
  await advanceTally();
  expect((await statistics()).productionChanges.last90).toBe(before.last90 + 1);
});

test('the tally is advanced in the background after something was recorded', async () => {
  await service.given.feature({ enabledIn: ['production'] });
  const left = async (): Promise<number> => {
    await service.service.app.get(EventTally).catchUp();
    return (
      await service.sql(
        'SELECT FROM event WHERE transaction_id >= (SELECT transaction_id FROM event_tally_horizon)',
      )
    ).length;
  };
  // Transactions of other test files, on other databases of the same server, may hold the horizon
  // back for a moment.
  await eventually(left, (events) => events === 0);
});

test('archived features, users, projects, tokens and applications are told apart', async () => {
  const before = await statistics();
  const feature = await service.given.feature();
  await service.given.feature({ archived: true });
  await service.api.delete(at(feature)).expect(202);
  await service.sql(
    "INSERT INTO app_user (username, email, seen_at) SELECT 'u' || n, 'U' || n || '@x.test', now() - n * interval '240 hours' FROM generate_series(0, 9) n",
  );
  await service.sql(
    "INSERT INTO app_user (username, email, deleted_at) VALUES ('gone', 'gone@x.test', now() - interval '696 hours'), ('long-gone', 'l@x.test', now() - interval '744 hours')",
  );
  await service.sql("INSERT INTO user_group (name) VALUES ('g')");
  await service.sql("INSERT INTO segment (name) VALUES ('s')");
  await service.sql(
    "INSERT INTO project (id, name, archived_at) VALUES ('old', 'old', now()), ('new', 'new', NULL)",
  );
  await service.sql(
    "INSERT INTO client_application (app_name, seen_at) VALUES ('a', now()), ('b', now() - interval '192 hours'), ('c', now() - interval '744 hours')",
  );
  await service.sql(
    "INSERT INTO setting (name, content) VALUES ('auth.oidc', '{\"enabled\": true}'), ('auth.saml', '{\"enabled\": false}')",
  );
  const after = await statistics();
  expect(after).toMatchObject({
    featureToggles: before.featureToggles,
    archivedFeatureToggles: before.archivedFeatureToggles + 2,
    users: before.users + 10,
    licensedUsers: before.licensedUsers + 11,
    activeUsers: {
      last7: before.activeUsers.last7 + 1,
      last30: before.activeUsers.last30 + 3,
      last60: before.activeUsers.last60 + 6,
      last90: before.activeUsers.last90 + 9,
    },
    groups: before.groups + 1,
    segments: before.segments + 1,
    projects: before.projects + 1,
    clientApps: [
      { range: '7d', count: 1 },
      { range: '30d', count: 2 },
      { range: 'allTime', count: 3 },
    ],
    OIDCenabled: true,
    SAMLenabled: false,
  });
});

test('service accounts and custom root roles are counted, and which of these somebody has', async () => {
  const before = await statistics();
  const roles = await service.sql<{ id: number }>(
    "INSERT INTO role (name, type) SELECT 'root ' || n, 'root-custom' FROM generate_series(1, 5) n RETURNING id",
  );
  await service.sql("INSERT INTO role (name, type) VALUES ('of projects', 'custom')");
  const [one, two, three, four] = roles.map(({ id }) => id);
  await service.sql(
    "INSERT INTO app_user (kind, username, root_role_id, deleted_at) VALUES ('user', 'in use', $1, NULL), ('service-account', 'also in use', $2, NULL), ('user', 'not any more', $3, now())",
    [one, two, three],
  );
  await service.sql('INSERT INTO user_group (name, root_role_id) VALUES ($1, $2)', ['all', four]);
  expect(await statistics()).toMatchObject({
    users: before.users + 1,
    serviceAccounts: before.serviceAccounts + 1,
    roles: before.roles + 6,
    customRootRoles: before.customRootRoles + 5,
    customRootRolesInUse: before.customRootRolesInUse + 3,
  });
});

test('passwords are told to be off when they are, unless the configuration keeps them', async () => {
  await service.sql(
    `INSERT INTO setting (name, content) VALUES ('auth.simple', '{"disabled": true}')`,
  );
  expect((await statistics()).passwordAuthEnabled).toBe(false);
  const forced = await service.beside({ FORCE_PASSWORD_LOGIN: 'true' });
  try {
    const { body } = await forced.api.get(PATH).expect(200);
    expect(body.passwordAuthEnabled).toBe(true);
  } finally {
    await forced.stop();
  }
});

test('metrics buckets of yesterday are counted by the UTC day, whoever writes or removes them', async () => {
  const hours =
    "VALUES (date_trunc('day', now(), 'UTC') - interval '1 hour'), (date_trunc('day', now(), 'UTC') - interval '24 hours'), (date_trunc('day', now(), 'UTC') - interval '25 hours'), (date_trunc('day', now(), 'UTC'))";
  await service.sql(
    `INSERT INTO client_metric (feature_name, app_name, environment, hour) SELECT 'f', 'a', 'production', h FROM (${hours}) t(h)`,
  );
  await service.sql(
    `INSERT INTO client_metric_variant (feature_name, app_name, environment, hour, variant) SELECT 'f', 'a', 'production', h, v FROM (${hours}) t(h), (VALUES ('x'), ('y')) w(v)`,
  );
  expect((await statistics()).previousDayMetricsBucketsCount).toEqual({
    enabledCount: 2,
    variantCount: 4,
  });
  // a repeated report adds to the same bucket
  await service.sql(
    `INSERT INTO client_metric AS m (feature_name, app_name, environment, hour, yes) SELECT 'f', 'a', 'production', h, 1 FROM (${hours}) t(h) ON CONFLICT (feature_name, environment, hour, app_name) DO UPDATE SET yes = m.yes + 1`,
  );
  expect((await statistics()).previousDayMetricsBucketsCount.enabledCount).toBe(2);
  await service.sql("DELETE FROM client_metric_variant WHERE variant = 'x'");
  expect((await statistics()).previousDayMetricsBucketsCount).toEqual({
    enabledCount: 2,
    variantCount: 2,
  });
});

test('the highest numbers of strategies, constraints and values are those of live features', async () => {
  const strategy = (constraints: number, values: number): string =>
    JSON.stringify(
      Array.from({ length: constraints }, (_, n) => ({
        contextName: 'userId',
        operator: 'IN',
        values: Array.from({ length: n === 0 ? values : 1 }, String),
      })),
    );
  const add = (feature: string, constraints: string): Promise<unknown> =>
    service.sql(
      "INSERT INTO feature_strategy (feature_name, environment, name, constraints) VALUES ($1, 'production', 'default', $2)",
      [feature, constraints],
    );
  const [live, archived] = [
    await service.given.feature(),
    await service.given.feature({ archived: true }),
  ];
  await add(live, strategy(2, 7));
  await add(live, strategy(3, 1));
  for (let n = 0; n < 4; n++) await add(archived, strategy(9, 90));
  expect(await statistics()).toMatchObject({
    maxEnvironmentStrategies: 2,
    maxConstraints: 3,
    maxConstraintValues: 7,
  });
  await service.sql(
    'DELETE FROM feature_strategy WHERE feature_name = $1 AND constraint_count = 3',
    [live],
  );
  expect(await statistics()).toMatchObject({
    maxEnvironmentStrategies: 1,
    maxConstraints: 2,
    maxConstraintValues: 7,
  });
});

test('the CSV has a line of names in the order of the reference, and a line of the same values', async () => {
  const response = await service.api.get(`${PATH}/csv`).expect(200);
  const json = await statistics();
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toMatch(
    new RegExp(`^attachment; filename="unleash-${json.instanceId}-\\d+\\.csv"$`),
  );
  const [names, values] = response.text.split('\n');
  const columns = fieldsOf(names!);
  expect(columns.join(' ')).toBe(
    'timestamp instanceId versionOSS versionEnterprise users serviceAccounts apiTokens activeUsers ' +
      'licensedUsers featureToggles archivedFeatureToggles projects contextFields roles ' +
      'customRootRoles customRootRolesInUse groups environments segments strategies SAMLenabled ' +
      'OIDCenabled passwordAuthEnabled SCIMenabled clientApps featureExports featureImports ' +
      'productionChanges previousDayMetricsBucketsCount maxEnvironmentStrategies ' +
      'maxConstraintValues maxConstraints sum',
  );
  expect(names!.startsWith('"timestamp","instanceId",')).toBe(true);
  expect([...columns].sort()).toEqual(Object.keys(json).sort());
  const read = Object.fromEntries(
    fieldsOf(values!).map((value, column) => [columns[column], value]),
  );
  for (const [name, value] of Object.entries(json)) {
    if (name === 'timestamp' || name === 'sum') continue;
    expect(read[name]).toBe(typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
});

/** The fields of one line of CSV. */
function fieldsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) =>
    quoted === undefined ? bare! : quoted.replaceAll('""', '"'),
  );
}

test('the fields come in the order of the specification', async () => {
  const specified =
    'instanceId timestamp versionOSS versionEnterprise users previousDayMetricsBucketsCount ' +
    'activeUsers productionChanges featureToggles projects contextFields roles groups environments ' +
    'segments strategies SAMLenabled OIDCenabled clientApps featureExports featureImports apiTokens ' +
    'maxEnvironmentStrategies maxConstraints maxConstraintValues sum';
  const names = Object.keys(await statistics());
  expect(names.filter((name) => specified.split(' ').includes(name)).join(' ')).toBe(specified);
});

test('nobody, SDKs and strangers do not read statistics', async () => {
  await service.api.as().get(PATH).expect(401);
  await service.api.as({ token: CLIENT_TOKEN }).get(PATH).expect(403);
  await service.api.as({ token: FRONTEND_TOKEN }).get(PATH).expect(403);
  await service.api.as({ token: 'unknown' }).get(PATH).expect(401);
});
